import { lastFirst } from '#shared/people/last-first.ts';
import { type StudentAttribute, studentAttributes } from '#shared/students/fields.ts';
import type { RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { AuditRow, auditRow, writeAudited } from '../../platform/table/audit.ts';
import { entity } from '../../platform/table/entity.ts';
import { readMany } from '../../platform/table/table.ts';
import { textPages } from '../../platform/table/text-pages.ts';

type OptionalTexts = { [A in StudentAttribute]?: string | undefined };

/** The roster of those who left. */
export const archiveRoster = 'archived';

/** A pupil. Current ones are in the roster of their class; archived ones in that of the archive. */
export interface StudentItem extends OptionalTexts {
  studentId: string;
  firstName: string;
  middleName?: string | undefined;
  lastName: string;
  /** The present class, or the last one of an archived student. */
  classId: string;
  formLevel: number;
  status: 'current' | 'archived';
  /** yyyy-MM-dd. */
  dateOfBirth?: string | undefined;
  birthCertificateNo?: string | undefined;
  houseCode?: string | undefined;
  seaNo?: string | undefined;
  entryDate?: string | undefined;
  /** The act that gave the student a subject last: who moves the student with all subjects has it for a condition. */
  givenBy?: string | undefined;
  /** Must choose a new password at the next sign-in. */
  mustResetPassword?: boolean | undefined;
  /** Why an archived student left; absent where nobody said. */
  leavingReason?: string | undefined;
  /** The act that archived the student, for the undo of it; absent after a promotion. */
  archivedIn?: string | undefined;
  /** The class list a current student is in, or the archive. */
  roster?: string | undefined;
}

const ownAttributes: Record<Exclude<keyof StudentItem, StudentAttribute>, true> = {
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
  roster: true,
};
/** All that a record may have. */
export const studentItemAttributes = [...Object.keys(ownAttributes), ...studentAttributes] as (keyof StudentItem)[];

export const Student = entity<StudentItem>()({
  name: 'student',
  pk: 'student#${studentId}',
  sk: 'student',
  indexes: {
    classList: { index: 'gsi1', pk: 'class#${roster}', sk: '${lastName}#${firstName}#${studentId}' },
    all: { index: 'gsi2', pk: 'students#${status}', sk: '${studentId}' },
  },
  derived: ({ classId, status }) =>
    classId === undefined ? {} : { roster: status === 'archived' ? archiveRoster : classId },
});

export const studentKey = (studentId: string) => Student.key({ studentId });

/** Names a student's trail. */
export const studentSubject = (studentId: string): string => `student#${studentId}`;

/** The current students of a class, by name. One query. The archive is no class, however a caller names it: it has those who left. */
export async function studentsOfClass(classId: string) {
  if (classId === archiveRoster) return [];
  return Student.queryBy('classList', { roster: classId });
}

/** Every current student with the present class and whether it is to be repeated, and the names, in no order. A query's page holds a megabyte of students. */
export async function currentStudentClasses() {
  return Student.queryBy(
    'all',
    { status: 'current' },
    { only: ['studentId', 'classId', 'repeater', 'firstName', 'lastName'] },
  );
}

export type StudentStatus = 'current' | 'archived';

/**
 * Every student of a status by id, with these attributes alone, as they are stored; a list for each megabyte of the table. Not
 * strongly consistent: an index is a moment behind.
 */
export const studentPages = (
  status: StudentStatus,
  { only, after }: { only: readonly string[]; after?: string | undefined },
) => textPages({ index: 'gsi2', partition: `students#${status}`, only, after });

/** The ids of every student of a status; those of erased students are in none. A query for each megabyte of students. */
export async function studentIds(status: StudentStatus): Promise<string[]> {
  const ids: string[] = [];
  for await (const { items } of studentPages(status, { only: ['studentId'] }))
    for (const { studentId } of items) ids.push(studentId?.S ?? '');
  return ids;
}

/** The ids of all who are or were at the school. */
export const currentAndArchivedIds = async (): Promise<string[]> =>
  (await Promise.all([studentIds('current'), studentIds('archived')])).flat();

/** Marks or unmarks a student for a new password; audited, and done once for one idempotency key. */
export async function setMustResetPassword({
  studentId,
  before,
  after,
  caller,
  request,
}: {
  studentId: string;
  before: boolean;
  after: boolean;
  caller: Caller;
  request: RequestFacts;
}): Promise<void> {
  const changes = [{ field: 'mustResetPassword', before, after }];
  const row = auditRow({ subject: studentSubject(studentId), changes, caller, request });
  await writeAudited([Student.update({ studentId }, { set: { mustResetPassword: after } }), AuditRow.create(row)]);
}

/**
 * Students by id, those that exist, in any order; with `only`, those attributes of each. One request for each hundred.
 */
export async function studentsByIds<K extends keyof StudentItem & string = keyof StudentItem & string>(
  studentIds: readonly string[],
  only?: readonly K[],
): Promise<Pick<StudentItem, K>[]> {
  return readMany(studentIds.map(studentKey), only);
}

/** "First Last"; the id of a student who is not on record. */
export const nameOf = (student: Pick<StudentItem, 'firstName' | 'lastName'> | undefined, studentId: string): string =>
  student ? `${student.firstName} ${student.lastName}` : studentId;

/** "Last, First" of each student who exists, by id. One request for each hundred. */
export async function studentNames(studentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const students = await studentsByIds(studentIds, ['studentId', 'firstName', 'lastName']);
  return new Map(students.map((student) => [student.studentId, lastFirst(student)]));
}
