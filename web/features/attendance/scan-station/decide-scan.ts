import { type ScanOutcome, scanOutcome } from '#shared/attendance/station-scan.ts';
import { schoolMoment } from '#shared/school/school-time.ts';
import { withoutZeros } from '#shared/students/id-finder.ts';
import type { KeptScan, StationStart } from './kept-scans.ts';

export interface StationState {
  /** `ended`: the office has ended the key. */
  phase: 'starting' | 'failed' | 'ready' | 'ended';
  name: string;
  /** The last scan, for the screen. */
  shown: ShownScan | null;
  /** Scans that the server does not have yet, oldest first. */
  waiting: readonly KeptScan[];
  /** Scans that the server could not take, oldest first: kept until it takes them or the office has dismissed them. */
  refused: readonly KeptScan[];
  /** Scans of today, and those that did not count. */
  counted: number;
  isOnline: boolean;
  /** Milliseconds to add to this device's clock; 0 where it is right to a minute. */
  offset: number;
  timeZone: string;
  /** False where the browser keeps nothing: scans are lost with the page. */
  keeps: boolean;
}

/** What is shown of a scan. */
export interface ShownScan {
  student_id: string;
  /** What the device's clock told, UTC: names the scan, with the student. */
  at: string;
  /** `kept`: the station does not know its students yet, and has kept the scan. */
  outcome: ScanOutcome | 'kept';
  reason: string | null;
  /** The server's answer tells name, class and the id of the picture; null until then, and where it tells none. */
  name: string | null;
  classId: string | null;
  picture: string | null;
  /** HH:mm at the school. */
  time: string;
}

/** A scan that is kept before the station has heard whom to expect. */
export const undecidedScan = ({ student_id, at }: Pick<KeptScan, 'student_id' | 'at'>): ShownScan => ({
  ...{ student_id, at, outcome: 'kept', reason: null, name: null, classId: null, picture: null, time: '' },
});

/**
 * What a scan is by what the station knows, so that nobody waits for a network: the server decides for good. `offset` are the
 * milliseconds by which the device's clock is put right, for scans that have none of their own. Pure.
 * @param isKnown the id is a current student's
 */
export function decideScan(
  scanned: Pick<KeptScan, 'student_id' | 'at' | 'off'>,
  {
    isKnown,
    start,
    scans,
    offset,
  }: { isKnown: boolean; start: StationStart; scans: readonly KeptScan[]; offset: number },
): ShownScan {
  const { student_id, at } = scanned;
  const momentOf = (scan: Pick<KeptScan, 'at' | 'off'>) =>
    schoolMoment(new Date(Date.parse(scan.at) + (scan.off ?? offset)), start.time_zone);
  const { date, time } = momentOf(scanned);
  const shown = { student_id, at, reason: null, time: time.slice(0, 5), name: null, classId: null, picture: null };
  if (!isKnown) return { ...shown, outcome: 'unknown' };
  const day = start.days.find((one) => one.date === date);
  // A day that the station has no rules of: the server says later.
  if (!day) return { ...shown, outcome: 'present' };
  if (day.limits === null) return { ...shown, outcome: 'no school', reason: day.closed };
  const others = scans
    .filter((scan) => isSameCard(scan, scanned) && scan.at !== at)
    .map(momentOf)
    .filter((moment) => moment.date === date);
  return {
    ...shown,
    outcome: scanOutcome(
      time,
      others.map((moment) => moment.time),
      { sessions: day.sessions, limits: day.limits },
    ),
  };
}

/** Scanners may drop the zeros that an id begins with (rule 55). */
export const isSameCard = (a: Pick<KeptScan, 'student_id'>, b: Pick<KeptScan, 'student_id'>): boolean =>
  withoutZeros(a.student_id) === withoutZeros(b.student_id);
