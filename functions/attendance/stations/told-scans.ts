import type { attendanceContract } from '#shared/attendance/contract.ts';
import { clockOffset, isPossible } from '#shared/attendance/station-scan.ts';
import type { Input } from '#shared/http/contract.ts';
import { schoolMoment } from '#shared/school/school-time.ts';
import { school } from '../../reference/school.ts';

/** A scan with its day and time at the school, by a clock put right; null where it can have been at no such time. */
export interface ToldScan {
  studentId: string;
  /** What the station told, UTC. */
  at: string;
  moment: { date: string; time: string } | null;
}

/** What a station told, in the order of its request. */
export function toldScans({ sent_at, scans }: Input<typeof attendanceContract.stationScans>, now: Date): ToldScan[] {
  const offset = clockOffset(now.getTime(), Date.parse(sent_at));
  return scans.map(({ student_id, at, off = offset }) => {
    const time = Date.parse(at) + off;
    const moment = isPossible(time, now.getTime()) ? schoolMoment(new Date(time), school().timeZone) : null;
    return { studentId: student_id, at, moment };
  });
}

/** A scan's name in a record: its station and the second that the station told, whatever its clock was put right to. */
export const sourceOf = (source: string, at: string): string => `${source}@${at.slice(0, 19)}`;
