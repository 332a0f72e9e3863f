import { authMessages } from '#shared/auth/messages.ts';
import { weeklyTestMessages } from '#shared/weekly-tests/messages.ts';
import { isWeekEndDate } from '#shared/weekly-tests/week-end-date.ts';
import { type LessonItem, lessonsOf } from '../people/store.ts';
import { ForbiddenError, NotFoundError, ValidationError } from '../platform/errors.ts';
import type { Caller } from '../platform/requests/caller.ts';
import { currentPeriod } from '../reference/periods.ts';
import { school } from '../reference/school.ts';

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

/** The caller's lesson that a test belongs to. Refuses a date that is none, and a lesson that is not the caller's. */
export async function checkTest(
  test: { week_end_date: string; form_class_id: string; subject_id?: string },
  caller: Caller,
): Promise<LessonItem[]> {
  if (!isWeekEndDate(test.week_end_date, weeklyTests())) {
    throw new ValidationError({ week_end_date: ['Weekly tests are on Thursdays of the school’s test weeks.'] });
  }
  const lessons = await ownLessons(caller);
  const own = lessons.filter(
    ({ classId, subjectId }) =>
      classId === test.form_class_id && (test.subject_id === undefined || subjectId === test.subject_id),
  );
  if (own.length === 0) throw new ForbiddenError(authMessages.forbidden);
  return own;
}
