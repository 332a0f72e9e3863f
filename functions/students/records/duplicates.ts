import { idFinder } from '#shared/students/same-id.ts';
import { type Identity, identityKeys, type Sameness, sameAs } from '#shared/students/same-student.ts';
import { Student, type StudentItem } from './store.ts';

const compared = [
  'studentId',
  'firstName',
  'lastName',
  'dateOfBirth',
  'birthCertificateNo',
  'seaNo',
  'classId',
  'status',
] as const;

/** The facts of a student that are compared. */
export type Known = Pick<StudentItem, (typeof compared)[number]>;

/** A person to compare with the register; without an id where none has been given yet. */
export type Candidate = Identity & { studentId?: string };

export interface Duplicate {
  student: Known;
  same: Sameness;
}

/** Everybody, archived ones too, in no order. Two queries, a page for each megabyte of students. */
export async function everybody(): Promise<Known[]> {
  const lists = await Promise.all(
    (['current', 'archived'] as const).map((status) => Student.queryBy('all', { status }, { only: [...compared] })),
  );
  return lists.flat();
}

/** Makes a search for those who may be the same as another, but not under the same id. */
export function duplicateFinder(known: readonly Known[]) {
  const found = new Map<string, Known[]>();
  for (const one of known) {
    for (const [, key] of identityKeys(one)) found.set(key, [...(found.get(key) ?? []), one]);
  }
  return (one: Candidate): Duplicate[] =>
    identityKeys(one).flatMap(([same, key]) =>
      (found.get(key) ?? [])
        .filter(({ studentId }) => studentId !== one.studentId)
        .map((student) => ({ student, same })),
    );
}

/** Makes the search of students by an id from outside (rule 55): whom it names exactly, or else those whose ids differ in zeros alone. */
export function studentFinder<S extends { studentId: string }>(students: readonly S[]) {
  const byId = new Map(students.map((student) => [student.studentId, student]));
  const find = idFinder(byId.keys());
  return (typed: string): { exact: S | null; near: S[] } => {
    const { exact, near } = find(typed);
    return {
      exact: (exact !== null && byId.get(exact)) || null,
      near: near.flatMap((id) => byId.get(id) ?? []),
    };
  };
}

const placeOf = ({ classId, status }: Known): string => (status === 'archived' ? 'archived' : classId);

/** "00123 exists: Anna Bell, 3A.": of a student whose id differs in zeros alone from one that came in. */
export const existsAs = (student: Known): string =>
  `${student.studentId} exists: ${student.firstName} ${student.lastName}, ${placeOf(student)}.`;

/** What is asked of such a student, never decided (rule 55). */
export const sameIdQuestion = (student: Known): string => `${existsAs(student)} Is this the same student?`;

/** "Anna Bell, 3A (00123)", or "Anna Bell, archived (00123)". */
export const whoIs = (student: Known): string =>
  `${student.firstName} ${student.lastName}, ${placeOf(student)} (${student.studentId})`;

/** "Same SEA Reg No. as Anna Bell, 3A (00123)". */
export const sameOne = ({ student, same }: { student: Known; same: Sameness | 'id' | 'near id' }): string =>
  `Same ${sameAs[same]} as ${whoIs(student)}`;
