import { authMessages } from '#shared/accounts/wordings.ts';
import { termOf } from '#shared/attendance/school-days.ts';
import { weeklyTestMessages } from '#shared/marks/weekly-tests/messages.ts';
import { isWeekEndDate } from '#shared/marks/weekly-tests/week-end-date.ts';
import { termDates } from '../../attendance/records/school-calendar.ts';
import { type LessonItem, lessonsOf } from '../../people/records/store.ts';
import { ForbiddenError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { allPeriods, currentPeriod } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';

/** The school's setting; 404 where the school has no weekly tests. */
export function weeklyTests() {
  const { weeklyTests: setting } = school();
  if (!setting.isOn) throw new NotFoundError(weeklyTestMessages.off);
  return setting;
}

/** The caller's lessons of the current year. */
export async function ownLessons(caller: Caller): Promise<LessonItem[]> {
  const period = await currentPeriod();
  return period ? lessonsOf(caller.accountId, period.year) : [];
}

/** The term of a test's list. */
export interface TermOfTest {
  year: number;
  term: 1 | 2 | 3;
}

/**
 * The caller's lessons that a test belongs to, and its term: that of the Thursday, or the current one where it is in none. Refuses a date
 * that is none, and a lesson that is not the caller's.
 */
export async function checkTest(
  test: { week_end_date: string; form_class_id: string; subject_id?: string },
  caller: Caller,
): Promise<{ lessons: LessonItem[]; term: TermOfTest }> {
  if (!isWeekEndDate(test.week_end_date, weeklyTests())) {
    throw new ValidationError({ week_end_date: ['Weekly tests are on Thursdays of the school’s test weeks.'] });
  }
  const { periods, current } = await allPeriods();
  if (!current) throw new ForbiddenError(authMessages.forbidden);
  const lessons = (await lessonsOf(caller.accountId, current.year)).filter(
    ({ classId, subjectId }) =>
      classId === test.form_class_id && (test.subject_id === undefined || subjectId === test.subject_id),
  );
  if (lessons.length === 0) throw new ForbiddenError(authMessages.forbidden);
  const { year, term } = termOf(test.week_end_date, periods.map(termDates)) ?? current;
  return { lessons, term: { year, term } };
}
