import { type Identity, identityKeys, type Sameness, sameAs } from '#shared/students/same-student.ts';
import { Student, type StudentItem } from '../store.ts';

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

/** What of a student is compared with another. */
export type Known = Pick<StudentItem, (typeof compared)[number]>;

/** Who may be the same as somebody, under an id or none yet. */
export type Candidate = Identity & { studentId?: string };

export interface Double {
  student: Known;
  same: Sameness;
}

/** Everybody, archived ones too, in no order. Two queries, a page for each megabyte of students. */
export async function everybody(): Promise<Known[]> {
  const lists = await Promise.all(
    (['current', 'archived'] as const).map((status) =>
      Student.query.all({ status }).go({ pages: 'all', attributes: [...compared] }),
    ),
  );
  return lists.flatMap(({ data }) => data);
}

/** Makes a search for those who may be the same as another, but not under the same id. */
export function doubleFinder(known: readonly Known[]) {
  const found = new Map<string, Known[]>();
  for (const one of known) {
    for (const [, key] of identityKeys(one)) found.set(key, [...(found.get(key) ?? []), one]);
  }
  return (one: Candidate): Double[] =>
    identityKeys(one).flatMap(([same, key]) =>
      (found.get(key) ?? [])
        .filter(({ studentId }) => studentId !== one.studentId)
        .map((student) => ({ student, same })),
    );
}

/** "Anna Bell, 3A (00123)", or "Anna Bell, archived (00123)". */
export const whoIs = ({ firstName, lastName, classId, status, studentId }: Known): string =>
  `${firstName} ${lastName}, ${status === 'archived' ? 'archived' : classId} (${studentId})`;

/** "Same SEA Reg No. as Anna Bell, 3A (00123)". */
export const sameOne = ({ student, same }: { student: Known; same: Sameness | 'id' }): string =>
  `Same ${sameAs[same]} as ${whoIs(student)}`;
