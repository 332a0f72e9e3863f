import { startYearOf, termTitle, toAcademicYearId } from '#shared/school/academic-year.ts';
import { type AcademicPeriod, termsContract } from '#shared/school/contract.ts';
import type { PeriodDetail } from '#shared/school/period-changes.ts';
import { termRefusals } from '#shared/school/wordings.ts';
import { ConflictError, ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { listAuditTrail } from '../../platform/table/audit.ts';
import { toFieldSave } from '../../platform/table/field-changes.ts';
import { saveTyped } from '../../platform/table/save-typed.ts';
import { whyTooFewSessions } from '../../students/records/why-too-few-sessions.ts';
import {
  applyPeriodChanges,
  findDatesFault,
  isSamePeriod,
  listMissingDetails,
  neededByCurrent,
  type PeriodChange,
  readStoredPeriods,
  type StoredPeriods,
  writePeriod,
} from '../records/period-changes.ts';
import { type PeriodItem, periodAuditSubject, readAllPeriods } from '../records/periods.ts';
import { school } from '../records/school.ts';
import { keepPeopleOfTermBefore } from './keep-people.ts';

export const listAcademicTerms = callHandler(termsContract.listAcademicTerms, {
  handle: async () => {
    const { periods, current } = await readAllPeriods();
    return periods.map((period) => toAcademicPeriod(period, current));
  },
});

/** The record's names of the fields that are saved one by one. */
const periodFields = {
  possible_attendance: 'possibleAttendance',
  date_start: 'dateStart',
  date_end: 'dateEnd',
  new_term_beginning: 'newTermBeginning',
} as const satisfies Partial<Record<keyof AcademicPeriod, PeriodDetail>>;

type Field = keyof typeof periodFields;
const names = Object.keys(periodFields) as Field[];

export const saveAcademicTerm = callHandler(termsContract.saveAcademicTerm, {
  handle: async ({ input, caller, request }) => {
    const wanted = { year: startYearOf(input.academic_year_id), term: input.term };
    const subject = periodAuditSubject(wanted);
    const periodIn = ({ periods }: StoredPeriods): PeriodItem =>
      periods.find((one) => isSamePeriod(one, wanted)) ?? wanted;
    const seenCurrent = input.was?.current_term;
    const after = await saveTyped<StoredPeriods, Field>({
      read: readStoredPeriods,
      save: toFieldSave(input, names),
      trail: { subject, names: (field) => [periodFields[field]] },
      request,
      decide: async (stored, changesTo) => {
        const period = periodIn(stored);
        const changed = await changesTo({ value: (field) => period[periodFields[field]] ?? null });
        const changes = changed.map(({ field, ...change }) => ({ field: periodFields[field], ...change }));
        const becomesCurrent = input.is_current && (await willBecomeCurrent(stored, { wanted, seenCurrent }));
        const fault = changes.some(({ field }) => field !== 'possibleAttendance')
          ? findDatesFault(applyPeriodChanges(period, changes), stored.periods)
          : null;
        if (fault) throw new ValidationError({ [toWire(fault.field)]: [fault.text] });
        await checkSessions(period, changes);
        const change = { period: wanted, changes, becomesCurrent };
        refuseMissingDetails(change, stored);
        const isNew = !stored.periods.includes(period);
        if (changes.length === 0 && !becomesCurrent && !isNew) return null;
        return {
          write: async () =>
            writePeriod(change, {
              stored,
              beside: await keepPeopleOfTermBefore(change, stored),
              by: { caller, request },
            }),
        };
      },
    });
    return toAcademicPeriod(periodIn(after), after.current ?? null);
  },
});

/** @throws ValidationError where the current term would be without what it needs */
function refuseMissingDetails(change: PeriodChange, stored: StoredPeriods): void {
  const missing = listMissingDetails(change, stored);
  if (missing.length === 0) return;
  throw new ValidationError(Object.fromEntries(missing.map((field) => [toWire(field), [neededByCurrent([field])]])));
}

/**
 * @throws ValidationError where the term would have fewer sessions than a student was absent; classes with their own
 * number are exempt
 */
async function checkSessions(period: PeriodItem, changes: PeriodChange['changes']): Promise<void> {
  const sessions = changes.find(({ field }) => field === 'possibleAttendance')?.after;
  if (typeof sessions !== 'number') return;
  const { year, term, classes = {} } = period;
  const classIds = school()
    .formClasses.map(({ id }) => id)
    .filter((id) => classes[id]?.possibleAttendance === undefined);
  const fault = await whyTooFewSessions(sessions, { year, term, classIds });
  if (fault) throw new ValidationError({ possible_attendance: [fault] });
}

const toWire = (wanted: PeriodDetail): Field => names.find((name) => periodFields[name] === wanted) ?? 'date_end';

interface Choice {
  wanted: { year: number; term: 1 | 2 | 3 };
  /** The current term that the caller saw, where it was said. */
  seenCurrent: { academic_year_id: string; term: 1 | 2 | 3 } | null | undefined;
}

/**
 * Whether the save makes its term the current one. False where it is current already, and where the caller saw it as
 * the current one.
 * @throws ConflictError where another term has become the current one since the caller looked
 */
export async function willBecomeCurrent(
  { current }: Pick<StoredPeriods, 'current'>,
  { wanted, seenCurrent }: Choice,
): Promise<boolean> {
  if (current && isSamePeriod(current, wanted)) return false;
  if (seenCurrent === undefined) return true;
  const seen = seenCurrent && { year: startYearOf(seenCurrent.academic_year_id), term: seenCurrent.term };
  if (seen && isSamePeriod(seen, wanted)) return false;
  if (current === undefined || (seen && isSamePeriod(seen, current))) return true;
  const trail = await listAuditTrail(periodAuditSubject(current));
  const chosen = trail.findLast(({ changes }) => changes.some(({ field }) => field === 'current'));
  const term = termTitle(current);
  throw new ConflictError(termRefusals.madeCurrent(chosen?.name ?? 'Somebody', term));
}

/** A stored period as the calls write it. */
export function toAcademicPeriod(period: PeriodItem, current: { year: number; term: number } | null): AcademicPeriod {
  return {
    academic_year_id: toAcademicYearId(period.year),
    term: period.term,
    possible_attendance: period.possibleAttendance ?? null,
    date_start: period.dateStart ?? null,
    date_end: period.dateEnd ?? null,
    new_term_beginning: period.newTermBeginning ?? null,
    is_current: current?.year === period.year && current.term === period.term,
  };
}
