import type { attendanceContract } from '#shared/attendance/contract.ts';
import { clockOffset, isPossible } from '#shared/attendance/station-scan.ts';
import type { Input } from '#shared/http/contract.ts';
import { schoolMoment } from '#shared/school/school-time.ts';
import { idFinder, idsWithZeros, onlyId } from '#shared/students/same-id.ts';
import { school } from '../../reference/school.ts';
import { type StudentItem, studentsByIds } from '../../students/store.ts';

/** A scan with its day and time at the school, by a clock put right; null where it can have been at no such time. */
export interface ToldScan {
  studentId: string;
  /** The id as the station told it, which names the scan with `at`. */
  told: string;
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
    return { studentId: student_id, told: student_id, at, moment };
  });
}

/**
 * The scans with the ids of the school (rule 55), and the students whom they name. A scanner may drop the zeros that an id begins with:
 * where nobody has the id as it was told, one student who has it with other zeros is meant. One request more, only then.
 */
export async function matchIds(
  told: readonly ToldScan[],
  found: readonly StudentItem[],
): Promise<{ told: ToldScan[]; students: ReadonlyMap<string, StudentItem> }> {
  const students = new Map(found.map((student) => [student.studentId, student]));
  const missing = [...new Set(told.map(({ studentId }) => studentId))].filter((id) => !students.has(id));
  const near = missing.length === 0 ? [] : await studentsByIds([...new Set(missing.flatMap(idsWithZeros))]);
  const find = idFinder(near.map(({ studentId }) => studentId));
  const meant = new Map(missing.map((id) => [id, onlyId(find(id)) ?? id]));
  for (const student of near) students.set(student.studentId, student);
  return { told: told.map((scan) => ({ ...scan, studentId: meant.get(scan.studentId) ?? scan.studentId })), students };
}

/** A scan's name in a record: its station and the second that the station told, whatever its clock was put right to. */
export const sourceOf = (source: string, at: string): string => `${source}@${at.slice(0, 19)}`;
