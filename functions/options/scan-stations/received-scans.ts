import { findTermOfDay, type TermDates } from '#shared/attendance/school-days.ts';
import type { Input } from '#shared/http/contract.ts';
import type { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { scanTimeProblem, stationClockOffset } from '#shared/options/scan-stations/station-scan.ts';
import { schoolMoment } from '#shared/school/school-time.ts';
import { createIdFinder, idsWithLeadingZeros, unambiguousId } from '#shared/students/id-finder.ts';
import { toTermDates } from '../../attendance/records/school-calendar.ts';
import { periodKey, readAllPeriods } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { readStudents, type StudentItem } from '../../students/records/store.ts';
import type { ReceivedScan } from './apply-scans.ts';

/** Milliseconds: a scan whose time is further away from now has no day. */
const farthest = 366 * 86_400_000;

/** The scans of a request, in its order. */
export function toReceivedScans(
  { sent_at, scans }: Input<typeof scanStationsContract.receiveStationScans>,
  { stationId, inTouchAt, now }: { stationId: string; inTouchAt?: string | undefined; now: Date },
): ReceivedScan[] {
  const judgedAt = { now: now.getTime(), inTouchAt: inTouchAt === undefined ? undefined : Date.parse(inTouchAt) };
  const offset = stationClockOffset(now.getTime(), Date.parse(sent_at));
  return scans.map(({ student_id, at, off = offset }) => {
    const time = Date.parse(at) + off;
    const isDay = Math.abs(time - now.getTime()) < farthest;
    return {
      stationId,
      studentId: student_id,
      told: student_id,
      at,
      moment: isDay ? schoolMoment(new Date(time), school().timeZone) : null,
      fault: scanTimeProblem(time, judgedAt),
    };
  });
}

/**
 * The scans with the school's ids (rule 55), and their students. A scanner may drop leading zeros: where no student has
 * the id as it was sent, it stands for the one student whose id differs only in leading zeros. That takes one more
 * request.
 */
export async function matchScanIds(
  scans: readonly ReceivedScan[],
  found: readonly StudentItem[],
): Promise<{ scans: ReceivedScan[]; students: ReadonlyMap<string, StudentItem> }> {
  const students = new Map(found.map((student) => [student.studentId, student]));
  const missing = [...new Set(scans.map(({ studentId }) => studentId))].filter((id) => !students.has(id));
  const near = missing.length === 0 ? [] : await readStudents([...new Set(missing.flatMap(idsWithLeadingZeros))]);
  const find = createIdFinder(near.map(({ studentId }) => studentId));
  const meant = new Map(missing.map((id) => [id, unambiguousId(find(id)) ?? id]));
  for (const student of near) students.set(student.studentId, student);
  return {
    scans: scans.map((scan) => ({ ...scan, studentId: meant.get(scan.studentId) ?? scan.studentId })),
    students,
  };
}

/** The terms as this process read them last, which only suggest what to prefetch. */
let lastSeen: readonly TermDates[] = [];

/** The terms that days were in when this process last read them, to be read together with everything else. */
export function keysOfLikelyTerms(dates: readonly string[]) {
  const terms = new Set(dates.flatMap((date) => findTermOfDay(date, lastSeen) ?? []));
  return [...terms].map(({ year, term }) => periodKey(year, term as 1 | 2 | 3));
}

/** The terms of days: the given ones where they include each day; otherwise all, in two requests. */
export async function readTermsOfDays(
  dates: readonly string[],
  read: Parameters<typeof toTermDates>[0][],
): Promise<readonly TermDates[]> {
  const terms = read.map(toTermDates);
  if (dates.every((date) => findTermOfDay(date, terms))) return terms;
  const { periods } = await readAllPeriods();
  lastSeen = periods.map(toTermDates);
  return lastSeen;
}
