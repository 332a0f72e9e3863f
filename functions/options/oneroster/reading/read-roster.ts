import { readingWordings as wordings } from '#shared/options/oneroster/reading-wordings.ts';
import {
  type FileMode,
  fileModes,
  manifestColumns,
  manifestFile,
  propertyOfFile,
  type TableName,
  tableNames,
  tablesOfVersion,
  type Version,
  versions,
} from '#shared/options/oneroster/standard/versions.ts';
import { refusedFileError } from '../../../platform/xlsx/zip-archive.ts';
import { type ReadTable, readTable, type TableRow } from './read-table.ts';
import { openZipOfTables, type ZipOfTables } from './zip-of-tables.ts';

/** Files that are read, with the columns without which they say nothing. */
const readTables = {
  orgs: ['sourcedId', 'name', 'type'],
  academicSessions: ['sourcedId', 'title', 'type', 'startDate', 'endDate'],
  users: ['sourcedId', 'givenName', 'familyName'],
  roles: ['userSourcedId', 'role'],
  demographics: ['sourcedId'],
  courses: ['sourcedId', 'title'],
  classes: ['sourcedId', 'title', 'courseSourcedId', 'classType'],
  enrollments: ['classSourcedId', 'userSourcedId', 'role'],
  categories: ['sourcedId', 'title'],
  lineItems: ['sourcedId', 'title', 'classSourcedId'],
  results: ['lineItemSourcedId', 'studentSourcedId'],
} as const satisfies Partial<Record<TableName, readonly string[]>>;
export type RosterTable = keyof typeof readTables;
const rosterTables = Object.keys(readTables) as RosterTable[];

/** Columns with facts that have no place in the school, beside the sender's own. */
const leftColumns: Readonly<Partial<Record<RosterTable, readonly string[]>>> = {
  users: [
    ...['userIds', 'agentSourcedIds', 'password', 'userMasterIdentifier', 'pronouns'],
    ...['preferredGivenName', 'preferredMiddleName', 'preferredFamilyName'],
  ],
  roles: ['beginDate', 'endDate', 'userProfileSourcedId'],
  demographics:
    tablesOfVersion['1.2'].demographics
      ?.map(({ name }) => name)
      .filter((name) => !['sourcedId', 'status', 'dateLastModified', 'birthDate', 'sex'].includes(name)) ?? [],
  classes: ['location', 'periods'],
  enrollments: ['beginDate'],
  categories: ['weight'],
  lineItems: ['description'],
  results: ['comment', 'late', 'incomplete'],
};

/** A row that has an id of its own and is well formed. */
export interface RosterRow {
  row: number;
  sourcedId: string;
  isDeleted: boolean;
  cells: Readonly<Record<string, string>>;
}

/** A row that is refused whatever the school is. */
export interface RefusedRosterRow {
  table: RosterTable;
  row: number;
  what: string;
  note: string;
}

/** What a zip says, checked by itself. */
export interface Roster {
  version: Version;
  /** Files that are not in the zip are `absent`. */
  modes: Readonly<Record<RosterTable, FileMode>>;
  tables: Readonly<Record<RosterTable, readonly RosterRow[]>>;
  refused: readonly RefusedRosterRow[];
  notes: readonly string[];
}

/**
 * Reads a zip of OneRoster 1.1 or 1.2, whole or with changes.
 * @throws {ValidationError} on `file`, with the reason and what to do
 */
export async function readRoster(bytes: Uint8Array): Promise<Roster> {
  const zip = await openZipOfTables(bytes);
  const manifest = await readManifest(zip);
  const notes = [...zip.notes, ...manifest.notes];
  const modes = Object.fromEntries(rosterTables.map((table) => [table, modeOf(table, zip, manifest, notes)])) as Record<
    RosterTable,
    FileMode
  >;
  const isThere = (table: string) => zip.names.includes(`${table}.csv`.toLowerCase());
  const others = tableNames.filter((table) => !(table in readTables) && isThere(table));
  if (others.length > 0) notes.push(wordings.notMovedIn(others.map((table) => `${table}.csv`)));
  const said = manifest.version ?? (isThere('roles') ? '1.2' : '1.1');
  const read = new Map<RosterTable, ReadTable>();
  for (const table of rosterTables) {
    if (!isThere(table)) continue;
    const file = `${table}.csv`;
    const own = tablesOfVersion[said][table] ?? tablesOfVersion['1.2'][table] ?? [];
    const allColumns = [...own, ...columnsOfOtherVersion(table, said, own)];
    const one = await readTable(file, await zip.read(file.toLowerCase()), {
      columns: allColumns,
      needed: readTables[table],
    });
    notes.push(...one.notes);
    const left = [...one.filled].filter((name) => name.includes('.') || leftColumns[table]?.includes(name));
    if (left.length > 0) notes.push(wordings.factsLeft(file, left));
    read.set(table, one);
  }
  const hasOwnRoles = read.get('users')?.columns.has('role') ?? false;
  const version = isThere('roles') ? '1.2' : hasOwnRoles ? '1.1' : said;
  if (manifest.version !== undefined && version !== said) notes.push(wordings.otherVersion(said, version));
  const refused: RefusedRosterRow[] = [];
  const tables = Object.fromEntries(
    rosterTables.map((table) => [table, checkRows(table, read.get(table)?.rows ?? [], refused)]),
  ) as Record<RosterTable, RosterRow[]>;
  refuseCircles('orgs', tables.orgs, ({ name }) => name);
  refuseCircles('academicSessions', tables.academicSessions, ({ title }) => title);
  const isWhole = modes.users === 'bulk';
  return {
    version,
    modes,
    tables,
    refused,
    notes: [wordings.readAs(version, isWhole ? 'bulk' : 'delta'), ...notes],
  };
}

/** Columns of the other version are known, too: a manifest may say the wrong one. */
const columnsOfOtherVersion = (table: RosterTable, said: Version, own: readonly { name: string }[]) =>
  versions
    .filter((version) => version !== said)
    .flatMap((version) => tablesOfVersion[version][table] ?? [])
    .filter(({ name }) => !own.some((one) => one.name === name))
    .map((column) => ({ ...column, required: 'no' as const }));

interface Manifest {
  version: Version | undefined;
  properties: ReadonlyMap<string, string> | undefined;
  notes: readonly string[];
}

async function readManifest(zip: ZipOfTables): Promise<Manifest> {
  if (!zip.names.includes(manifestFile))
    return { version: undefined, properties: undefined, notes: [wordings.noManifest] };
  const columns = manifestColumns.map((name) => ({
    name,
    type: 'string' as const,
    isList: false,
    required: 'yes' as const,
    words: [],
    mayExtend: false,
    pointsTo: null,
  }));
  const { rows, notes } = await readTable(manifestFile, await zip.read(manifestFile), {
    columns,
    needed: manifestColumns,
  });
  const properties = new Map(
    rows.map(({ cells }) => [(cells.propertyName ?? '').toLowerCase(), (cells.value ?? '').toLowerCase()]),
  );
  const version = properties.get('oneroster.version');
  if (version === undefined) return { version: undefined, properties, notes };
  // Addresses of the standard write "v1p2".
  const plain = version.replace(/^v/, '').replace('p', '.');
  const known = versions.find((one) => one === plain);
  if (known === undefined) throw refusedFileError(wordings.unknownVersion(version));
  return { version: known, properties, notes };
}

/** Whether a file is whole, has changes, or is not there; refuses a manifest that says the contrary of the zip. */
function modeOf(table: RosterTable, zip: ZipOfTables, { properties }: Manifest, notes: string[]): FileMode {
  const file = `${table}.csv`;
  const isThere = zip.names.includes(file.toLowerCase());
  const said = properties?.get(propertyOfFile(table).toLowerCase());
  const mode = fileModes.find((one) => one === said);
  if (said !== undefined && said !== '' && mode === undefined) throw refusedFileError(wordings.unknownMode(file, said));
  if (!isThere) {
    if (mode === 'bulk' || mode === 'delta') throw refusedFileError(wordings.saidAndAbsent(file, mode));
    return 'absent';
  }
  if (mode === 'absent') throw refusedFileError(wordings.thereAndDenied(file));
  if (mode === undefined && properties !== undefined) notes.push(wordings.notListed(file));
  return mode ?? 'delta';
}

const withoutIds: ReadonlySet<RosterTable> = new Set(['roles', 'enrollments', 'results']);
const sourcedId = /^[A-Za-z0-9.\-_/@{}:]{1,255}$/;

/** The rows that have an id and a status; equal rows once, and of two with one id the first. */
function checkRows(table: RosterTable, rows: readonly TableRow[], refused: RefusedRosterRow[]): RosterRow[] {
  const byId = new Map<string, TableRow>();
  return rows.flatMap(({ row, cells }): RosterRow[] => {
    // They often have no id of their own: nothing points to them.
    const id = cells.sourcedId ?? (withoutIds.has(table) ? `row ${row}` : '');
    const what = describeRow(table, cells);
    const refuse = (note: string): RosterRow[] => {
      refused.push({ table, row, what, note });
      return [];
    };
    if (id === '') return refuse(wordings.noSourcedId);
    if (cells.sourcedId !== undefined && !sourcedId.test(id)) return refuse(wordings.badSourcedId(id));
    const status = (cells.status ?? 'active').toLowerCase();
    // 1.0 called what is current "inactive", too, where it had ended.
    if (!['active', 'tobedeleted', 'inactive'].includes(status)) return refuse(wordings.badStatus(status));
    const earlier = byId.get(id);
    if (earlier && isSame(earlier.cells, cells)) return [];
    if (earlier) return refuse(wordings.sameSourcedId(earlier.row));
    byId.set(id, { row, cells });
    return [{ row, sourcedId: id, isDeleted: status !== 'active', cells }];
  });
}

const isSame = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([key, value]) => other[key] === value);

/** Who or what a row is, for people. */
export const describeRow = (table: RosterTable, cells: Readonly<Record<string, string>>): string =>
  table === 'users'
    ? `${cells.givenName ?? ''} ${cells.familyName ?? ''}`.trim()
    : (cells.title ?? cells.name ?? cells.userSourcedId ?? cells.sourcedId ?? '');

/** @throws where what is part of what is a circle */
function refuseCircles(
  table: RosterTable,
  rows: readonly RosterRow[],
  nameOf: (cells: Readonly<Record<string, string>>) => string | undefined,
): void {
  const byId = new Map(rows.map((one) => [one.sourcedId, one]));
  const done = new Set<string>();
  for (const { sourcedId: start } of rows) {
    const way: string[] = [];
    for (let at: string | undefined = start; at !== undefined && !done.has(at); ) {
      const seen = way.indexOf(at);
      if (seen >= 0) {
        const titles = [...way.slice(seen), at].map((id) => nameOf(byId.get(id)?.cells ?? {}) ?? id);
        throw refusedFileError(wordings.circle(`${table}.csv`, titles));
      }
      way.push(at);
      at = byId.get(at)?.cells.parentSourcedId;
    }
    for (const id of way) done.add(id);
  }
}
