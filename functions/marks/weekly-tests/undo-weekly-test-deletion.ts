import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { changedSinceError, nothingToUndoError } from '../../platform/undo/undoable-actions.ts';
import { WeeklyTestEntity } from '../records/weekly-test.ts';
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
    await retryRefused({
      read: () => readItems({ now: undoableWeeklyTestActs.key(act.key), stored: WeeklyTestEntity.key(test) }),
      attempt: async ({ now, stored }) => {
        if (now && undoableWeeklyTestActs.wasUndone(now, request)) return 'written';
        if (stored?.run !== test.run || stored.deletedAt !== test.deletedAt) throw changedSinceError();
        return restoreWeeklyTest({ act, term, caller, request });
      },
      what: 'this test',
    });
    await keepMarksOfTest(test);
    return { ok: true as const };
  },
});
