import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { parse } from 'csv-parse/sync';
import JSZip from 'jszip';
import { writeRosterZip } from '#functions/options/oneroster/files-out/roster-zip.ts';
import { givenTables, readSchoolAsRecords } from '#functions/options/oneroster/school-as-records/school-as-records.ts';
import { takeSnapshots } from '#functions/options/oneroster/snapshots/keep-snapshots.ts';
import { changesSince, partOfTable } from '#functions/options/oneroster/snapshots/snapshot.ts';
import { inParallel } from '#functions/platform/in-parallel.ts';
import { createTableClientOfTests, findTableOfPartition, scanBothTables } from '../../school/both-tables.ts';

/** The school as it is now, in the files that it gives out. */
export async function zipOfSchool(): Promise<Uint8Array> {
  const school = await readSchoolAsRecords();
  return zipOf({ mode: 'bulk', rowsOf: (table) => school.of(table) });
}

/** Takes a snapshot of the school. @returns what changed since the moment, in files, and the next moment */
export async function changesOfSchool(since: string): Promise<{ zip: Uint8Array; takenAt: string }> {
  const snapshots = await takeSnapshots();
  const zip = await zipOf({
    mode: 'delta',
    rowsOf: (table) => changesSince(snapshots[partOfTable(table)], table, since),
  });
  return { zip, takenAt: snapshots.people.takenAt };
}

async function zipOf(of: Pick<Parameters<typeof writeRosterZip>[1], 'mode' | 'rowsOf'>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const target = {
    bytes: 0,
    write: async (bytes: Uint8Array) => {
      pieces.push(bytes);
      target.bytes += bytes.length;
    },
  };
  await writeRosterZip(target, {
    ...of,
    tables: givenTables,
    source: { systemName: 'Formroom', systemCode: 'tests' },
    madeAt: new Date('2025-10-01T08:00:00.000Z'),
  });
  return Buffer.concat(pieces);
}

/** The rows of each CSV file, headings first, in the order of their ids. */
export async function tablesOf(zip: Uint8Array): Promise<Record<string, string[][]>> {
  const { files } = await JSZip.loadAsync(zip, { checkCRC32: true });
  const tables: Record<string, string[][]> = {};
  for (const { name, async: read } of Object.values(files).map((one) => ({
    name: one.name,
    async: () => one.async('string'),
  }))) {
    const [headings = [], ...rows] = parse(await read(), { relax_column_count: true }) as string[][];
    tables[name] = [headings, ...rows.sort(([a = ''], [b = '']) => a.localeCompare(b))];
  }
  return tables;
}

/** Files that differ, and what in them does: a line that one alone has, and of whom it is. `dateLastModified` may. */
export function differencesOf(
  before: Readonly<Record<string, string[][]>>,
  after: Readonly<Record<string, string[][]>>,
): string[] {
  const lineOf = (headings: readonly string[], row: readonly string[]) =>
    JSON.stringify(
      Object.fromEntries(headings.map((name, index) => [name, name === 'dateLastModified' ? '' : row[index]])),
    );
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((file) => {
    const linesOf = ([headings = [], ...rows]: string[][] = []) => new Set(rows.map((row) => lineOf(headings, row)));
    const [old, now] = [linesOf(before[file]), linesOf(after[file])];
    return [
      ...[...old].filter((line) => !now.has(line)).map((line) => `${file} had ${line}`),
      ...[...now].filter((line) => !old.has(line)).map((line) => `${file} has ${line}`),
    ];
  });
}

/** What an empty school has: its terms, and who signs in; accounts and user names are looked at one by one. */
const ofEmptySchool = /^(terms|session#|access#|attempts|challenge|request#|cookie|signing|secret)/;

/** Deletes everything of a school but its terms and the accounts of its office. */
export async function emptySchool(): Promise<void> {
  const client = createTableClientOfTests();
  const items = await scanBothTables();
  const office = new Set(items.flatMap((one) => (one.role === 'Admin' || one.role === 'PTA' ? [one.accountId] : [])));
  const stays = ({ pk, accountId }: (typeof items)[number]) =>
    ofEmptySchool.test(String(pk)) || (/^(account|user-name|username)#/.test(String(pk)) && office.has(accountId));
  await inParallel(
    items.filter((one) => !stays(one)),
    {
      atOnce: 20,
      does: ({ pk, sk }) => client.send(new DeleteCommand({ TableName: findTableOfPartition(pk), Key: { pk, sk } })),
    },
  );
}
