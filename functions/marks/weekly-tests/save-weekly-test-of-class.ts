import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { weeklyTestWordings } from '#shared/marks/wordings.ts';
import { ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readSubjectNamesById } from '../../subjects/records/store.ts';
import type { WeeklyTestItem } from '../records/weekly-test.ts';
import { authorizeTest, requireWeeklyTests } from './check-test.ts';
import { readTestsOfWeek, toWeeklyTestSubject, writeWeeklyTest } from './store.ts';

export const saveWeeklyTestOfClass = callHandler(weeklyTestsContract.saveWeeklyTestOfClass, {
  handle: async ({ input, caller, request }) => {
    const { term } = await authorizeTest(input, caller);
    const { week_end_date: date, form_class_id: classId, subject_id: subjectId } = input;
    const subjects = await readSubjectNamesById();
    return retryRefused({
      read: () => readTestsOfWeek({ date, classId }),
      attempt: async ({ tests, marks }) => {
        const before = tests.find((one) => one.subjectId === subjectId);
        const maxMark = input.max_mark ?? before?.maxMark ?? requireWeeklyTests().maximum;
        const above = marks.filter(
          ({ run, mark }) => run === before?.run && typeof mark === 'number' && mark > maxMark,
        ).length;
        if (above > 0) throw new ValidationError({ max_mark: [weeklyTestWordings.marksAbove(above, maxMark)] });
        if (before && before.maxMark === maxMark) return toWeeklyTestSubject(before, marks, subjects);
        const test: WeeklyTestItem = before
          ? { ...before, maxMark }
          : { date, classId, subjectId, maxMark, employeeId: caller.accountId, run: request.idempotencyKey };
        const outcome = await writeWeeklyTest({ test, before, term, caller, request });
        // Already done: the test may have changed since, so it is read again.
        return outcome === 'written' ? toWeeklyTestSubject(test, marks, subjects) : 'refused';
      },
      what: 'this test',
    });
  },
});
