import type { DayRules } from '#shared/attendance/day-state.ts';
import {
  dayRules,
  findTermOfDay,
  judgeSchoolDay,
  type SchoolDay,
  type SettingsByDate,
  schoolDaysBetween,
  type TermDates,
} from '#shared/attendance/school-days.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { type Action, storedValuesCheck } from '../../platform/table/action.ts';
import { type PeriodItem, periodKey, readAllPeriods } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import type { DayRange } from './attendance-record.ts';
import { type DaySettingItem, readDaySettings } from './day-setting.ts';

/** @throws NotFoundError where the school file has attendance off */
export function requireAttendanceInUse(): void {
  if (!school().attendance.isOn) throw new NotFoundError(attendanceWordings.notUsed);
}

/** The dates of a period. */
export const toTermDates = ({ year, term, dateStart, dateEnd }: PeriodItem): TermDates => ({
  year,
  term,
  dateStart: dateStart ?? null,
  dateEnd: dateEnd ?? null,
});

/** The calendar of terms and day settings. */
export const toSchoolCalendar = (terms: readonly TermDates[], settings: readonly DaySettingItem[]) => ({
  terms,
  settings: school().attendance,
  days: new Map(settings.map((day) => [day.date, day])) satisfies SettingsByDate,
});

/** A school day, or why there is no school. */
export const judgeSchoolDayWithSetting = (
  date: string,
  terms: readonly TermDates[],
  setting: DaySettingItem | undefined,
) => judgeSchoolDay(date, toSchoolCalendar(terms, setting ? [setting] : []));

/** The rules for the records of a day that is in a term. */
export const dayRulesWithSetting = (date: string, setting: DaySettingItem | undefined): DayRules =>
  dayRules(date, toSchoolCalendar([], setting ? [setting] : []));

/**
 * The school days of a range, and the calendar that they come from. Three requests, and one more for each half year
 * beyond the first.
 */
export async function readSchoolDays(range: DayRange): Promise<{ days: SchoolDay[]; calendar: SchoolCalendar }> {
  const [{ periods }, settings] = await Promise.all([readAllPeriods(), readDaySettings(range)]);
  const calendar = toSchoolCalendar(periods.map(toTermDates), settings);
  return { days: schoolDaysBetween(range, calendar), calendar };
}

export type SchoolCalendar = ReturnType<typeof toSchoolCalendar>;

/**
 * Conditions of a transaction with a person's entries: cancel it where the terms of their days have other dates by now
 * (ADR 0058).
 */
export const termDatesChecks = (dates: readonly string[], terms: readonly TermDates[]): Action[] =>
  [...new Set(dates.flatMap((date) => findTermOfDay(date, terms) ?? []))].map(({ year, term, dateStart, dateEnd }) =>
    storedValuesCheck(periodKey(year, term), { dateStart, dateEnd }),
  );
