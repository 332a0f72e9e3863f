import { csvLine, csvRow } from '#shared/options/oneroster/standard/cells.ts';
import { tables12 } from '#shared/options/oneroster/standard/tables-1-2.ts';
import {
  type FileMode,
  manifestColumns,
  manifestFile,
  manifestVersion,
  propertyOfFile,
  tableNames,
} from '#shared/options/oneroster/standard/versions.ts';
import { writeDeflated, writeDirectory, type ZipEntry } from '../../../platform/files/zip-pieces.ts';
import type { GivenTable, RecordsOfTable } from '../school-as-records/records.ts';

/** Characters of rows that are compressed at once. */
const pieceLength = 1 << 16;

/** Takes bytes of the zip, and knows how many it has. */
export interface ZipTarget {
  readonly bytes: number;
  write(bytes: Uint8Array): Promise<void>;
}

interface RosterZip {
  /** In the order of the tables, which is that of the zip. */
  tables: readonly GivenTable[];
  rowsOf: <T extends GivenTable>(table: T) => Records<T>;
  mode: Exclude<FileMode, 'absent'>;
  /** What the manifest says of where it comes from. */
  source: { systemName: string; systemCode: string };
  madeAt: Date;
}

/**
 * Writes files of OneRoster 1.2 with their manifest: a file without rows is not allowed, and is left out. In a whole
 * file status and time of change are blank, and who has left is not in it; in one of changes both are there.
 * @returns rows by file
 */
export async function writeRosterZip(
  target: ZipTarget,
  { tables, rowsOf, mode, source, madeAt }: RosterZip,
): Promise<Partial<Record<GivenTable, number>>> {
  const entries: ZipEntry[] = [];
  const rows: Partial<Record<GivenTable, number>> = {};
  const write = (bytes: Uint8Array) => target.write(bytes);
  const add = async (name: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => {
    entries.push(await writeDeflated(content, { name, offset: target.bytes, madeAt, write }));
  };
  for (const table of tables) {
    const records = mode === 'bulk' ? activeOf(rowsOf(table)) : allOf(rowsOf(table));
    const first = await records.next();
    if (first.done) continue;
    await add(
      `${table}.csv`,
      linesOf(table, first.value, records, () => {
        rows[table] = (rows[table] ?? 0) + 1;
      }),
    );
  }
  await add(manifestFile, [Buffer.from(manifestOf(rows, mode, source))]);
  await writeDirectory(entries, { offset: target.bytes, madeAt, write });
  return rows;
}

type Records<T extends GivenTable> = AsyncIterable<RecordsOfTable[T]> | Iterable<RecordsOfTable[T]>;
type Row<T extends GivenTable> = Omit<RecordsOfTable[T], 'status'> & { status: string | null };

async function* activeOf<T extends GivenTable>(records: Records<T>): AsyncGenerator<Row<T>> {
  for await (const record of records)
    if (record.status === 'active') yield { ...record, status: null, dateLastModified: null };
}

async function* allOf<T extends GivenTable>(records: Records<T>): AsyncGenerator<Row<T>> {
  yield* records;
}

async function* linesOf<T extends GivenTable>(
  table: T,
  first: Row<T>,
  others: AsyncIterable<Row<T>>,
  onRow: () => void,
): AsyncGenerator<Uint8Array> {
  const columns = tables12[table];
  const lineOf = (record: Row<T>): string => {
    onRow();
    return csvRow(columns, { ...record });
  };
  let piece = csvLine(columns.map(({ name }) => name)) + lineOf(first);
  for await (const record of others) {
    piece += lineOf(record);
    if (piece.length < pieceLength) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}

const manifestOf = (
  rows: Partial<Record<GivenTable, number>>,
  mode: RosterZip['mode'],
  { systemName, systemCode }: RosterZip['source'],
): string =>
  [
    manifestColumns,
    ['manifest.version', manifestVersion],
    ['oneroster.version', '1.2'],
    ...tableNames.map((name) => [propertyOfFile(name), name in rows ? mode : 'absent']),
    ['source.systemName', systemName],
    ['source.systemCode', systemCode],
  ]
    .map(csvLine)
    .join('');
