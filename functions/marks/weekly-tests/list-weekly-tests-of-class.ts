import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readSubjectNamesById } from '../../subjects/records/store.ts';
import { authorizeTest } from './check-test.ts';
import { readTestsOfWeek, toWeeklyTestSubject } from './store.ts';

export const listWeeklyTestsOfClass = callHandler(weeklyTestsContract.listWeeklyTestsOfClass, {
  handle: async ({ input, caller }) => {
    const { lessons } = await authorizeTest(input, caller);
    const own = new Set(lessons.map(({ subjectId }) => subjectId));
    const [{ tests, marks }, subjects] = await Promise.all([
      readTestsOfWeek({ date: input.week_end_date, classId: input.form_class_id }),
      readSubjectNamesById(),
    ]);
    return tests
      .filter(({ subjectId }) => own.has(subjectId))
      .map((test) => toWeeklyTestSubject(test, marks, subjects));
  },
});
