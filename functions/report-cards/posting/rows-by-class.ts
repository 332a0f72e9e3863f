import { reportedStudents } from '../../marks/term-report.ts';
import { school } from '../../reference/school.ts';
import type { Term } from './posting.ts';
import { rowOf } from './posting-rows.ts';

/** Every report of a term as rows of a run, one list a class of the school. One query a class. */
export const rowsByClass = (period: Term): Promise<string[][]> =>
  Promise.all(
    school().formClasses.map(async ({ id }) => {
      const studentIds = await reportedStudents({ ...period, classId: id });
      return studentIds.map((studentId) => rowOf(id, studentId));
    }),
  );
