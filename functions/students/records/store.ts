import { lastFirst } from '#shared/people/shared-names.ts';
import { type OptionalStudentField, optionalStudentFields } from '#shared/students/fields.ts';
import { studentWordings } from '#shared/students/wordings.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { entity } from '../../platform/table/entity.ts';
import { readMany } from '../../platform/table/table.ts';
import { type RosterEntry, type RosterStudent, rosterAttributes, type StudentPlace } from './rosters/class-roster.ts';
import { followInRosters } from './rosters/follow-in-rosters.ts';

type OptionalTexts = { [A in OptionalStudentField]?: string | undefined };

/** The roster of students who left. */
export const archiveRoster = 'archived';

/** A student. The roster of current ones is their class, that of the others the archive. */
export interface StudentItem extends OptionalTexts, RosterEntry, StudentPlace {
  /** The act that last assigned a subject to the student: a move of all subjects uses it as its condition. */
  givenBy?: string | undefined;
  /** Must choose a new password at the next sign-in. */
  mustResetPassword?: boolean | undefined;
  /** Why an archived student left; absent where no reason was given. */
  leavingReason?: string | undefined;
  /** Employee ids by subject: those that an archived student had on leaving, where several teach a level. */
  ownTeachers?: Readonly<Record<string, string>> | undefined;
  /** The act that archived the student, for its undo; absent after a promotion. */
  archivedIn?: string | undefined;
  /**
   * `1A 2025-10-09`: in 1A to that day; `1A 2025`: to the end of that academic year. In order; absent where there was
   * no other class.
   */
  earlierClasses?: readonly string[] | undefined;
  /** The class of a current student, or the archive: key of the class list. */
  roster?: string | undefined;
}

const ownAttributes: Record<Exclude<keyof StudentItem, OptionalStudentField>, true> = {
  studentId: true,
  firstName: true,
  lastName: true,
  middleName: true,
  dateOfBirth: true,
  birthCertificateNo: true,
  houseCode: true,
  seaNo: true,
  entryDate: true,
  mustResetPassword: true,
  classId: true,
  formLevel: true,
  status: true,
  givenBy: true,
  leavingReason: true,
  archivedIn: true,
  ownTeachers: true,
  returnedAt: true,
  roster: true,
  earlierClasses: true,
};
/** What no list shows. */
const unlisted: ReadonlySet<string> = new Set<keyof StudentItem>([
  'givenBy',
  'mustResetPassword',
  'leavingReason',
  'archivedIn',
  'ownTeachers',
  'earlierClasses',
]);
/** Every attribute of a record. */
export const studentItemAttributes = [...Object.keys(ownAttributes), ...optionalStudentFields] as (keyof StudentItem)[];

export const StudentEntity = entity<StudentItem>()({
  name: 'student',
  pk: 'student#${studentId}',
  sk: 'student',
  indexes: {
    classList: { index: 'gsi1', pk: 'class#${roster}', sk: '${lastName}#${firstName}#${studentId}' },
    all: { index: 'gsi2', pk: 'students#${status}', sk: '${studentId}' },
  },
  companions: (write) => followInRosters(write, { unlisted, listCurrentStudents: listCurrentStudentsFromRecords }),
  derived: ({ classId, status }) =>
    classId === undefined ? {} : { roster: status === 'archived' ? archiveRoster : classId },
});

/** Every current student as the records have it, eventually consistent. */
export function listCurrentStudentsFromRecords(): Promise<RosterStudent[]> {
  return StudentEntity.queryBy('all', { status: 'current' }, { only: [...rosterAttributes, 'classId', 'status'] });
}

export const studentKey = (studentId: string) => StudentEntity.key({ studentId });

/** The audit subject of a student. */
export const studentAuditSubject = (studentId: string): string => `student#${studentId}`;

export type StudentStatus = StudentItem['status'];

/** Marks or unmarks a student for a new password; audited, and done once for one idempotency key. */
export async function setMustResetPassword({
  studentId,
  before,
  after,
  by,
}: {
  studentId: string;
  before: boolean;
  after: boolean;
  by: Authorship;
}): Promise<void> {
  const changes = [{ field: 'mustResetPassword', before, after }];
  await commit({
    by,
    changes: [StudentEntity.update({ studentId }, { set: { mustResetPassword: after } })],
    trail: { subject: studentAuditSubject(studentId), changes },
  });
}

/**
 * The existing students of these ids, in any order; with `only`, these attributes alone. One request for each hundred.
 */
export async function readStudents<K extends keyof StudentItem & string = keyof StudentItem & string>(
  studentIds: readonly string[],
  only?: readonly K[],
): Promise<Pick<StudentItem, K>[]> {
  return readMany(studentIds.map(studentKey), only);
}

/** "First Last"; the id where the student does not exist. */
export const studentName = (
  student: Pick<StudentItem, 'firstName' | 'lastName'> | undefined,
  studentId: string,
): string => (student ? `${student.firstName} ${student.lastName}` : studentId);

/** "Last, First" of each existing student, by id. One request for each hundred. */
export async function readStudentNames(studentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const students = await readStudents(studentIds, ['studentId', 'firstName', 'lastName']);
  return new Map(students.map((student) => [student.studentId, lastFirst(student)]));
}

/** @throws NotFoundError where there is no such student */
export function requireStudent<S>(student: S | undefined): S {
  if (!student) throw new NotFoundError(studentWordings.notFound);
  return student;
}

/** @throws NotFoundError where there is no such student, or only an archived one */
export function requireCurrentStudent<S extends { status: string }>(student: S | undefined): S {
  return requireStudent(student?.status === 'current' ? student : undefined);
}
