import { createHash } from 'node:crypto';
import { entity } from '../../platform/table/entity.ts';
import { school } from '../../school/records/school.ts';

/** What has a `sourcedId`. Demographics have their user's. */
export const sourcedKinds = [
  'org',
  'academicSession',
  'user',
  'role',
  'course',
  'class',
  'enrollment',
  'category',
  'lineItem',
  'result',
] as const;
export type SourcedKind = (typeof sourcedKinds)[number];

/** By which imports an id is remembered: an undo of the last of them forgets it. */
interface Remembered {
  /** Their keys, as long as they can be undone; absent of an id that stays. */
  runs?: string[] | undefined;
  /** When the first of them began, UTC. */
  at?: string | undefined;
  /** The id that it took the place of. */
  was?: (Remembered & { sourcedId: string }) | undefined;
}

/**
 * The id that another system gave to something of the school. Written by an import, where the id is not the one that
 * would be derived.
 */
export interface SourcedIdItem extends Remembered {
  kind: SourcedKind;
  /** Of `sourcedKeys`. */
  key: string;
  sourcedId: string;
  /** Of a student's user and role: it goes with the student. */
  studentId?: string | undefined;
}

export const SourcedIdEntity = entity<SourcedIdItem>()({
  name: 'sourced-id',
  pk: 'sourced-ids',
  sk: '${kind}#${key}',
});

/**
 * What each kind is known by, for as long as it is there. A key that has ids in it is made of those that are given
 * out, so that a school that took over another system's ids for people and classes has its enrollments and results,
 * too.
 */
export const sourcedKeys = {
  school: () => 'school',
  year: (year: number) => String(year),
  term: (year: number, term: number) => `${year}#${term}`,
  teacher: (employeeId: string) => `teacher#${employeeId}`,
  student: (studentId: string) => `student#${studentId}`,
  /** A user has one role. */
  roleOf: (user: string) => user,
  homeroomCourse: (formLevel: number) => `homeroom#${formLevel}`,
  course: (subjectId: string, formLevel: number) => `subject#${subjectId}#${formLevel}`,
  homeroom: (year: number, classId: string) => `homeroom#${year}#${classId}`,
  /** `teacher`: the id given out of the one who has these students alone; null for those of no teacher's own. */
  lesson: (of: { year: number; subjectId: string; classId: string; teacher: string | null }) =>
    `subject#${of.year}#${of.subjectId}#${of.classId}${of.teacher === null ? '' : `#${of.teacher}`}`,
  enrollment: (of: { classSourcedId: string; userSourcedId: string; role: string }) =>
    `${of.classSourcedId}#${of.userSourcedId}#${of.role}`,
  category: (part: 'course' | 'exam') => part,
  lineItem: (of: { classSourcedId: string; term: string; part: 'course' | 'exam' }) =>
    `${of.classSourcedId}#${of.term}#${of.part}`,
  result: (of: { lineItemSourcedId: string; studentSourcedId: string }) =>
    `${of.lineItemSourcedId}#${of.studentSourcedId}`,
} as const;

/** Gives ids out: those of another system where there are any, else derived ones. */
export type GiveSourcedId = (kind: SourcedKind, key: string) => string;

/** The ids of this school. A query of one partition, empty unless an import has remembered ids. */
export async function readSourcedIds(): Promise<GiveSourcedId> {
  return giveSourcedIds(await SourcedIdEntity.query({}), school().id);
}

/**
 * With these remembered. Derived ones are of the school's own id, or of the id that another system gave to it: so a
 * school that is imported into an empty one has the same ids, and remembers only those that its keys do not give.
 */
export function giveSourcedIds(remembered: readonly SourcedIdItem[], schoolId: string): GiveSourcedId {
  const known = new Map(remembered.map(({ kind, key, sourcedId }) => [`${kind}#${key}`, sourcedId]));
  const own = known.get(`org#${sourcedKeys.school()}`) ?? ownIdOfSchool(schoolId);
  return (kind, key) =>
    known.get(`${kind}#${key}`) ?? (kind === 'org' && key === sourcedKeys.school() ? own : derivedId(own, kind, key));
}

/** Namespace of the ids of schools. */
const product = '1b0f3c52-6f0e-5b1e-9d0c-6a5f6f3d7c11';

export const ownIdOfSchool = (schoolId: string): string => nameBasedUuid(product, schoolId);

/** What an id is without a remembered one. */
export const derivedId = (idOfSchool: string, kind: SourcedKind, key: string): string =>
  nameBasedUuid(isUuid(idOfSchool) ? idOfSchool : nameBasedUuid(product, `org#${idOfSchool}`), `${kind}#${key}`);

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** A UUID of version 5: of a namespace and a name in it (RFC 9562, 5.5). */
export function nameBasedUuid(namespace: string, name: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
