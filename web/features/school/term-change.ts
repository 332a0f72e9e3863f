import { academicYearTitle, periodTitle, startYearOf } from '#shared/school/academic-year.ts';
import type { AcademicPeriod } from '#shared/school/contract.ts';
import { describePeriodChange, type PeriodFieldChange, periodFieldNames } from '#shared/school/period-changes.ts';
import { termChangeWordings } from '#shared/school/wordings.ts';
import type { ChangeSummary } from '../../forms/change-question.tsx';
import type { TermFormValues } from './term-values.ts';

type NamedTerm = Pick<AcademicPeriod, 'academic_year_id' | 'term'>;

/**
 * What a save changes for everybody: details of the current term that were set before, and which term is current. Null
 * where it does neither, such as for a term that is only prepared or corrected.
 */
export function summarizeTermChange(
  wanted: AcademicPeriod,
  seen: TermFormValues,
  current: NamedTerm | null,
): ChangeSummary | null {
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
      termChangeWordings.undo,
    ],
  };
}
