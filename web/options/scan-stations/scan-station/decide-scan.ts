import { decideScanOutcome, type ScanOutcome } from '#shared/options/scan-stations/station-scan.ts';
import { schoolMoment } from '#shared/school/school-time.ts';
import { withoutLeadingZeros } from '#shared/students/id-finder.ts';
import type { KeptScan, StationStartAnswer } from './kept-scans.ts';

export interface StationState {
  /** `ended`: the office has ended the key. */
  phase: 'starting' | 'failed' | 'ready' | 'ended';
  name: string;
  /** The last scan, for the screen. */
  shown: ShownScan | null;
  /** Scans that the server does not have yet, oldest first. */
  waiting: readonly KeptScan[];
  /** Refused scans, oldest first: kept until the server accepts them or the office dismisses them. */
  refused: readonly KeptScan[];
  /** Scans counted today. */
  counted: number;
  isOnline: boolean;
  /** Milliseconds to add to this device's clock; 0 where it is right to a minute. */
  offset: number;
  timeZone: string;
  /** False where the browser has no storage, so that closing the page loses scans. */
  keeps: boolean;
}

/** A scan as the page shows it. */
export interface ShownScan {
  student_id: string;
  /** UTC time of the device's clock; with the student it identifies the scan. */
  at: string;
  /** `kept`: stored before the station knows its students. */
  outcome: ScanOutcome | 'kept';
  reason: string | null;
  /** Name, class and the id of the picture come with the server's answer, if any. */
  name: string | null;
  classId: string | null;
  picture: string | null;
  /** HH:mm at the school. */
  time: string;
}

/** A scan that is stored before the station knows its students. */
export const toUndecidedScan = ({ student_id, at }: Pick<KeptScan, 'student_id' | 'at'>): ShownScan => ({
  student_id,
  at,
  outcome: 'kept',
  reason: null,
  name: null,
  classId: null,
  picture: null,
  time: '',
});

/**
 * The outcome of a scan by what the station knows, so that nobody waits for the network; the server's answer is
 * authoritative. `offset` corrects the device's clock, in milliseconds, for scans without an offset of their own. Pure.
 * @param isKnown whether the id is a current student's
 */
export function decideScan(
  scanned: Pick<KeptScan, 'student_id' | 'at' | 'off'>,
  {
    isKnown,
    start,
    scans,
    offset,
  }: { isKnown: boolean; start: StationStartAnswer; scans: readonly KeptScan[]; offset: number },
): ShownScan {
  const { student_id, at } = scanned;
  const momentOf = (scan: Pick<KeptScan, 'at' | 'off'>) =>
    schoolMoment(new Date(Date.parse(scan.at) + (scan.off ?? offset)), start.time_zone);
  const { date, time } = momentOf(scanned);
  const shown = { student_id, at, reason: null, time: time.slice(0, 5), name: null, classId: null, picture: null };
  if (!isKnown) return { ...shown, outcome: 'unknown' };
  const day = start.days.find((one) => one.date === date);
  // The station has no rules for the day; the server decides later.
  if (!day) return { ...shown, outcome: 'present' };
  if (day.limits === null) return { ...shown, outcome: 'no school', reason: day.closed };
  const others = scans
    .filter((scan) => isSameCard(scan, scanned) && scan.at !== at)
    .map(momentOf)
    .filter((moment) => moment.date === date);
  return {
    ...shown,
    outcome: decideScanOutcome(
      time,
      { others: others.map((moment) => moment.time), decided: {} },
      { sessions: day.sessions, limits: day.limits },
    ),
  };
}

/** Scanners may drop the zeros that an id begins with (rule 55). */
export const isSameCard = (a: Pick<KeptScan, 'student_id'>, b: Pick<KeptScan, 'student_id'>): boolean =>
  withoutLeadingZeros(a.student_id) === withoutLeadingZeros(b.student_id);
