import type { RefusedOutcome } from '#shared/attendance/station-scan.ts';
import { type Action, writeIf } from '../../platform/table/action.ts';
import { entity } from '../../platform/table/entity.ts';
import type { ReceivedScan, ScanResult } from './apply-scans.ts';

/**
 * A scan that could not be taken (rule 49), from the moment when it was refused until it is taken, or for 30 days after it was dismissed. All
 * of a school are in one partition. The station keeps the scan too.
 */
export interface RefusedScanItem {
  stationId: string;
  /** The id and the moment that the station told: with the station, the name of the scan. */
  told: string;
  at: string;
  /** The student who was meant when it was refused; the id as it was told where nobody was. */
  studentId: string;
  /** At the school; absent where the station told no time that can be one. */
  date?: string | undefined;
  time?: string | undefined;
  /** Why it cannot have been at that time by what was known when it was first sent; absent where it can. */
  fault?: string | undefined;
  outcome: RefusedOutcome;
  reason?: string | undefined;
  refusedAt: string;
  dismissedAt?: string | undefined;
  /** Display name of who dismissed it. */
  dismissedBy?: string | undefined;
  /** Epoch seconds when DynamoDB removes it, where it was dismissed. */
  expires?: number | undefined;
}

export const RefusedScan = entity<RefusedScanItem>()({
  name: 'refused-scan',
  pk: 'refused-scans',
  sk: '${stationId}#${at}#${told}',
});

type ScanName = Pick<ReceivedScan, 'stationId' | 'told' | 'at'>;
export const nameOfScan = ({ stationId, told, at }: ScanName): string => `${stationId}#${at}#${told}`;
const refusedScanKey = ({ stationId, told, at }: ScanName) => RefusedScan.key({ stationId, told, at });

/** Keys of scans to be read, each once. */
export const refusedScanKeys = (scans: readonly ScanName[]) =>
  [...new Map(scans.map((scan) => [nameOfScan(scan), scan])).values()].map(refusedScanKey);

/** The scans as the calls of the office name them. */
export const scanNamesOf = (scans: readonly { station_id: string; student_id: string; at: string }[]): ScanName[] =>
  scans.map(({ station_id, student_id, at }) => ({ stationId: station_id, told: student_id, at }));

/** All that were refused, oldest first, dismissed ones too. One query for each megabyte, of some thousands. */
export async function allRefusedScans(): Promise<RefusedScanItem[]> {
  const data = await RefusedScan.query({});
  return data.toSorted((a, b) => a.at.localeCompare(b.at));
}

export const isListed = ({ dismissedAt }: RefusedScanItem): boolean => dismissedAt === undefined;

/** Lists a scan for the office; one that is listed or dismissed already stays as it is. */
export async function listScan(
  { stationId, told, at, studentId, moment, fault, outcome, reason }: ScanResult & { outcome: RefusedOutcome },
  now: Date,
): Promise<void> {
  await writeIf(
    RefusedScan.create({
      ...{ stationId, told, at, studentId, outcome, refusedAt: now.toISOString() },
      ...(reason === null ? {} : { reason }),
      ...(moment === null ? {} : moment),
      ...(fault === null ? {} : { fault }),
    }),
  );
}

/** A scan that was taken is listed no more. */
export const removeRefusedScan = ({ stationId, told, at }: ScanName): Action =>
  RefusedScan.delete({ stationId, told, at });

/** A line of the trail about a scan. */
export const changeOfScan = ({ told, at }: ScanName, before: string, after: string) => ({
  field: `${told} ${at.slice(0, 16)}`,
  before,
  after,
});
