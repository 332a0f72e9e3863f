import { attendanceContract } from '#shared/attendance/contract.ts';
import { schoolDaysBetween } from '#shared/attendance/school-days.ts';
import { noSuchTerm } from '#shared/school/wordings.ts';
import { NotFoundError, ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { toFieldSave } from '../../platform/table/field-changes.ts';
import { saveTyped } from '../../platform/table/save-typed.ts';
import {
  applyPeriodChanges,
  findDatesFault,
  isSamePeriod,
  listMissingDetails,
  neededByCurrent,
  readStoredPeriods,
  type StoredPeriods,
  writePeriod,
} from '../../school/records/period-changes.ts';
import { type PeriodItem, periodAuditSubject, readAllPeriods } from '../../school/records/periods.ts';
import { classDayCountNames, listStoredClassDays } from '../records/class-day.ts';
import { type DaySettingItem, readDaySettings } from '../records/day-setting.ts';
import { toSchoolCalendar, toTermDates } from '../records/school-calendar.ts';

export const listTermDates = callHandler(attendanceContract.listTermDates, {
  handle: async () => {
    const { periods } = await readAllPeriods();
    const days = periods.flatMap(({ dateStart = [], dateEnd = [] }) => [dateStart, dateEnd].flat()).sort();
    const [from, to = from] = [days[0], days.at(-1)];
    const settings = from === undefined || to === undefined ? [] : await readDaySettings({ from, to });
    return periods
      .map((period) => toTermDatesRow(period, { periods, settings }))
      .sort((a, b) => b.year - a.year || b.term - a.term);
  },
});

/** A row of Attendance - Set Term. */
export function toTermDatesRow(
  { year, term, dateStart, dateEnd }: PeriodItem,
  { periods, settings }: { periods: readonly PeriodItem[]; settings: readonly DaySettingItem[] },
) {
  const calendar = toSchoolCalendar(periods.map(toTermDates), settings);
  const isSet = dateStart !== undefined && dateEnd !== undefined && dateStart <= dateEnd;
  return {
    year,
    term,
    term_start: dateStart ?? null,
    term_end: dateEnd ?? null,
    school_days: isSet ? schoolDaysBetween({ from: dateStart, to: dateEnd }, calendar).length : 0,
  };
}

const attributes = { term_start: 'dateStart', term_end: 'dateEnd' } as const;
type Field = keyof typeof attributes;
const names = ['term_start', 'term_end'] as const satisfies readonly Field[];

export const saveTermDates = callHandler(attendanceContract.saveTermDates, {
  handle: async ({ input, caller, request }) => {
    const before = await readStoredPeriods();
    const earlier = find(before.periods, input);
    const { periods: after } = await saveTyped<StoredPeriods, Field>({
      found: before,
      read: readStoredPeriods,
      save: toFieldSave(input, names),
      trail: { subject: periodAuditSubject(input), names: (field) => [attributes[field]] },
      request,
      decide: async (stored, changesTo) => {
        const { periods } = stored;
        const period = find(periods, input);
        const changed = await changesTo({ value: (field) => period[attributes[field]] ?? null });
        const changes = changed.map(({ field, ...change }) => ({ field: attributes[field], ...change }));
        if (changes.length === 0) return null;
        const fault = findDatesFault(applyPeriodChanges(period, changes), periods);
        if (fault) throw new ValidationError({ [wireNames[fault.field]]: [fault.text] });
        const change = { period: { year: input.year, term: input.term }, changes, becomesCurrent: false };
        for (const field of listMissingDetails(change, stored)) {
          if (field === 'possibleAttendance') continue;
          throw new ValidationError({ [wireNames[field]]: [neededByCurrent([field])] });
        }
        return { write: () => writePeriod(change, { stored, by: { caller, request } }) };
      },
    });
    const period = find(after, input);
    const { dateStart: from, dateEnd: to } = period;
    const settings = from === undefined || to === undefined ? [] : await readDaySettings({ from, to });
    return { ...toTermDatesRow(period, { periods: after, settings }), days_outside: await daysOutside(earlier, after) };
  },
});

const wireNames = { dateStart: 'term_start', dateEnd: 'term_end' } as const;

function find(periods: readonly PeriodItem[], wanted: { year: number; term: 1 | 2 | 3 }): PeriodItem {
  const period = periods.find((one) => isSamePeriod(one, wanted));
  if (!period) throw new NotFoundError(noSuchTerm);
  return period;
}

/** Days with attendance that were in the term and are in no term now. They are kept, and are not counted. */
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
  const counted = (await listStoredClassDays({ from, to })).filter((day) =>
    classDayCountNames.some((name) => (day[name] ?? 0) > 0),
  );
  const days = new Set(counted.map(({ date }) => date));
  return [...days].filter((date) => !isIn(date)).length;
}
