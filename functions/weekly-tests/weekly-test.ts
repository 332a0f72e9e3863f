import { lastFirst } from '#shared/people/last-first.ts';
import { weeklyTestsContract } from '#shared/weekly-tests/contract.ts';
import { isStudentOf } from '../people/class-list.ts';
import { NotFoundError } from '../platform/errors.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import { formLevelOf } from '../reference/school.ts';
import { rosterOf } from '../subjects/store.ts';
import { checkTest } from './check-test.ts';
import { testsOfWeek } from './store.ts';

export const weeklyTest = callHandler(weeklyTestsContract.weeklyTest, {
  handle: async ({ input, caller }) => {
    await checkTest(input, caller);
    const { week_end_date: date, form_class_id: classId, subject_id: subjectId } = input;
    const [{ tests, marks }, roster] = await Promise.all([
      testsOfWeek({ date, classId }),
      rosterOf({ subjectId, formLevel: formLevelOf(classId) ?? 0, classIds: [classId] }),
    ]);
    const test = tests.find((one) => one.subjectId === subjectId);
    if (!test) throw new NotFoundError('There is no such weekly test.');
    const markOf = new Map(marks.filter(({ run }) => run === test.run).map(({ studentId, mark }) => [studentId, mark]));
    return {
      max_mark: test.maxMark,
      students: roster
        .filter((assignment) => isStudentOf(assignment, caller.accountId))
        .map(({ studentId, firstName, lastName }) => ({
          student_id: studentId,
          name: lastFirst({ lastName, firstName }),
          mark: markOf.get(studentId) ?? null,
        })),
    };
  },
});
