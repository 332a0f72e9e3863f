import { findTermOfDay, isJudgedSchoolDay, type SchoolDay, type TermDates } from '#shared/attendance/school-days.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { ValidationError } from '../../platform/errors.ts';
import { readAllPeriods } from '../../school/records/periods.ts';
import { schoolDay } from '../../school/records/school.ts';
import type { DaySettingItem } from '../records/day-setting.ts';
import { judgeSchoolDayWithSetting, toTermDates } from '../records/school-calendar.ts';

/**
 * The terms, and the one whose classes and posts apply on a day: the current one for a day outside of all terms. Two
 * requests.
 */
export async function readTermsAndTermOfDay(date: string) {
  const { periods, current } = await readAllPeriods();
  const terms: readonly TermDates[] = periods.map(toTermDates);
  return { terms, ofTerm: findTermOfDay(date, terms) ?? current };
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
