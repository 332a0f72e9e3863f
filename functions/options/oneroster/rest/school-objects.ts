import type { GivenTable, RecordsOfTable, RoleRecord } from '../school-as-records/records.ts';
import { readSchoolAsRecords, type SchoolAsRecords } from '../school-as-records/school-as-records.ts';
import type { RosterObjects } from './readings.ts';
import type { RestKind, RestRecord } from './record-fields.ts';
import { referAt, type Surroundings, toRestRecord } from './to-rest-record.ts';

/**
 * Milliseconds for which a process answers from what it has read. A program that pages through a list asks every
 * second or so: its pages are of one moment, and the school is read once and not once a page. What is newer is seen
 * after that.
 */
export const keptMilliseconds = 60_000;

const tableOfKind = {
  academicSession: 'academicSessions',
  class: 'classes',
  course: 'courses',
  demographics: 'demographics',
  enrollment: 'enrollments',
  org: 'orgs',
  user: 'users',
  category: 'categories',
  lineItem: 'lineItems',
  result: 'results',
} as const satisfies Partial<Record<RestKind, GivenTable>>;

/** The school as it was at a moment, and what was made of it since. */
interface Snapshot {
  readAt: number;
  school: Promise<SchoolAsRecords>;
  objects: Map<string, Promise<readonly RestRecord[]>>;
}
let kept: Snapshot | undefined;

/** The objects of the school; those of a minute ago where this process has them. @param address of its site */
export function readSchoolObjects(address: string, now: Date): RosterObjects {
  const age = now.getTime() - (kept?.readAt ?? Number.NEGATIVE_INFINITY);
  const snapshot = kept && age >= 0 && age < keptMilliseconds ? kept : begin(now);
  const once = (name: string, read: () => Promise<readonly RestRecord[]>) => {
    const found = snapshot.objects.get(name) ?? read();
    snapshot.objects.set(name, found);
    // What could not be read is read again by the next request.
    found.catch(() => snapshot.objects.delete(name));
    return found;
  };
  return {
    // The school has no scales of grades that a mark is looked up in.
    all: (kind) => (kind === 'scoreScale' ? Promise.resolve([]) : once(kind, () => readAll(snapshot, kind, address))),
    resultsOfClass: (id) => once(`results of ${id}`, () => readResultsOfClass(snapshot, id, address)),
  };
}

function begin(now: Date): Snapshot {
  const snapshot: Snapshot = { readAt: now.getTime(), school: readSchoolAsRecords(), objects: new Map() };
  snapshot.school.catch(() => {
    if (kept === snapshot) kept = undefined;
  });
  kept = snapshot;
  return snapshot;
}

/** Forgets what was read. For tests, which change the school and read it again at once. */
export const forgetSchoolObjects = (): void => {
  kept = undefined;
};

async function readAll(
  { school, readAt }: Snapshot,
  kind: Exclude<RestKind, 'scoreScale'>,
  address: string,
): Promise<RestRecord[]> {
  const records = await school;
  const table = tableOfKind[kind];
  const of: Surroundings = {
    refer: referAt(address),
    readAt: new Date(readAt).toISOString(),
    rolesOfUser: kind === 'user' ? await groupRoles(records) : new Map(),
    childrenOfSession: kind === 'academicSession' ? await groupChildren(records) : new Map(),
  };
  return toObjects(table, records.of(table), of);
}

async function readResultsOfClass(
  { school, readAt }: Snapshot,
  classSourcedId: string,
  address: string,
): Promise<RestRecord[]> {
  const results = (await school).resultsOfClass(classSourcedId);
  return toObjects('results', results, {
    refer: referAt(address),
    readAt: new Date(readAt).toISOString(),
    rolesOfUser: new Map(),
    childrenOfSession: new Map(),
  });
}

async function toObjects<T extends Exclude<GivenTable, 'roles'>>(
  table: T,
  records: AsyncIterable<RecordsOfTable[T]> | Iterable<RecordsOfTable[T]>,
  of: Surroundings,
): Promise<RestRecord[]> {
  const objects: RestRecord[] = [];
  for await (const record of records) objects.push(toRestRecord(table, record, of));
  return objects;
}

async function groupRoles(school: SchoolAsRecords): Promise<Map<string, RoleRecord[]>> {
  const roles: RoleRecord[] = [];
  for await (const role of school.of('roles')) roles.push(role);
  return Map.groupBy(roles, ({ userSourcedId }) => userSourcedId);
}

async function groupChildren(school: SchoolAsRecords): Promise<Map<string, string[]>> {
  const children = new Map<string, string[]>();
  for await (const { sourcedId, parentSourcedId } of school.of('academicSessions')) {
    if (parentSourcedId !== null) children.set(parentSourcedId, [...(children.get(parentSourcedId) ?? []), sourcedId]);
  }
  return children;
}
