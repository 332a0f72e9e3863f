import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { nothingToUndoError } from '../../platform/undo/undoable-actions.ts';
import { authorizeTest } from './check-test.ts';
import { keepMarksOfTest, restoreWeeklyTest, undoableWeeklyTestActs, undoListNameOfWeek } from './store.ts';

export const listWeeklyTestDeletions = callHandler(weeklyTestsContract.listWeeklyTestDeletions, {
  handle: async ({ input, caller, request: { now } }) => {
    const { lessons } = await authorizeTest(input, caller);
    const own = new Set(lessons.map(({ subjectId }) => subjectId));
    return undoableWeeklyTestActs.list({
      place: undoListNameOfWeek({ date: input.week_end_date, classId: input.form_class_id }),
      now,
      isWanted: ({ details }) => own.has(details.test.subjectId),
    });
  },
});

/**
 * The test first, so that nobody adds it again meanwhile; then its marks, which would expire otherwise. A repeated call resumes
 * between the two.
 */
export const undoWeeklyTestDeletion = callHandler(weeklyTestsContract.undoWeeklyTestDeletion, {
  prefetch: ({ undo }) => ({ act: undoableWeeklyTestActs.key(undo) }),
  handle: async ({ found: { act }, caller, request }) => {
    if (!act) throw nothingToUndoError();
    const { test } = act.change.details;
    const { term } = await authorizeTest(
      { week_end_date: test.date, form_class_id: test.classId, subject_id: test.subjectId },
      caller,
    );
    await restoreWeeklyTest({ act, term, caller, request });
    await keepMarksOfTest(test);
    return { ok: true as const };
  },
});
