import { rosterFileDays } from '#shared/options/oneroster/jobs.ts';
import { tables12 } from '#shared/options/oneroster/standard/tables-1-2.ts';
import type { GivenTable, RecordsOfTable } from '../school-as-records/records.ts';
import { givenTables } from '../school-as-records/school-as-records.ts';

/** The school's records are told in two parts: who asks for people need not wait until all marks are read. */
export type ToldPart = 'people' | 'marks';
export const tablesOfPart: Readonly<Record<ToldPart, readonly GivenTable[]>> = {
  people: givenTables.filter((table) => table !== 'results'),
  marks: ['results'],
};
export const partOfTable = (table: GivenTable): ToldPart => (table === 'results' ? 'marks' : 'people');

/** A record as it was told to other systems. Its moment is the one at which a reading first saw it so, or saw it gone. */
export type ToldRecord<T extends GivenTable = GivenTable> = RecordsOfTable[T] & { dateLastModified: string };

export type RowsOfTables = { readonly [T in GivenTable]?: readonly RecordsOfTable[T][] };

/**
 * What was last told of a part. The records of a school have no moments of their own, or not of all that their rows are
 * made of: so a reading is compared with the one before it. Times are ISO 8601, UTC, with milliseconds.
 */
export interface Told {
  /** Since when changes are known: before it nothing was told, or it is lost. */
  beganAt: string;
  /** When the reading of the school began. */
  readAt: string;
  /** No record has a later moment, and every one that changes from now on will have. */
  toldAt: string;
  /** By table: what there is in the order of the reading, then what has gone. */
  tables: { readonly [T in GivenTable]?: readonly ToldRecord<T>[] };
}

/**
 * The moment of what is written now, not before the last one. It is two seconds ahead: whoever asks before the new
 * state can be read, and notes the time at which they asked, has an earlier one, and the change is not lost for them.
 */
export const momentOfTelling = (now: Date, ...before: readonly (Told | null)[]): Date =>
  new Date(Math.max(now.getTime() + 2000, ...before.map((told) => (told ? Date.parse(told.toldAt) + 1 : 0))));

/** Days for which it is told that a record has gone. */
export const toldGoneDays = rosterFileDays;

/**
 * What is told from now on: a record that says what it said keeps its moment, and one that is not there any more is
 * `tobedeleted` for two weeks. @param previous null where nothing was told, or where that is lost
 * @param of.at of `momentOfTelling`
 */
export function tellAgain(
  previous: Told | null,
  rows: RowsOfTables,
  { part, readAt, at }: { part: ToldPart; readAt: Date; at: Date },
): Told {
  const toldAt = at.toISOString();
  const oldest = new Date(at.getTime() - toldGoneDays * 86_400_000).toISOString();
  const told = <T extends GivenTable>(table: T): ToldRecord<T>[] => {
    const own = previous?.tables[table] as readonly ToldRecord<T>[] | undefined;
    const before = new Map(own?.map((record) => [record.sourcedId, record]));
    const there = new Map<string, ToldRecord<T>>();
    for (const record of (rows[table] ?? []) as readonly RecordsOfTable[T][]) {
      const { sourcedId } = record;
      if (there.has(sourcedId)) continue;
      const earlier = before.get(sourcedId);
      const isSame = earlier?.status === 'active' && factsOf(table, earlier, record) === factsOf(table, record);
      there.set(sourcedId, isSame ? earlier : { ...record, dateLastModified: toldAt });
    }
    const gone = [...before.values()].flatMap((record): ToldRecord<T>[] => {
      if (there.has(record.sourcedId)) return [];
      if (record.status === 'active') return [asGone(table, record, toldAt)];
      return record.dateLastModified < oldest ? [] : [record];
    });
    return [...there.values(), ...gone];
  };
  return {
    beganAt: previous?.beganAt ?? toldAt,
    readAt: readAt.toISOString(),
    toldAt,
    tables: Object.fromEntries(tablesOfPart[part].map((table) => [table, told(table)])),
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
function asGone<T extends GivenTable>(table: T, record: ToldRecord<T>, at: string): ToldRecord<T> {
  const values = new Map<string, unknown>(Object.entries(record));
  const kept = tables12[table].map(({ name, required, isList, pointsTo }) => {
    const isBlank = required === 'no' && pointsTo === null;
    return [name, isBlank ? (isList ? [] : null) : values.get(name)];
  });
  return { ...Object.fromEntries(kept), status: 'tobedeleted', dateLastModified: at };
}

/** Whether all that changed since then is known: neither before the first telling, nor so long ago that who went is forgotten. */
export const knowsSince = ({ beganAt, toldAt }: Told, since: string): boolean =>
  since >= beganAt && Date.parse(toldAt) - Date.parse(since) <= toldGoneDays * 86_400_000;

/** What changed after a moment, and what went. */
export const changesSince = <T extends GivenTable>(told: Told, table: T, since: string): readonly ToldRecord<T>[] =>
  recordsOf(told, table).filter(({ dateLastModified }) => dateLastModified > since);

export const recordsOf = <T extends GivenTable>(told: Told, table: T): readonly ToldRecord<T>[] =>
  (told.tables[table] as readonly ToldRecord<T>[] | undefined) ?? [];
