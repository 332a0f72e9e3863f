import { type ListOfActs, undoableActs } from '#shared/undo/contract.ts';
import { type AskedList, byRecords, undoableKinds } from '../../platform/undo/undo-calls.ts';
import { authorizeTest } from './check-test.ts';
import { keepMarksOfTest, planTestBack, undoableWeeklyTestActs, undoListNameOfWeek } from './store.ts';

/**
 * The test first, so that nobody adds it again meanwhile; then its marks, which would expire otherwise. A repeated call
 * resumes between the two.
 */
export const weeklyTestActs = undoableKinds(
  undoableWeeklyTestActs,
  {
    openTo: undoableActs['weekly-tests'],
    list: async ({ input, caller, request: { now } }: AskedList<ListOfActs<'weekly-tests'>>) => {
      const { lessons } = await authorizeTest(input, caller);
      const own = new Set(lessons.map(({ subjectId }) => subjectId));
      return undoableWeeklyTestActs.list({
        place: undoListNameOfWeek({ date: input.week_end_date, classId: input.form_class_id }),
        now,
        isWanted: ({ details }) => own.has(details.test.subjectId),
      });
    },
  },
  {
    'test deleted': {
      undo: byRecords(
        async ({ details: { test }, by: { caller } }) => {
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
  },
);
