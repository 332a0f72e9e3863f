import { attendanceContract } from '#shared/attendance/contract.ts';
import { displayDate } from '#shared/terms/display-date.ts';
import { classDays } from '../../attendance-records/class-day.ts';
import { daySettings } from '../../attendance-records/day-setting.ts';
import { NotFoundError, ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isChangeDone } from '../../platform/table/audit.ts';
import {
  changesUnlessConflict,
  type FieldValue,
  givenFields,
  writeDecided,
} from '../../platform/table/field-changes.ts';
import { allPeriods, type PeriodItem, periodSubject, savePeriodDates } from '../../reference/periods.ts';
import { toRow } from './term-dates.ts';

const attributes = { term_start: 'dateStart', term_end: 'dateEnd' } as const;
type Field = keyof typeof attributes;
const names = ['term_start', 'term_end'] as const satisfies readonly Field[];

export const saveTermDates = callHandler(attendanceContract.saveTermDates, {
  handle: async ({ input, caller, request }) => {
    const save = { values: givenFields(input, names, (_field, value) => value), was: input.was as Seen };
    // Current Term writes all details of a period under one name.
    const trail = { subject: periodSubject(input), names: (field: Field) => [attributes[field], 'details'] };
    const read = async () => (await allPeriods()).periods;
    const before = await read();
    const earlier = find(before, input);
    const after = await writeDecided({
      record: before,
      read,
      decide: async (periods) => {
        const period = find(periods, input);
        const value = (field: Field): FieldValue => period[attributes[field]] ?? null;
        const changes = (await changesUnlessConflict({ save, value, trail })).map(({ field, ...change }) => ({
          field: attributes[field],
          before: textOf(change.before),
          after: textOf(change.after),
        }));
        const wanted = { ...period, ...Object.fromEntries(changes.map((one) => [one.field, one.after ?? undefined])) };
        refuseDisorder(wanted, periods);
        return changes.length > 0 ? changes : null;
      },
      write: (changes) => savePeriodDates({ period: input, changes, caller, request }),
      isDone: () => isChangeDone(periodSubject(input), request.idempotencyKey),
    });
    const period = find(after, input);
    const { dateStart: from, dateEnd: to } = period;
    const settings = from === undefined || to === undefined ? [] : await daySettings({ from, to });
    return { ...toRow(period, { periods: after, settings }), days_outside: await daysOutside(earlier, after) };
  },
});

type Seen = Partial<Record<Field, FieldValue>> | undefined;

const textOf = (value: FieldValue): string | null => (value === null ? null : String(value));

function find(periods: readonly PeriodItem[], { year, term }: { year: number; term: number }): PeriodItem {
  const period = periods.find((one) => one.year === year && one.term === term);
  if (!period) throw new NotFoundError('This term is not on record.');
  return period;
}

/** A term ends after it starts, and no day is in two terms. */
function refuseDisorder({ year, term, dateStart, dateEnd }: PeriodItem, periods: readonly PeriodItem[]): void {
  if (dateStart === undefined || dateEnd === undefined) return;
  if (dateEnd < dateStart) throw new ValidationError({ term_end: ['The term ends before it starts.'] });
  const other = periods.find(
    (one) =>
      (one.year !== year || one.term !== term) &&
      one.dateStart !== undefined &&
      one.dateEnd !== undefined &&
      one.dateStart <= dateEnd &&
      dateStart <= one.dateEnd,
  );
  if (!other) return;
  const days = `${displayDate(other.dateStart ?? '')} to ${displayDate(other.dateEnd ?? '')}`;
  throw new ValidationError({
    term_start: [`Term ${other.term}, ${other.year}-${other.year + 1} has some of these days: ${days}.`],
  });
}

/** Days with attendance that were in the term and are in none now. They are kept, and count nowhere. */
async function daysOutside(
  { dateStart: from, dateEnd: to }: PeriodItem,
  periods: readonly PeriodItem[],
): Promise<number> {
  if (from === undefined || to === undefined) return 0;
  const isIn = (date: string) =>
    periods.some(
      ({ dateStart, dateEnd }) =>
        dateStart !== undefined && dateEnd !== undefined && dateStart <= date && date <= dateEnd,
    );
  const days = new Set((await classDays({ from, to })).map(({ date }) => date));
  return [...days].filter((date) => !isIn(date)).length;
}
