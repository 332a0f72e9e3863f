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

/** In what two records are the same. Papers have numbers of their own; people may share a name and a birthday. */
export type Sameness = 'sea_no' | 'birth_certificate_no' | 'name and birthday';

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
    for (const [, key] of keysOf(one)) found.set(key, [...(found.get(key) ?? []), one]);
  }
  return (one: Partial<Known>): Double[] =>
    keysOf(one).flatMap(([same, key]) =>
      (found.get(key) ?? [])
        .filter(({ studentId }) => studentId !== one.studentId)
        .map((student) => ({ student, same })),
    );
}

function keysOf({ seaNo, birthCertificateNo, firstName, lastName, dateOfBirth }: Partial<Known>): [Sameness, string][] {
  const keys: [Sameness, string][] = [];
  if (fold(seaNo)) keys.push(['sea_no', `sea ${fold(seaNo)}`]);
  if (fold(birthCertificateNo)) keys.push(['birth_certificate_no', `pin ${fold(birthCertificateNo)}`]);
  if (dateOfBirth && fold(firstName) && fold(lastName)) {
    keys.push(['name and birthday', `${fold(lastName)} ${fold(firstName)} ${dateOfBirth}`]);
  }
  return keys;
}

/** Without blanks, dashes, accents and case: "José-Luis" is "jose luis". */
const fold = (text = ''): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** "Anna Bell, 3A (00123)", or "Anna Bell, archived (00123)". */
export const whoIs = ({ firstName, lastName, classId, status, studentId }: Known): string =>
  `${firstName} ${lastName}, ${status === 'archived' ? 'archived' : classId} (${studentId})`;
