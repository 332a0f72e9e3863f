import { isStudentOf } from '../../people/records/class-list.ts';
import { formLevelOf } from '../../school/records/school.ts';
import { type ListedStudent, readListSource, studentsOfSheet } from '../../students/records/term-lists.ts';
import type { TermOfTest } from './check-test.ts';

interface Test {
  subjectId: string;
  classId: string;
  employeeId: string;
}

/**
 * The teacher's students of a test: of the class and subject in the test's term (rule 45), and those who have a mark of it. Two requests;
 * four or more where the term is over.
 */
export async function studentsOfTest(
  { subjectId, classId, employeeId }: Test,
  { term, marked }: { term: TermOfTest; marked: readonly { studentId: string }[] },
): Promise<ListedStudent[]> {
  const sheet = { ...term, subjectId, formLevel: formLevelOf(classId) ?? 0, classIds: [classId] };
  const source = await readListSource(term);
  const entries = marked.map(({ studentId }) => ({ studentId, classId }));
  const students = await studentsOfSheet(sheet, { source, entries });
  return students.filter((student) => isStudentOf(student, employeeId));
}
