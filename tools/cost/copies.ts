import { roles } from '#shared/http/contract.ts';
import { hoursBetweenChangesExports } from '../../infra/workflows/changes-export.ts';
import { sumUse, type Usage } from './prices.ts';

const gigabyte = 1024 ** 3;

/** Usage by table: records, or trail. */
export interface BytesByTable {
  records: number;
  trail: number;
}

const both = Object.keys({ records: 0, trail: 0 } satisfies BytesByTable) as (keyof BytesByTable)[];

/**
 * How a school's records are copied. The school's own stacks do `deployedCopyPlan`; a ministry's cells may do less (ADR
 * 0094).
 */
export interface CopyPlan {
  /** Exports of all records in a month. */
  full: number;
  /** Hours between two exports of changes. */
  changesEvery: number;
  /** Days in the month. */
  days: number;
}

/** A month has one first Sunday. */
export const deployedCopyPlan: CopyPlan = { full: 1, changesEvery: hoursBetweenChangesExports, days: 30 };

/** Days for which exports are kept, here and in the vault. */
const keptDays = 90;

/** An export is compressed to a sixth. */
const compressed = 1 / 6;

/** DynamoDB charges an export of changes for so much at least, of each table. */
export const minChangesExportBytes = 10 * 1024 ** 2;

/**
 * Objects that an export of all records of a table writes, and one of changes: data, manifests and sums. Taken large:
 * how many parts it makes is DynamoDB's choice.
 */
const objects = { full: 50, changes: 20 } as const;

/**
 * Hours of a day in which people write: a run whose time has any of them begins an export. Each takes two hours of the
 * one before with it.
 */
const writingHours = { from: 11, to: 24, overlap: 2 };

/** Exports of changes on a day of school: 06:15 to 12:15 and so on in UTC, four hours behind which is the school. */
export const changesExportsPerDay = (changesEvery: number): number =>
  Math.min(24 / changesEvery, Math.ceil((writingHours.to - writingHours.from + writingHours.overlap) / changesEvery));

/**
 * Begun, and asked whether changes were exported. Users and their groups are listed first: list, keep, more?, listed.
 * Then both tables, and of each start, ten looks a minute apart, end.
 */
const statesOfFull = 2 + (1 + roles.length) * 4 + 1 + both.length * (2 + 10 * 3);

/**
 * First run, both tables, month over, end; and of each table look, span, long enough, count, anything written; then a
 * note and its end, or start, two looks five minutes apart, end.
 */
const statesOfRun = { unchanged: 4 + both.length * (5 + 2), changes: 4 + both.length * (5 + 2 + 2 * 3) };

/** A run asks for the writes of a table and the reads of the records. */
const queriesOfRun = both.length * 2;

/** A state that is passed leaves two events in the log. */
const logBytesOfState = 1000;

export interface BytesToCopy {
  /** Bytes of both tables without their indexes. */
  records: number;
  /** Bytes that each day of the month with changes has changed in each table. */
  changedOnDays: readonly BytesByTable[];
  /** Bytes of files that came in the month, and how many they are. */
  newFiles: { bytes: number; count: number };
  /** Bytes of all files that are copied to the vault. */
  files: number;
}

/**
 * Recovery, exports of all records and of changes, and the vault with the copies of these and of the files: of one
 * month.
 */
export function useOfCopies({ records, changedOnDays, newFiles, files }: BytesToCopy, plan: CopyPlan): Usage {
  const runs = Math.round((plan.days * 24) / plan.changesEvery);
  const share = changesExportsPerDay(plan.changesEvery);
  // What two exports both have is exported twice.
  const twice = 1 + writingHours.overlap / plan.changesEvery;
  const ofDays = both.flatMap((table) =>
    changedOnDays.flatMap((day) => Array.from({ length: share }, () => (day[table] / share) * twice)),
  );
  const changed = ofDays.reduce((sum, bytes) => sum + bytes, 0);
  const charged = ofDays.reduce((sum, bytes) => sum + Math.max(bytes, minChangesExportBytes), 0);
  const written = (records * plan.full + changed) * compressed;
  const kept = (written * keptDays) / plan.days;
  const exported = changedOnDays.length * share;
  const unchanged = Math.max(runs - exported, 0);
  const objectsWritten = both.length * (plan.full * objects.full + exported * objects.changes + unchanged);
  const states = plan.full * statesOfFull + exported * statesOfRun.changes + unchanged * statesOfRun.unchanged;
  return sumUse(
    [
      {
        'DynamoDB recovery': records / gigabyte,
        'DynamoDB exports': (records * plan.full + charged) / gigabyte,
        'S3 writes and lists': objectsWritten,
        'S3 storage': kept / gigabyte,
        'Step Functions': states,
        'Metric queries': runs * queriesOfRun,
        'Logs written': (states * logBytesOfState) / gigabyte,
      },
      1,
    ],
    [
      {
        'S3 reads': objectsWritten + newFiles.count,
        'Vault writes': objectsWritten + newFiles.count,
        'Vault transfer': (written + newFiles.bytes) / gigabyte,
        'Vault storage': (kept + files) / gigabyte,
      },
      1,
    ],
  );
}
