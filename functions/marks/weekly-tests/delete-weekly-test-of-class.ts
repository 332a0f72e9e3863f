import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { weeklyTestWordings } from '#shared/marks/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { readItems } from '../../platform/table/table.ts';
import { readSubjectNamesById } from '../../subjects/records/store.ts';
import { authorizeTest } from './check-test.ts';
import {
  deleteWeeklyTest,
  expireMarksOfTest,
  filterMarksOfTest,
  readTestsOfWeek,
  undoableWeeklyTestActs,
} from './store.ts';

/** Idempotent: a test that does not exist counts as deleted. */
export const deleteWeeklyTestOfClass = callHandler(weeklyTestsContract.deleteWeeklyTestOfClass, {
  handle: async ({ input, caller, request }) => {
    const { term } = await authorizeTest(input, caller);
    const { tests, marks } = await readTestsOfWeek({ date: input.week_end_date, classId: input.form_class_id });
    const test = tests.find(({ subjectId }) => subjectId === input.subject_id);
    if (!test) {
      const { act } = await readItems({ act: undoableWeeklyTestActs.key(request.idempotencyKey) });
      return { undo: act?.key ?? null };
    }
    const subject = (await readSubjectNamesById()).get(test.subjectId);
    const what = weeklyTestWordings.deletedWith(
      subject?.title ?? test.subjectId,
      filterMarksOfTest(test, marks).length,
    );
    const outcome = await deleteWeeklyTest({ test, what, term, by: { caller, request } });
    if (isRefused(outcome)) throw new ConflictError(weeklyTestWordings.busy);
    const own = marks.filter(({ run }) => run === test.run);
    await expireMarksOfTest(own, request.now);
    return { undo: request.idempotencyKey };
  },
});
