import { reportedStudents, termReportKey } from '../../../marks/records/term-report.ts';
import { readMany } from '../../../platform/table/table.ts';
import { school } from '../../../school/records/school.ts';
import { currentStudentClasses } from '../../../students/records/store.ts';
import type { Term } from './posting.ts';
import { rowOf } from './posting-rows.ts';

/**
 * Every report of a term as rows of a run, one list a class of the school. A query a class, one for the students, and a request for
 * each hundred of them.
 *
 * The lists of the classes are read side by side, so a student who changes class at that moment may be on both or on neither. Only
 * current students change class: each of them is looked up, and the report itself says which class it is in.
 */
export async function rowsByClass(period: Term): Promise<string[][]> {
  const classIds = school().formClasses.map(({ id }) => id);
  const [students, ...lists] = await Promise.all([
    currentStudentClasses(),
    ...classIds.map((classId) => reportedStudents({ ...period, classId })),
  ]);
  const studentIds = [...new Set([...students.map(({ studentId }) => studentId), ...lists.flat()])].sort();
  const reports = await readMany(
    studentIds.map((studentId) => termReportKey({ studentId, ...period })),
    ['studentId', 'classId'],
  );
  const ofClass = Map.groupBy(reports, ({ classId }) => classId);
  return classIds.map((classId) => (ofClass.get(classId) ?? []).map(({ studentId }) => rowOf(classId, studentId)));
}
