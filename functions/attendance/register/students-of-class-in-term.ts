import { erasedStudentName } from '../../students/records/erased-student.ts';
import { listStudentsOfClass } from '../../students/records/rosters/read-rosters.ts';
import { readStudents, type StudentItem } from '../../students/records/store.ts';
import {
  listStudentsAddedByRegister,
  readClassesInTerm,
  readListSource,
  readRegisteredStudents,
} from '../../students/records/term-lists.ts';

type Term = { year: number; term: 1 | 2 | 3 } | null | undefined;
type Listed = Pick<StudentItem, 'studentId' | 'firstName' | 'lastName' | 'picture'>;

/**
 * The students of a class in a term, by name (rule 45). Two requests, and two more where the term is closed or over. Without a term, or where
 * nobody was registered for it, the students who are in the class now.
 */
export async function readStudentsOfClassInTerm(classId: string, ofTerm: Term): Promise<Listed[]> {
  const [present, source] = await Promise.all([
    listStudentsOfClass(classId),
    ofTerm ? readListSource(ofTerm) : ('register' as const),
  ]);
  if (!ofTerm || source === 'register') return present;
  const ids = (await readRegisteredStudents({ ...ofTerm, classIds: [classId] })).map(({ studentId }) => studentId);
  const registered = new Set(ids.length > 0 ? [classId] : []);
  const added = await listStudentsAddedByRegister(present, { ...ofTerm, source, onRecord: new Set(ids), registered });
  const known = new Map(
    (await readStudents(ids, ['studentId', 'firstName', 'lastName', 'picture'])).map((one) => [one.studentId, one]),
  );
  return [...ids.map((id): Listed => known.get(id) ?? erasedStudentName(id)), ...added].sort(
    (a, b) => a.lastName.localeCompare(b.lastName) || a.firstName.localeCompare(b.firstName),
  );
}

/**
 * The students with their class in a term (rule 45), by id. For a term that is closed or over the class comes from the report, also for students
 * who have left since. One request, and one more for such a term.
 */
export async function withClassInTerm<S extends Placed>(
  students: readonly S[],
  ofTerm: Term,
): Promise<ReadonlyMap<string, S>> {
  const source = ofTerm && students.length > 0 ? await readListSource(ofTerm) : 'register';
  if (!ofTerm || source === 'register') return new Map(students.map((student) => [student.studentId, student]));
  const places = await readClassesInTerm(students, { ...ofTerm, source });
  return new Map(
    students.flatMap((student) => {
      const place = places.get(student.studentId);
      if (!place) return [];
      const { by, ...inTerm } = place;
      return [[student.studentId, { ...student, ...inTerm, ...(by === 'report' ? { status: 'current' } : {}) }]];
    }),
  );
}

type Placed = Pick<StudentItem, 'studentId' | 'classId' | 'formLevel' | 'status'>;
