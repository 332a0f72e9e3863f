import { termReportKey } from '../../marks/term-report.ts';
import { readMany } from '../../platform/table/table.ts';
import { namelessStudent } from '../../students/erased-student.ts';
import { type StudentItem, studentsByIds, studentsOfClass } from '../../students/store.ts';
import { readListSource, registeredFor } from '../../students/term-lists.ts';

type Term = { year: number; term: 1 | 2 | 3 } | undefined;
type Listed = Pick<StudentItem, 'studentId' | 'firstName' | 'lastName' | 'picture'>;

/**
 * A class as it was on a day of a term, by name (rule 45): two requests, and two more where the term is over. Of a day in no term, and of
 * a term that nobody was registered for, those who are in the class now.
 */
export async function classOnDay(classId: string, ofTerm: Term): Promise<Listed[]> {
  const [present, source] = await Promise.all([
    studentsOfClass(classId),
    ofTerm ? readListSource(ofTerm) : ('register' as const),
  ]);
  if (!ofTerm || source === 'register') return present;
  const ids = (await registeredFor({ ...ofTerm, classIds: [classId] })).map(({ studentId }) => studentId);
  if (ids.length === 0) return source === 'term' ? present : [];
  const known = new Map(
    (await studentsByIds(ids, ['studentId', 'firstName', 'lastName', 'picture'])).map((one) => [one.studentId, one]),
  );
  return ids
    .map((id): Listed => known.get(id) ?? namelessStudent(id))
    .sort((a, b) => a.lastName.localeCompare(b.lastName) || a.firstName.localeCompare(b.firstName));
}

/**
 * The students as they were placed in a term, for those who have moved on or left since it was over: nothing is asked while all are in
 * the class now.
 */
export async function placedInTerm(
  students: readonly StudentItem[],
  classId: string,
  ofTerm: Term,
): Promise<ReadonlyMap<string, StudentItem>> {
  const placed = new Map(students.map((student) => [student.studentId, student]));
  const moved = students.filter((student) => student.status !== 'current' || student.classId !== classId);
  if (moved.length === 0 || !ofTerm || (await readListSource(ofTerm)) === 'register') return placed;
  const keys = moved.map(({ studentId }) => termReportKey({ studentId, ...ofTerm }));
  for (const report of await readMany(keys, ['studentId', 'classId', 'formLevel'])) {
    const student = placed.get(report.studentId);
    if (!student || report.classId !== classId) continue;
    placed.set(report.studentId, { ...student, status: 'current', classId, formLevel: report.formLevel });
  }
  return placed;
}
