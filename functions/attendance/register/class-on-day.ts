import { termReportKey } from '../../marks/term-report.ts';
import { readMany } from '../../platform/table/table.ts';
import { namelessStudent } from '../../students/erased-student.ts';
import { type StudentItem, studentsByIds, studentsOfClass } from '../../students/store.ts';
import { readListSource, registeredFor } from '../../students/term-lists.ts';

type Term = { year: number; term: 1 | 2 | 3 } | null | undefined;
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
 * The students with the class that they were in during a term (rule 45), by id. Of a term that is over the report says the class, also of
 * students who have left since. After the year's promotion a student without a report is left out: the register says the next year's class.
 * One request, and one more for a term that is over.
 */
export async function placedInTerm<S extends Placed>(
  students: readonly S[],
  ofTerm: Term,
): Promise<ReadonlyMap<string, S>> {
  const stored = new Map(students.map((student) => [student.studentId, student]));
  const source = ofTerm && students.length > 0 ? await readListSource(ofTerm) : 'register';
  if (!ofTerm || source === 'register') return stored;
  const placed = new Map(source === 'term' ? stored : []);
  const keys = students.map(({ studentId }) => termReportKey({ studentId, ...ofTerm }));
  for (const { studentId, classId, formLevel } of await readMany(keys, ['studentId', 'classId', 'formLevel'])) {
    const student = stored.get(studentId);
    if (student) placed.set(studentId, { ...student, status: 'current', classId, formLevel });
  }
  return placed;
}

type Placed = Pick<StudentItem, 'studentId' | 'classId' | 'formLevel' | 'status'>;
