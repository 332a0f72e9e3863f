import { type ScanOutcome, scanOutcome } from '#shared/attendance/station-scan.ts';
import { schoolMoment } from '#shared/school/school-time.ts';
import { idFinder, onlyId } from '#shared/students/same-id.ts';
import type { KeptScan, StationStart } from './kept-scans.ts';

/** What is shown of a scan. */
export interface ShownScan {
  student_id: string;
  /** What the device's clock told, UTC: names the scan, with the student. */
  at: string;
  /** `kept`: the station does not know its students yet, and has kept the scan. */
  outcome: ScanOutcome | 'kept';
  reason: string | null;
  /** Null where the station knows nobody by that id. */
  name: string | null;
  classId: string | null;
  hasPicture: boolean;
  /** HH:mm at the school. */
  time: string;
}

/**
 * The id of the student whom a card names (rule 55): scanners drop the zeros that an id begins with. The code itself where nobody, or
 * more than one, can be meant: the server says what it is.
 */
export const scannedId = (code: string, { students }: StationStart): string =>
  onlyId(idFinder(students.map(({ id }) => id))(code)) ?? code;

/** A scan that is kept before the station has heard whom to expect. */
export const undecidedScan = ({ student_id, at }: Pick<KeptScan, 'student_id' | 'at'>): ShownScan => ({
  ...{ student_id, at, outcome: 'kept', reason: null, name: null, classId: null, hasPicture: false, time: '' },
});

/**
 * What a scan is by what the station knows, so that nobody waits for a network: the server decides for good. `offset` are the
 * milliseconds by which the device's clock is put right, for scans that have none of their own. Pure.
 */
export function decideScan(
  scanned: Pick<KeptScan, 'student_id' | 'at' | 'off'>,
  { start, scans, offset }: { start: StationStart; scans: readonly KeptScan[]; offset: number },
): ShownScan {
  const { student_id, at } = scanned;
  const momentOf = (scan: Pick<KeptScan, 'at' | 'off'>) =>
    schoolMoment(new Date(Date.parse(scan.at) + (scan.off ?? offset)), start.time_zone);
  const { date, time } = momentOf(scanned);
  const student = start.students.find(({ id }) => id === student_id);
  const shown = {
    ...{ student_id, at, reason: null, time: time.slice(0, 5) },
    ...{ name: student?.name ?? null, classId: student?.class_id ?? null, hasPicture: student?.has_picture ?? false },
  };
  if (!student) return { ...shown, outcome: 'unknown' };
  const day = start.days.find((one) => one.date === date);
  // A day that the station has no rules of: the server says later.
  if (!day) return { ...shown, outcome: 'present' };
  if (day.limits === null) return { ...shown, outcome: 'no school', reason: day.closed };
  const others = scans
    .filter((scan) => scan.student_id === student_id && scan.at !== at)
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
