import { fileKey } from '#shared/http/contract.ts';
import { readOnerosterSettings } from '#shared/options/oneroster/settings.ts';
import { readUnlessKnown, writeIfKnown } from '../../../platform/files/versioned-file.ts';
import { logger } from '../../../platform/log.ts';
import { TableBusyError } from '../../../platform/table/client/transient-errors.ts';
import { school } from '../../../school/records/school.ts';
import type { GivenTable } from '../school-as-records/records.ts';
import { readSchoolAsRecords, type SchoolAsRecords } from '../school-as-records/school-as-records.ts';
import {
  momentOfSnapshot,
  type RowsOfTables,
  type Snapshot,
  type SnapshotPart,
  tablesOfPart,
  takeSnapshot,
} from './snapshot.ts';
import { packSnapshot, unpackSnapshot } from './snapshot-as-bytes.ts';

/** Ends two weeks after it was last written, as the files beside it do: then the next one is a first one. */
export const keyOfSnapshot = (part: SnapshotPart): string => fileKey('roster-files', `snapshots/${part}.json.gz`);

/** A snapshot as the bucket has it; null where nobody can read it. */
interface Kept {
  etag: string;
  snapshot: Snapshot | null;
}

/** What this process read or wrote last; each request asks the bucket whether it is still the newest. */
const known = new Map<SnapshotPart, Kept>();

/** Forgets them, as a process that begins has none. For tests. */
export const forgetOwnCopies = (): void => known.clear();

async function open(part: SnapshotPart): Promise<Kept | null> {
  const earlier = known.get(part);
  const read = await readUnlessKnown(keyOfSnapshot(part), earlier?.etag);
  if (read === 'same') return earlier ?? null;
  known.delete(part);
  if (read === null) return null;
  const kept = { etag: read.etag, snapshot: unpackSnapshot(read.bytes, part) };
  if (kept.snapshot === null) logger.error('a snapshot for other systems cannot be read', { part });
  known.set(part, kept);
  return kept;
}

/** Attempts against others who take one at the same time. */
const mostAttempts = 5;

/**
 * Writes what a reading of the school found. A snapshot of a later reading, written meanwhile, is kept instead.
 * @param opened before it; it is opened again where another has written meanwhile
 */
async function keep(
  part: SnapshotPart,
  { rows, readAt, at, opened }: { rows: RowsOfTables; readAt: Date; at: Date; opened: Kept | null },
): Promise<Snapshot> {
  let before = opened;
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    if (before?.snapshot && before.snapshot.readAt >= readAt.toISOString()) return before.snapshot;
    const previous = before?.snapshot ?? null;
    const moment = attempt === 0 ? at : momentOfSnapshot(new Date(), previous);
    const snapshot = takeSnapshot(previous, rows, { part, readAt, at: moment });
    const of = { bytes: packSnapshot(snapshot), type: 'application/gzip', known: before?.etag ?? null };
    const etag = await writeIfKnown(keyOfSnapshot(part), of);
    if (etag !== null) {
      known.set(part, { etag, snapshot });
      return snapshot;
    }
    before = await open(part);
  }
  throw new TableBusyError('Others took snapshots at the same time.');
}

/**
 * The snapshot of a part: the last one where it is at most so many milliseconds old, else a new one.
 * One request where the last one is used.
 */
export async function readSnapshot(
  part: SnapshotPart,
  { now, atMost }: { now: Date; atMost: number },
): Promise<Snapshot> {
  const opened = await open(part);
  const age = now.getTime() - Date.parse(opened?.snapshot?.readAt ?? '');
  // One of the future is of another clock: it ends by itself.
  if (opened?.snapshot && age < atMost) return opened.snapshot;
  const readAt = new Date();
  const rows = await rowsOf(await readSchoolAsRecords(), tablesOfPart[part]);
  return keep(part, { rows, readAt, at: momentOfSnapshot(new Date(), opened?.snapshot ?? null), opened });
}

/** Takes one of both parts, of one reading and one moment: where others were faster, the school is read again. */
export async function takeSnapshots(): Promise<Readonly<Record<SnapshotPart, Snapshot>>> {
  for (let attempt = 0; ; attempt += 1) {
    const readAt = new Date();
    const records = await readSchoolAsRecords();
    const rows = await rowsOf(records, [...tablesOfPart.people, ...tablesOfPart.marks]);
    const [ofPeople, ofMarks] = await Promise.all([open('people'), open('marks')]);
    const at = momentOfSnapshot(new Date(), ofPeople?.snapshot ?? null, ofMarks?.snapshot ?? null);
    const [people, marks] = await Promise.all([
      keep('people', { rows, readAt, at, opened: ofPeople }),
      keep('marks', { rows, readAt, at, opened: ofMarks }),
    ]);
    const isOne = people.readAt === marks.readAt && people.takenAt === marks.takenAt;
    if (isOne || attempt === mostAttempts) return { people, marks };
  }
}

async function rowsOf(records: SchoolAsRecords, tables: readonly GivenTable[]): Promise<RowsOfTables> {
  const { demographics } = readOnerosterSettings(school().optionSettings);
  const rows = new Map<GivenTable, unknown[]>();
  for (const table of tables) {
    // Once the school file does not give them out any more, they have gone.
    if (table === 'demographics' && !demographics) continue;
    const own: unknown[] = [];
    for await (const record of records.of(table)) own.push(record);
    rows.set(table, own);
  }
  return Object.fromEntries(rows);
}
