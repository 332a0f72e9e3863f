import { readOnerosterSettings } from '#shared/options/oneroster/settings.ts';
import { FileInParts } from '../../../platform/files/file-in-parts.ts';
import { executeAction } from '../../../platform/table/action.ts';
import { school } from '../../../school/records/school.ts';
import {
  endOfRosterFile,
  keyOfRosterFile,
  listRosterFiles,
  RosterFileEntity,
  type RosterFileItem,
} from '../records/roster-files.ts';
import { givenTables } from '../school-as-records/school-as-records.ts';
import { takeSnapshots } from '../snapshots/keep-snapshots.ts';
import {
  changesSince,
  knowsSince,
  partOfTable,
  recordsOf,
  type Snapshot,
  type SnapshotPart,
} from '../snapshots/snapshot.ts';
import { writeRosterZip } from './roster-zip.ts';

type FileToMake = Pick<RosterFileItem, 'run' | 'madeAt' | 'madeBy'>;

/** Changes after a moment alone; the whole school without one. */
export interface ChangesAskedFor {
  since?: string;
}

/**
 * Writes the school into a zip in the documents bucket. Done again it writes another one in its place: nobody sees
 * either before its end. Changes that are not known since then are the whole school.
 */
export async function makeRosterFile(file: FileToMake, { since }: ChangesAskedFor = {}): Promise<void> {
  const snapshots = await takeSnapshots();
  if (since === undefined) await write(file, snapshots, {});
  else await write(file, snapshots, isKnown(snapshots, since) ? { since } : { isWholeInstead: true });
}

/**
 * Makes a whole file, and one of what changed since the night before, where that is known. The changes come first: a
 * night that is killed between the two goes on from them, and no change is in neither of two nights.
 */
export async function makeFilesOfNight({ run, madeAt }: FileToMake): Promise<void> {
  const before = (await listRosterFiles(new Date(madeAt))).findLast(({ madeBy }) => madeBy === undefined);
  const snapshots = await takeSnapshots();
  if (before && isKnown(snapshots, before.takenAt))
    await write({ run: `${run}-changes`, madeAt }, snapshots, { since: before.takenAt });
  await write({ run, madeAt }, snapshots, {});
}

type BothParts = Readonly<Record<SnapshotPart, Snapshot>>;

const isKnown = ({ people, marks }: BothParts, since: string): boolean =>
  knowsSince(people, since) && knowsSince(marks, since);

async function write(
  { run, madeAt, madeBy }: FileToMake,
  snapshots: BothParts,
  { since, isWholeInstead }: Pick<RosterFileItem, 'since' | 'isWholeInstead'>,
): Promise<void> {
  const { id, optionSettings } = school();
  const { demographics } = readOnerosterSettings(optionSettings);
  const isWhole = since === undefined;
  const file = await FileInParts.begin(keyOfRosterFile({ run }), 'application/zip');
  const rows = await writeRosterZip(file, {
    tables: givenTables.filter((table) => demographics || table !== 'demographics' || !isWhole),
    rowsOf: (table) => {
      const of = snapshots[partOfTable(table)];
      return isWhole ? recordsOf(of, table) : changesSince(of, table, since);
    },
    mode: isWhole ? 'bulk' : 'delta',
    source: { systemName: 'Formroom', systemCode: id },
    madeAt: new Date(madeAt),
  });
  await file.end();
  file.close();
  await executeAction(
    RosterFileEntity.put({
      run,
      madeAt,
      ...(madeBy === undefined ? {} : { madeBy }),
      takenAt: snapshots.people.takenAt < snapshots.marks.takenAt ? snapshots.people.takenAt : snapshots.marks.takenAt,
      ...(isWhole ? {} : { since }),
      ...(isWholeInstead ? { isWholeInstead } : {}),
      bytes: file.bytes,
      rows,
      lacksTerms: recordsOf(snapshots.people, 'classes').every(({ status }) => status !== 'active'),
      expires: Math.ceil(endOfRosterFile(madeAt).getTime() / 1000),
    }),
  );
}
