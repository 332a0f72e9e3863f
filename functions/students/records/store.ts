import type { EntityItem } from 'electrodb';
import { createWriteTransaction } from 'electrodb';
import { lastFirst } from '#shared/people/last-first.ts';
import { type StudentAttribute, studentAttributes } from '#shared/students/fields.ts';
import type { RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { AuditRow, auditRow, writeAudited } from '../../platform/table/audit.ts';
import { entity, itemKey, readMany } from '../../platform/table/table.ts';
import { textPages } from '../../platform/table/text-pages.ts';

const optionalTexts = Object.fromEntries(studentAttributes.map((name) => [name, { type: 'string' }])) as Record<
  StudentAttribute,
  { readonly type: 'string' }
>;

/** The roster of those who left. */
export const archive = 'archived';

/** A pupil. Current ones are in the roster of their class; archived ones in that of the archive. */
export const Student = entity({
  model: { entity: 'student', version: '1', service: 'formroom' },
  attributes: {
    studentId: { type: 'string', required: true },
    firstName: { type: 'string', required: true },
    middleName: { type: 'string' },
    lastName: { type: 'string', required: true },
    /** The present class, or the last one of an archived student. */
    classId: { type: 'string', required: true },
    formLevel: { type: 'number', required: true },
    status: { type: ['current', 'archived'] as const, required: true },
    /** yyyy-MM-dd. */
    dateOfBirth: { type: 'string' },
    birthCertificateNo: { type: 'string' },
    houseCode: { type: 'string' },
    seaNo: { type: 'string' },
    entryDate: { type: 'string' },
    /** The act that gave the student a subject last: who moves the student with all subjects has it for a condition. */
    givenBy: { type: 'string' },
    /** Must choose a new password at the next sign-in. */
    mustResetPassword: { type: 'boolean' },
    /** Why an archived student left; absent where nobody said. */
    leavingReason: { type: 'string' },
    /** The act that archived the student, for the undo of it; absent after a promotion. */
    archivedIn: { type: 'string' },
    ...optionalTexts,
    /** The class list a current student is in, or the archive. */
    roster: {
      type: 'string',
      watch: ['classId', 'status'],
      set: (_value, { classId, status }) => (status === 'archived' ? archive : classId),
    },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['studentId'], template: 'student#${studentId}', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'student', casing: 'none' },
    },
    classList: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['roster'], template: 'class#${roster}', casing: 'none' },
      sk: {
        field: 'gsi1sk',
        composite: ['lastName', 'firstName', 'studentId'],
        template: '${lastName}#${firstName}#${studentId}',
        casing: 'none',
      },
    },
    all: {
      index: 'gsi2',
      pk: { field: 'gsi2pk', composite: ['status'], template: 'students#${status}', casing: 'none' },
      sk: { field: 'gsi2sk', composite: ['studentId'], template: '${studentId}', casing: 'none' },
    },
  },
});

export const studentKey = (studentId: string) => itemKey(Student, { studentId });

/** Names a student's trail. */
export const studentSubject = (studentId: string): string => `student#${studentId}`;

/** The current students of a class, by name. One query. The archive is no class, however a caller names it: it has those who left. */
export async function studentsOfClass(classId: string) {
  if (classId === archive) return [];
  const { data } = await Student.query.classList({ roster: classId }).go({ pages: 'all' });
  return data;
}

/** Every current student with the present class and whether it is to be repeated, and the names, in no order. A query's page holds a megabyte of students. */
export async function currentStudentClasses() {
  const { data } = await Student.query
    .all({ status: 'current' })
    .go({ pages: 'all', attributes: ['studentId', 'classId', 'repeater', 'firstName', 'lastName'] });
  return data;
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

const withAudit = { Student, AuditRow };

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
  await writeAudited(
    createWriteTransaction(withAudit, (entities) => [
      entities.Student.patch({ studentId }).set({ mustResetPassword: after }).commit(),
      entities.AuditRow.create(row).commit(),
    ]),
  );
}

export type StudentItem = EntityItem<typeof Student>;

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
