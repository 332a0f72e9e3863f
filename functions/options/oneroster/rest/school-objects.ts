import { readSnapshot } from '../snapshots/keep-snapshots.ts';
import { partOfTable, recordsOf, type Snapshot, type SnapshotPart } from '../snapshots/snapshot.ts';
import type { RosterObjects } from './readings.ts';
import type { RestKind, RestRecord } from './record-fields.ts';
import { type RestTable, referAt, toRestRecord } from './to-rest-record.ts';

/**
 * Milliseconds that an answer is old at most. A program that pages through a list asks every second or so: the school
 * is read once and not once a page, whichever process answers.
 */
export const keptMilliseconds = 5 * 60_000;

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
} as const satisfies Partial<Record<RestKind, RestTable>>;

/** Objects that this process has made of a state, and of none before it. */
const made: {
  [P in SnapshotPart]?: { snapshot: Snapshot; address: string; objects: Map<RestTable, readonly RestRecord[]> };
} = {};

/** The objects of the school, with those that have gone. @param address of its site */
export function readSchoolObjects(address: string, now: Date): RosterObjects {
  // One state a request, however many lists of it the answer is made of.
  const asked = new Map<SnapshotPart, Promise<Snapshot>>();
  const ask = (part: SnapshotPart): Promise<Snapshot> => {
    const snapshot = asked.get(part) ?? readSnapshot(part, { now, atMost: keptMilliseconds });
    asked.set(part, snapshot);
    return snapshot;
  };
  return {
    all: async (kind) => {
      // The school has no scales of grades that a mark is looked up in.
      if (kind === 'scoreScale') return [];
      const table = tableOfKind[kind];
      return objectsOf(await ask(partOfTable(table)), table, address);
    },
  };
}

function objectsOf(snapshot: Snapshot, table: RestTable, address: string): readonly RestRecord[] {
  const part = partOfTable(table);
  const before = made[part];
  const kept =
    before?.snapshot === snapshot && before.address === address ? before : { snapshot, address, objects: new Map() };
  made[part] = kept;
  const objects = kept.objects.get(table) ?? toObjects(snapshot, table, address);
  kept.objects.set(table, objects);
  return objects;
}

function toObjects<T extends RestTable>(snapshot: Snapshot, table: T, address: string): readonly RestRecord[] {
  const of = {
    refer: referAt(address),
    rolesOfUser: Map.groupBy(
      table === 'users' ? recordsOf(snapshot, 'roles') : [],
      ({ userSourcedId }) => userSourcedId,
    ),
    partsOfSession: Map.groupBy(
      table === 'academicSessions' ? recordsOf(snapshot, 'academicSessions') : [],
      ({ parentSourcedId }) => parentSourcedId ?? '',
    ),
  };
  return recordsOf(snapshot, table).map((record) => toRestRecord(table, record, of));
}
