import { findTermOfDay, isJudgedSchoolDay, type SchoolDay, type TermDates } from '#shared/attendance/school-days.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { ValidationError } from '../../platform/errors.ts';
import type { FoundRecords } from '../../platform/table/table.ts';
import { periodKey, readAllPeriods } from '../../school/records/periods.ts';
import { schoolDay } from '../../school/records/school.ts';
import type { DaySettingItem } from '../records/day-setting.ts';
import { judgeSchoolDayWithSetting, toTermDates } from '../records/school-calendar.ts';

/** The terms, and the one whose classes and posts apply on a day: the current one for a day outside of all terms. Two requests. */
export async function readTermsAndTermOfDay(date: string) {
  const { periods, current } = await readAllPeriods();
  const terms: readonly TermDates[] = periods.map(toTermDates);
  return { terms, ofTerm: findTermOfDay(date, terms) ?? current };
}

/** Keys for a handler's `prefetch`, whose records `findTermsAndTermOfDay` takes: the terms that a day is in, as a rule. */
export function termKeysAround(date: string) {
  const year = Number(date.slice(0, 4));
  const periods = [year - 1, year].flatMap((start) => ([1, 2, 3] as const).map((term) => periodKey(start, term)));
  return { periods };
}

/** The same as {@link readTermsAndTermOfDay} of what `prefetch` found: the terms around the day. Undefined where it is in none of them. */
export function findTermsAndTermOfDay(
  date: string,
  { periods }: Pick<FoundRecords<ReturnType<typeof termKeysAround>>, 'periods'>,
) {
  const terms: readonly TermDates[] = periods.map(toTermDates);
  const ofTerm = findTermOfDay(date, terms);
  return ofTerm && { terms, ofTerm };
}

/** The school day of an entry. @throws ValidationError for a day without school, or in the future */
export function requireSchoolDay({
  date,
  terms,
  setting,
  now,
}: {
  date: string;
  terms: readonly TermDates[];
  setting: DaySettingItem | undefined;
  now: Date;
}): SchoolDay {
  if (date > schoolDay(now)) throw new ValidationError({ date: [attendanceWordings.stillToCome] });
  const judged = judgeSchoolDayWithSetting(date, terms, setting);
  if (!isJudgedSchoolDay(judged)) throw new ValidationError({ date: [attendanceWordings.noSchoolOn(judged.closed)] });
  return judged;
}
