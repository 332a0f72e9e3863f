import type { GivenTable, RecordsOfTable } from '../school-as-records/records.ts';
import type { SnapshotRecord } from '../snapshots/snapshot.ts';
import type { GuidReference, RestKind, RestRecord } from './record-fields.ts';

/** The service that answers for an object, and the collection that it is in. */
const homeOfKind: Readonly<Record<RestKind, string>> = {
  academicSession: 'rostering/v1p2/academicSessions',
  class: 'rostering/v1p2/classes',
  course: 'rostering/v1p2/courses',
  demographics: 'rostering/v1p2/demographics',
  enrollment: 'rostering/v1p2/enrollments',
  org: 'rostering/v1p2/orgs',
  user: 'rostering/v1p2/users',
  category: 'gradebook/v1p2/categories',
  lineItem: 'gradebook/v1p2/lineItems',
  result: 'gradebook/v1p2/results',
  scoreScale: 'gradebook/v1p2/scoreScales',
};

/** Makes links to objects of a school. `address` is its site, `https://marks.example.edu`. */
export type Refer = (type: RestKind, sourcedId: string) => GuidReference;
export const referAt =
  (address: string): Refer =>
  (type, sourcedId) => ({
    href: `${address}/ims/oneroster/${homeOfKind[type]}/${encodeURIComponent(sourcedId)}`,
    sourcedId,
    type,
  });

/** What the objects of a table are made of, beside their own row. */
export interface Surroundings {
  refer: Refer;
  /** Of users: their roles, which change with them. */
  rolesOfUser: ReadonlyMap<string, readonly SnapshotRecord<'roles'>[]>;
  /** Of sessions: their parts. */
  partsOfSession: ReadonlyMap<string, readonly SnapshotRecord<'academicSessions'>[]>;
}

/** Roles are a part of their user. */
export type RestTable = Exclude<GivenTable, 'roles'>;

type ToRest = {
  readonly [T in RestTable]: (record: RecordsOfTable[T], of: Surroundings) => Record<string, unknown>;
};

const isThere = ({ status }: Pick<SnapshotRecord, 'status'>): boolean => status === 'active';
const flag = (value: boolean | null): 'true' | 'false' => (value ? 'true' : 'false');
/** A day as the moment at which it begins: the binding has moments where the files have days. */
const dayAsMoment = (day: string): string => `${day}T00:00:00.000Z`;

/** How the row of each file is an object of the REST binding, its fields in the standard's order. */
const toRest: ToRest = {
  orgs: ({ name, type, identifier }) => ({ name, type, identifier }),
  academicSessions: (one, { refer, partsOfSession }) => ({
    title: one.title,
    startDate: one.startDate,
    endDate: one.endDate,
    type: one.type,
    parent: one.parentSourcedId && refer('academicSession', one.parentSourcedId),
    children: partsOfSession
      .get(one.sourcedId)
      ?.filter(isThere)
      .map((part) => refer('academicSession', part.sourcedId)),
    schoolYear: one.schoolYear,
  }),
  users: (one, { refer, rolesOfUser }) => ({
    username: one.username,
    enabledUser: flag(one.enabledUser),
    givenName: one.givenName,
    familyName: one.familyName,
    middleName: one.middleName,
    roles: (rolesOfUser.get(one.sourcedId) ?? [])
      .filter(({ status }) => status === one.status)
      .map(({ roleType, role, orgSourcedId }) => ({
        roleType,
        role,
        org: refer('org', orgSourcedId),
      })),
    primaryOrg: refer('org', one.primaryOrgSourcedId),
    identifier: one.identifier,
    grades: one.grades,
  }),
  courses: (one, { refer }) => ({
    title: one.title,
    schoolYear: refer('academicSession', one.schoolYearSourcedId),
    courseCode: one.courseCode,
    grades: one.grades,
    subjects: one.subjects,
    org: refer('org', one.orgSourcedId),
    subjectCodes: one.subjectCodes,
  }),
  classes: (one, { refer }) => ({
    title: one.title,
    classCode: one.classCode,
    classType: one.classType,
    grades: one.grades,
    subjects: one.subjects,
    course: refer('course', one.courseSourcedId),
    school: refer('org', one.schoolSourcedId),
    terms: one.termSourcedIds.map((id) => refer('academicSession', id)),
    subjectCodes: one.subjectCodes,
  }),
  enrollments: (one, { refer }) => ({
    user: refer('user', one.userSourcedId),
    class: refer('class', one.classSourcedId),
    school: refer('org', one.schoolSourcedId),
    role: one.role,
    primary: flag(one.primary),
  }),
  demographics: ({ birthDate, sex }) => ({ birthDate, sex }),
  categories: ({ title }) => ({ title }),
  lineItems: (one, { refer }) => ({
    title: one.title,
    assignDate: dayAsMoment(one.assignDate),
    dueDate: dayAsMoment(one.dueDate),
    class: refer('class', one.classSourcedId),
    school: refer('org', one.schoolSourcedId),
    category: refer('category', one.categorySourcedId),
    academicSession: refer('academicSession', one.academicSessionSourcedId),
    resultValueMin: one.resultValueMin,
    resultValueMax: one.resultValueMax,
  }),
  results: (one, { refer }) => ({
    lineItem: refer('lineItem', one.lineItemSourcedId),
    student: refer('user', one.studentSourcedId),
    class: refer('class', one.classSourcedId),
    scoreStatus: one.scoreStatus,
    score: one.score,
    textScore: one.textScore,
    scoreDate: one.scoreDate,
    inProgress: flag(one.inProgress),
    missing: flag(one.missing),
  }),
};

/**
 * The object of a row. What is blank in the row is left out, and so is an empty list. It changes with the rows that it
 * is made of besides.
 */
export function toRestRecord<T extends RestTable>(table: T, record: SnapshotRecord<T>, of: Surroundings): RestRecord {
  const { sourcedId, status } = record;
  const own = Object.entries(toRest[table](record, of)).filter(
    ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  const others =
    table === 'users'
      ? of.rolesOfUser.get(sourcedId)
      : table === 'academicSessions'
        ? of.partsOfSession.get(sourcedId)
        : undefined;
  const moments = [record, ...(others ?? [])].map(({ dateLastModified }) => dateLastModified);
  return { sourcedId, status, dateLastModified: moments.sort().at(-1) ?? '', ...Object.fromEntries(own) };
}
