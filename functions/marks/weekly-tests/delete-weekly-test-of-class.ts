import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { weeklyTestWordings } from '#shared/marks/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { authorizeTest } from './check-test.ts';
import { deleteWeeklyTest, expireMarksOfTest, readTestsOfWeek } from './store.ts';

/** Idempotent: a test that does not exist counts as deleted. */
export const deleteWeeklyTestOfClass = callHandler(weeklyTestsContract.deleteWeeklyTestOfClass, {
  handle: async ({ input, caller, request }) => {
    const { term } = await authorizeTest(input, caller);
    const { tests, marks } = await readTestsOfWeek({ date: input.week_end_date, classId: input.form_class_id });
    const test = tests.find(({ subjectId }) => subjectId === input.subject_id);
    if (!test) return { ok: true } as const;
    const outcome = await deleteWeeklyTest({ test, term, caller, request });
    if (outcome === 'refused') throw new ConflictError(weeklyTestWordings.busy);
    const own = marks.filter(({ run }) => run === test.run);
    await expireMarksOfTest(own, request.now);
    return { ok: true } as const;
  },
});
