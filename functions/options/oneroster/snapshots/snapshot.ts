import { rosterFileDays } from '#shared/options/oneroster/jobs.ts';
import { tables12 } from '#shared/options/oneroster/standard/tables-1-2.ts';
import type { GivenTable, RecordsOfTable } from '../school-as-records/records.ts';
import { givenTables } from '../school-as-records/school-as-records.ts';

/** The school's records are in two parts: programs that read people do not wait until all marks are read. */
export type SnapshotPart = 'people' | 'marks';
export const tablesOfPart: Readonly<Record<SnapshotPart, readonly GivenTable[]>> = {
  people: givenTables.filter((table) => table !== 'results'),
  marks: ['results'],
};
export const partOfTable = (table: GivenTable): SnapshotPart => (table === 'results' ? 'marks' : 'people');

/** A record as other systems get it, with the moment of the snapshot that first had it so, or had it no more. */
export type SnapshotRecord<T extends GivenTable = GivenTable> = RecordsOfTable[T] & { dateLastModified: string };

export type RowsOfTables = { readonly [T in GivenTable]?: readonly RecordsOfTable[T][] };

/**
 * What other systems get of a part. The records of a school have no moments of their own, or not of all that their rows
 * are made of: so a reading is compared with the one before it. Times are ISO 8601, UTC, with milliseconds.
 */
export interface Snapshot {
  /** Since when changes are known: when the first one was taken, or the one after one that was lost. */
  beganAt: string;
  /** When the reading of the school began. */
  readAt: string;
  /** No record has a later moment, and every one that changes from now on will have. */
  takenAt: string;
  /** By table: what there is in the order of the reading, then what has gone. */
  tables: { readonly [T in GivenTable]?: readonly SnapshotRecord<T>[] };
}

/**
 * The moment of a snapshot that is written now, not before the last one. It is two seconds ahead: a program that asks
 * before it can be read, and notes when it asked, has an earlier time, and does not lose the change.
 */
export const momentOfSnapshot = (now: Date, ...before: readonly (Snapshot | null)[]): Date =>
  new Date(Math.max(now.getTime() + 2000, ...before.map((one) => (one ? Date.parse(one.takenAt) + 1 : 0))));

/** Days for which a snapshot has what is deleted. */
export const deletedDays = rosterFileDays;

/**
 * The next snapshot: a record that says what it said keeps its moment, and one that is not there any more is
 * `tobedeleted` for two weeks. @param previous null where there is none, or where it is lost
 * @param of.at of `momentOfSnapshot`
 */
export function takeSnapshot(
  previous: Snapshot | null,
  rows: RowsOfTables,
  { part, readAt, at }: { part: SnapshotPart; readAt: Date; at: Date },
): Snapshot {
  const takenAt = at.toISOString();
  const oldest = new Date(at.getTime() - deletedDays * 86_400_000).toISOString();
  const recordsNow = <T extends GivenTable>(table: T): SnapshotRecord<T>[] => {
    const own = previous?.tables[table] as readonly SnapshotRecord<T>[] | undefined;
    const before = new Map(own?.map((record) => [record.sourcedId, record]));
    const there = new Map<string, SnapshotRecord<T>>();
    for (const record of (rows[table] ?? []) as readonly RecordsOfTable[T][]) {
      const { sourcedId } = record;
      if (there.has(sourcedId)) continue;
      const earlier = before.get(sourcedId);
      const isSame = earlier?.status === 'active' && factsOf(table, earlier, record) === factsOf(table, record);
      there.set(sourcedId, isSame ? earlier : { ...record, dateLastModified: takenAt });
    }
    const gone = [...before.values()].flatMap((record): SnapshotRecord<T>[] => {
      if (there.has(record.sourcedId)) return [];
      if (record.status === 'active') return [asGone(table, record, takenAt)];
      return record.dateLastModified < oldest ? [] : [record];
    });
    return [...there.values(), ...gone];
  };
  return {
    beganAt: previous?.beganAt ?? takenAt,
    readAt: readAt.toISOString(),
    takenAt,
    tables: Object.fromEntries(tablesOfPart[part].map((table) => [table, recordsNow(table)])),
  };
}

/** What a row says, as a text. @param like another of it, whose suppositions are left out */
function factsOf<T extends GivenTable>(
  table: T,
  record: RecordsOfTable[T],
  { supposes }: Pick<RecordsOfTable[GivenTable], 'supposes'> = record,
): string {
  const values = new Map<string, unknown>(Object.entries(record));
  return JSON.stringify(
    tables12[table].slice(3).map(({ name }) => (name === supposes ? null : (values.get(name) ?? null))),
  );
}

/** The row of one that has gone: what the standard asks of every row, what it points to, and nothing else. */
function asGone<T extends GivenTable>(table: T, record: SnapshotRecord<T>, at: string): SnapshotRecord<T> {
  const values = new Map<string, unknown>(Object.entries(record));
  const kept = tables12[table].map(({ name, required, isList, pointsTo }) => {
    const isBlank = required === 'no' && pointsTo === null;
    return [name, isBlank ? (isList ? [] : null) : values.get(name)];
  });
  return { ...Object.fromEntries(kept), status: 'tobedeleted', dateLastModified: at };
}

/** Whether all that changed since then is known: neither from before the first snapshot nor from too long ago. */
export const knowsSince = ({ beganAt, takenAt }: Snapshot, since: string): boolean =>
  since >= beganAt && Date.parse(takenAt) - Date.parse(since) <= deletedDays * 86_400_000;

/** What changed after a moment, and what went. */
export const changesSince = <T extends GivenTable>(
  snapshot: Snapshot,
  table: T,
  since: string,
): readonly SnapshotRecord<T>[] =>
  recordsOf(snapshot, table).filter(({ dateLastModified }) => dateLastModified > since);

export const recordsOf = <T extends GivenTable>(snapshot: Snapshot, table: T): readonly SnapshotRecord<T>[] =>
  (snapshot.tables[table] as readonly SnapshotRecord<T>[] | undefined) ?? [];
