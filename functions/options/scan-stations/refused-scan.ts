import type { RefusedOutcome } from '#shared/options/scan-stations/station-scan.ts';
import { displayMoment } from '#shared/school/display-date.ts';
import { schoolTime } from '#shared/school/school-time.ts';
import { type Action, executeActionIf } from '../../platform/table/action.ts';
import { entity } from '../../platform/table/entity.ts';
import { school } from '../../school/records/school.ts';
import type { ReceivedScan, ScanResult } from './apply-scans.ts';

/**
 * A refused scan (rule 49), stored until it is accepted, or for 30 days after it was dismissed. All of a school are in
 * one partition. The station keeps the scan too.
 */
export interface RefusedScanItem {
  stationId: string;
  /** The id and the time as the station sent them; with the station they identify the scan. */
  told: string;
  at: string;
  /** The student whose scan it is; the id as it was sent where no student has it. */
  studentId: string;
  /** At the school; absent where the time is impossible. */
  date?: string | undefined;
  time?: string | undefined;
  /** Why the time was impossible when it was first sent; absent where it was not. */
  fault?: string | undefined;
  outcome: RefusedOutcome;
  reason?: string | undefined;
  refusedAt: string;
  dismissedAt?: string | undefined;
  /** Display name of the person who dismissed it. */
  dismissedBy?: string | undefined;
  /** Epoch seconds when DynamoDB removes it, where it was dismissed. */
  expires?: number | undefined;
}

export const RefusedScanEntity = entity<RefusedScanItem>()({
  name: 'refused-scan',
  pk: 'refused-scans',
  sk: '${stationId}#${at}#${told}',
});

type ScanName = Pick<ReceivedScan, 'stationId' | 'told' | 'at'>;
export const refusedScanName = ({ stationId, told, at }: ScanName): string => `${stationId}#${at}#${told}`;
const refusedScanKey = ({ stationId, told, at }: ScanName) => RefusedScanEntity.key({ stationId, told, at });

/** Keys of scans to be read, each once. */
export const refusedScanKeys = (scans: readonly ScanName[]) =>
  [...new Map(scans.map((scan) => [refusedScanName(scan), scan])).values()].map(refusedScanKey);

/** The names of scans from the office's calls. */
export const parseScanNames = (scans: readonly { station_id: string; student_id: string; at: string }[]): ScanName[] =>
  scans.map(({ station_id, student_id, at }) => ({ stationId: station_id, told: student_id, at }));

/** All refused scans, dismissed ones too, oldest first. One query for each megabyte, which is some thousands. */
export async function listStoredRefusedScans(): Promise<RefusedScanItem[]> {
  const data = await RefusedScanEntity.query({});
  return data.toSorted((a, b) => a.at.localeCompare(b.at));
}

export const isRefusedScanListed = ({ dismissedAt }: RefusedScanItem): boolean => dismissedAt === undefined;

/** Lists a scan for the office. One that is listed or dismissed already stays as it is. */
export async function addToRefusedScans(
  { stationId, told, at, studentId, moment, fault, outcome, reason }: ScanResult & { outcome: RefusedOutcome },
  now: Date,
): Promise<void> {
  await executeActionIf(
    RefusedScanEntity.create({
      stationId,
      told,
      at,
      studentId,
      outcome,
      refusedAt: now.toISOString(),
      ...(reason === null ? {} : { reason }),
      ...(moment === null ? {} : moment),
      ...(fault === null ? {} : { fault }),
    }),
  );
}

/** Removes an accepted scan from the list. */
export const removeRefusedScanAction = ({ stationId, told, at }: ScanName): Action =>
  RefusedScanEntity.delete({ stationId, told, at });

/** A line of the trail about a scan. */
export const auditedScanChange = ({ told, at }: ScanName, before: string, after: string) => ({
  field: `${told} ${momentOf(at)}`,
  before,
  after,
});

/** The moment of a scan by the school's clock, "27-Nov-2026 08:05"; as the station sent it where that is none. */
function momentOf(at: string): string {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? at : displayMoment(schoolTime(moment, school().timeZone));
}
