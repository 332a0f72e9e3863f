import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { byRecords, undoableKinds, undoHandler } from '../../platform/undo/undo-calls.ts';
import { authorizeTest } from './check-test.ts';
import { keepMarksOfTest, planTestBack, undoableWeeklyTestActs, undoListNameOfWeek } from './store.ts';

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
 * The test first, so that nobody adds it again meanwhile; then its marks, which would expire otherwise. A repeated call
 * resumes between the two.
 */
export const undoAct = undoHandler(weeklyTestsContract.undoAct, [
  undoableKinds(undoableWeeklyTestActs, weeklyTestsContract.undoAct, {
    'test deleted': {
      undo: byRecords(
        async ({ details: { test }, caller }) => {
          const named = { week_end_date: test.date, form_class_id: test.classId, subject_id: test.subjectId };
          const { term } = await authorizeTest(named, caller);
          return planTestBack(test, term);
        },
        async (_, { details: { test } }) => {
          await keepMarksOfTest(test);
          return [];
        },
      ),
    },
  }),
]);
