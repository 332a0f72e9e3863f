import { type ReactNode, useState } from 'react';
import { academicYearTitle, periodTitle, startYearOf } from '#shared/school/academic-year.ts';
import type { AcademicPeriod } from '#shared/school/contract.ts';
import { describePeriodChange, type PeriodFieldChange, periodFieldNames } from '#shared/school/period-changes.ts';
import { termChangeWordings } from '#shared/school/wordings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { TermFormValues } from './term-values.ts';
import styles from './terms.module.css';

type NamedTerm = Pick<AcademicPeriod, 'academic_year_id' | 'term'>;

/** A save of a term that everybody works with, in words. */
interface TermChangeSummary {
  title: string;
  /** The new values with the old ones. */
  changes: string[];
  /** What follows from them. */
  effects: string[];
}

/**
 * What a save changes for everybody: details of the current term that were set before, and which term is current. Null where it does
 * neither, such as for a term that is only prepared or corrected.
 */
export function summarizeTermChange(
  wanted: AcademicPeriod,
  seen: TermFormValues,
  current: NamedTerm | null,
): TermChangeSummary | null {
  if (current === null) return null;
  const title = periodTitle(wanted);
  const isCurrent = wanted.academic_year_id === current.academic_year_id && wanted.term === current.term;
  const becomesCurrent = !isCurrent && wanted.is_current;
  const changes = (['possibleAttendance', 'dateStart', 'dateEnd', 'newTermBeginning'] as const).flatMap(
    (field): PeriodFieldChange[] => {
      const before = seen[periodFieldNames[field]];
      const after = wanted[periodFieldNames[field]];
      return before === null || before === after ? [] : [{ field, before, after }];
    },
  );
  if (!becomesCurrent && !(isCurrent && changes.length > 0)) return null;
  const has = (...fields: PeriodFieldChange['field'][]) => changes.some(({ field }) => fields.includes(field));
  const pastYear = becomesCurrent && wanted.academic_year_id > current.academic_year_id;
  const yearBefore = academicYearTitle(startYearOf(current.academic_year_id));
  return {
    title: becomesCurrent ? termChangeWordings.makeCurrent(title) : termChangeWordings.change(title),
    changes: changes.map(describePeriodChange),
    effects: [
      ...(becomesCurrent ? [termChangeWordings.becomesCurrent(title, periodTitle(current))] : []),
      ...(pastYear ? [termChangeWordings.closesYear(yearBefore)] : []),
      ...(becomesCurrent ? [termChangeWordings.registerNext] : []),
      ...(has('dateStart', 'dateEnd') ? [termChangeWordings.dates] : []),
      ...(has('possibleAttendance', 'newTermBeginning') ? [termChangeWordings.onCards] : []),
    ],
  };
}

/** Asks before such a save: the question as a promise, and the window that belongs on the screen. */
export function useTermChangeQuestion(): {
  ask: (summary: TermChangeSummary) => Promise<boolean>;
  window: ReactNode;
} {
  const [asked, setAsked] = useState<{ summary: TermChangeSummary; answer: (isSure: boolean) => void } | null>(null);
  const answer = (isSure: boolean) => {
    asked?.answer(isSure);
    setAsked(null);
  };
  return {
    ask: (summary) => new Promise((resolve) => setAsked({ summary, answer: resolve })),
    window: asked && (
      <Dialog
        openedBy="act"
        open
        size="small"
        title={asked.summary.title}
        onClose={() => answer(false)}
        footer={
          <>
            <Button onClick={() => answer(false)}>Cancel</Button>
            <Button variant="primary" onClick={() => answer(true)}>
              Set / Update Term
            </Button>
          </>
        }
      >
        <div className={styles.dates}>
          {asked.summary.changes.length > 0 && (
            <ul className={styles.changes}>
              {asked.summary.changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          )}
          {asked.summary.effects.map((effect) => (
            <p key={effect}>{effect}</p>
          ))}
          <p>{termChangeWordings.undo}</p>
        </div>
      </Dialog>
    ),
  };
}
