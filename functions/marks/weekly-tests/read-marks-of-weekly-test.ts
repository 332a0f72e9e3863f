import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { weeklyTestWordings } from '#shared/marks/wordings.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { authorizeTest, listStudentsOfTest } from './check-test.ts';
import { filterMarksOfTest, readTestsOfWeek } from './store.ts';

export const readMarksOfWeeklyTest = callHandler(weeklyTestsContract.readMarksOfWeeklyTest, {
  handle: async ({ input, caller }) => {
    const { term } = await authorizeTest(input, caller);
    const { week_end_date: date, form_class_id: classId, subject_id: subjectId } = input;
    const { tests, marks } = await readTestsOfWeek({ date, classId });
    const test = tests.find((one) => one.subjectId === subjectId);
    if (!test) throw new NotFoundError(weeklyTestWordings.noSuchTest);
    const marked = filterMarksOfTest(test, marks);
    const students = await listStudentsOfTest(
      { date, subjectId, classId, employeeId: caller.accountId },
      { term, marked },
    );
    const markOf = new Map(marked.map(({ studentId, mark }) => [studentId, mark]));
    return {
      max_mark: test.maxMark,
      students: students.map(({ studentId, firstName, lastName, left }) => ({
        student_id: studentId,
        name: lastFirst({ lastName, firstName }),
        mark: markOf.get(studentId) ?? null,
        ...(left === undefined ? {} : { left }),
      })),
    };
  },
});
