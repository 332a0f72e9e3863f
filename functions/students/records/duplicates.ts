import { createIdFinder, withoutLeadingZeros } from '#shared/students/id-finder.ts';
import {
  identityKeys,
  type SharedFact,
  type StudentIdentity,
  sharedFactLabels,
} from '#shared/students/identity-keys.ts';
import { recordWordings } from '#shared/students/wordings.ts';
import { readCurrentStudents } from './rosters/read-rosters.ts';
import { StudentEntity, type StudentItem } from './store.ts';

const comparedAttributes = [
  'studentId',
  'firstName',
  'lastName',
  'dateOfBirth',
  'birthCertificateNo',
  'seaNo',
  'classId',
  'status',
] as const;

/** A student of the school with the facts that are compared. */
export type KnownStudent = Pick<StudentItem, (typeof comparedAttributes)[number]>;

/** A person to compare with the register; without an id where none is assigned yet. */
export type PersonToCompare = StudentIdentity & { studentId?: string };

export interface DuplicateStudent {
  student: KnownStudent;
  same: SharedFact;
}

/** All students, archived ones too, in no order. Two queries, with a page for each megabyte of archived students. */
export async function readAllIdentities(): Promise<KnownStudent[]> {
  const archived = StudentEntity.queryBy('all', { status: 'archived' }, { only: [...comparedAttributes] });
  return (await Promise.all([readCurrentStudents(), archived])).flat();
}

/** Makes a search for students with other ids who may be the same person. */
export function createDuplicateFinder(known: readonly KnownStudent[]) {
  const found = new Map<string, KnownStudent[]>();
  for (const one of known) {
    for (const [, key] of identityKeys(one)) found.set(key, [...(found.get(key) ?? []), one]);
  }
  return (one: PersonToCompare): DuplicateStudent[] =>
    identityKeys(one).flatMap(([same, key]) =>
      (found.get(key) ?? [])
        .filter(({ studentId }) => studentId !== one.studentId)
        .map((student) => ({ student, same })),
    );
}

/**
 * Makes the search of students by an imported id (rule 55): the exact one, or else those whose ids differ in zeros
 * alone.
 */
export function createImportedIdFinder<S extends { studentId: string }>(students: readonly S[]) {
  const byId = new Map(students.map((student) => [student.studentId, student]));
  const find = createIdFinder(byId.keys());
  return (typed: string): { exact: S | null; near: S[] } => {
    const { exact, near } = find(typed);
    return {
      exact: (exact !== null && byId.get(exact)) || null,
      near: near.flatMap((id) => byId.get(id) ?? []),
    };
  };
}

/**
 * Makes the search of students whose SEA number differs in leading zeros alone, which spreadsheets drop: a question, as
 * of ids (rule 55). Without those who have the number itself.
 */
export function createNearSeaFinder<S extends { studentId: string; seaNo?: string | undefined }>(
  students: readonly S[],
) {
  const bySea = Map.groupBy(
    students.filter(({ seaNo }) => seaNo !== undefined),
    ({ seaNo = '' }) => withoutLeadingZeros(seaNo),
  );
  return ({ seaNo = '', studentId }: Pick<PersonToCompare, 'seaNo' | 'studentId'>): S[] => {
    const near = seaNo === '' ? [] : (bySea.get(withoutLeadingZeros(seaNo)) ?? []);
    return near.some((one) => one.seaNo === seaNo) ? [] : near.filter((one) => one.studentId !== studentId);
  };
}

const classOrArchive = ({ classId, status }: KnownStudent): string => (status === 'archived' ? 'archived' : classId);

/** "00123 exists: Anna Bell, 3A.", for an imported id that differs from it in zeros alone. */
export const nearIdSentence = (student: KnownStudent): string =>
  `${student.studentId} exists: ${student.firstName} ${student.lastName}, ${classOrArchive(student)}.`;

/** The question about such a student, which a person has to answer (rule 55). */
export const nearIdQuestion = (student: KnownStudent): string => recordWordings.nearId(nearIdSentence(student));

/** The question about a student whose SEA number differs in zeros alone. */
export const nearSeaQuestion = (student: KnownStudent): string =>
  recordWordings.nearSea(describeStudent(student), student.seaNo ?? '');

/** "Anna Bell, 3A (00123)", or "Anna Bell, archived (00123)". */
export const describeStudent = (student: KnownStudent): string =>
  `${student.firstName} ${student.lastName}, ${classOrArchive(student)} (${student.studentId})`;

/** "Same SEA Reg No. as Anna Bell, 3A (00123)". */
export const describeDuplicate = ({
  student,
  same,
}: {
  student: KnownStudent;
  same: SharedFact | 'id' | 'near id' | 'near sea';
}): string => `Same ${sharedFactLabels[same]} as ${describeStudent(student)}`;
