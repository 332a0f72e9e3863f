import { fileKey } from '#shared/http/contract.ts';
import { readOnerosterSettings } from '#shared/options/oneroster/settings.ts';
import { readUnlessKnown, writeIfKnown } from '../../../platform/files/versioned-file.ts';
import { logger } from '../../../platform/log.ts';
import { TableBusyError } from '../../../platform/table/client/transient-errors.ts';
import { school } from '../../../school/records/school.ts';
import type { GivenTable } from '../school-as-records/records.ts';
import { readSchoolAsRecords, type SchoolAsRecords } from '../school-as-records/school-as-records.ts';
import { momentOfTelling, type RowsOfTables, type Told, type ToldPart, tablesOfPart, tellAgain } from './told.ts';
import { readTold, writeTold } from './told-as-bytes.ts';

/** Ends two weeks after it was last written, as the files beside it do: then everything is told anew. */
export const keyOfTold = (part: ToldPart): string => fileKey('roster-files', `told/${part}.json.gz`);

/** A state as the bucket has it; `told` is null where nobody can read it. */
interface Kept {
  etag: string;
  told: Told | null;
}

/** What this process read or wrote last: the bucket is asked whether it still stands. */
const known = new Map<ToldPart, Kept>();

/** Forgets them, as a process that begins has none. For tests. */
export const forgetOwnCopies = (): void => known.clear();

async function open(part: ToldPart): Promise<Kept | null> {
  const earlier = known.get(part);
  const read = await readUnlessKnown(keyOfTold(part), earlier?.etag);
  if (read === 'same') return earlier ?? null;
  known.delete(part);
  if (read === null) return null;
  const kept = { etag: read.etag, told: readTold(read.bytes, part) };
  if (kept.told === null) logger.error('what was told to other systems cannot be read', { part });
  known.set(part, kept);
  return kept;
}

/** Attempts against others who tell at the same time. */
const mostAttempts = 5;

/**
 * Writes what a reading of the school found. Where somebody was first whose reading began later, theirs stands.
 * @param opened before it; it is opened again where another has written meanwhile
 */
async function tell(
  part: ToldPart,
  { rows, readAt, at, opened }: { rows: RowsOfTables; readAt: Date; at: Date; opened: Kept | null },
): Promise<Told> {
  let before = opened;
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    if (before?.told && before.told.readAt >= readAt.toISOString()) return before.told;
    const previous = before?.told ?? null;
    const moment = attempt === 0 ? at : momentOfTelling(new Date(), previous);
    const told = tellAgain(previous, rows, { part, readAt, at: moment });
    const of = { bytes: writeTold(told), type: 'application/gzip', known: before?.etag ?? null };
    const etag = await writeIfKnown(keyOfTold(part), of);
    if (etag !== null) {
      known.set(part, { etag, told });
      return told;
    }
    before = await open(part);
  }
  throw new TableBusyError('Others told the school at the same time.');
}

/**
 * What is told of a part: the last state where it was read at most so many milliseconds ago, else the school is read.
 * One request while it stands.
 */
export async function readWhatIsTold(part: ToldPart, { now, atMost }: { now: Date; atMost: number }): Promise<Told> {
  const opened = await open(part);
  const age = now.getTime() - Date.parse(opened?.told?.readAt ?? '');
  // One of the future is of another clock: it ends by itself.
  if (opened?.told && age < atMost) return opened.told;
  const readAt = new Date();
  const rows = await rowsOf(await readSchoolAsRecords(), tablesOfPart[part]);
  return tell(part, { rows, readAt, at: momentOfTelling(new Date(), opened?.told ?? null), opened });
}

/** Reads the school, and tells both parts. They are of one reading and one moment: else the school is read again. */
export async function tellSchool(): Promise<Readonly<Record<ToldPart, Told>>> {
  for (let attempt = 0; ; attempt += 1) {
    const readAt = new Date();
    const records = await readSchoolAsRecords();
    const rows = await rowsOf(records, [...tablesOfPart.people, ...tablesOfPart.marks]);
    const [ofPeople, ofMarks] = await Promise.all([open('people'), open('marks')]);
    const at = momentOfTelling(new Date(), ofPeople?.told ?? null, ofMarks?.told ?? null);
    const [people, marks] = await Promise.all([
      tell('people', { rows, readAt, at, opened: ofPeople }),
      tell('marks', { rows, readAt, at, opened: ofMarks }),
    ]);
    const isOne = people.readAt === marks.readAt && people.toldAt === marks.toldAt;
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
