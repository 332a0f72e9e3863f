import { readWhatIsTold } from '../told/keep-told.ts';
import { partOfTable, recordsOf, type Told, type ToldPart } from '../told/told.ts';
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
const made: { [P in ToldPart]?: { told: Told; address: string; objects: Map<RestTable, readonly RestRecord[]> } } = {};

/** The objects of the school, with those that have gone. @param address of its site */
export function readSchoolObjects(address: string, now: Date): RosterObjects {
  // One state a request, however many lists of it the answer is made of.
  const asked = new Map<ToldPart, Promise<Told>>();
  const ask = (part: ToldPart): Promise<Told> => {
    const told = asked.get(part) ?? readWhatIsTold(part, { now, atMost: keptMilliseconds });
    asked.set(part, told);
    return told;
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

function objectsOf(told: Told, table: RestTable, address: string): readonly RestRecord[] {
  const part = partOfTable(table);
  const before = made[part];
  const kept = before?.told === told && before.address === address ? before : { told, address, objects: new Map() };
  made[part] = kept;
  const objects = kept.objects.get(table) ?? toObjects(told, table, address);
  kept.objects.set(table, objects);
  return objects;
}

function toObjects<T extends RestTable>(told: Told, table: T, address: string): readonly RestRecord[] {
  const of = {
    refer: referAt(address),
    rolesOfUser: Map.groupBy(table === 'users' ? recordsOf(told, 'roles') : [], ({ userSourcedId }) => userSourcedId),
    partsOfSession: Map.groupBy(
      table === 'academicSessions' ? recordsOf(told, 'academicSessions') : [],
      ({ parentSourcedId }) => parentSourcedId ?? '',
    ),
  };
  return recordsOf(told, table).map((record) => toRestRecord(table, record, of));
}
