import type { SchoolDay } from '#shared/attendance/school-days.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { createIdFinder, unambiguousId } from '#shared/students/id-finder.ts';
import { splitIntoPieces } from '../../platform/table/table.ts';
import { readCurrentStudents } from '../../students/records/rosters/read-rosters.ts';
import { listArchivedHalfYears } from '../records/archived-half-year.ts';
import { type DayRange, halfYearOf } from '../records/attendance-record.ts';
import { readClosedDays } from '../records/open-attendance.ts';
import { readSchoolDays } from '../records/school-calendar.ts';
import { maxRecordsPerTransaction } from '../records/write-records.ts';
import type { FileScan } from './scanner-file.ts';

/** A student's scans of a day, as a row of the job. */
export interface PlannedScans {
  date: string;
  studentId: string;
  times: readonly string[];
}

/** The name of an imported scan in a record, so that importing the same scan again adds nothing. */
export const toImportedScanName = (date: string, time: string): string => `import@${date}T${time}`;

export const listCurrentStudentIds = async (): Promise<ReadonlySet<string>> =>
  new Set((await readCurrentStudents()).map(({ studentId }) => studentId));

/** An id of the file that no student has, while exactly one student's differs from it only in leading zeros. */
export interface NearId {
  id: string;
  studentId: string;
  scans: number;
}

/**
 * The scans of a file under the school's ids (rule 55). A near id is replaced by the student's where the user has
 * confirmed it (`same`). All near ids are returned, with their number of scans.
 */
export function matchScans(
  scans: readonly FileScan[],
  { students, same }: { students: ReadonlySet<string>; same: ReadonlySet<string> },
): { scans: FileScan[]; near: NearId[] } {
  const find = createIdFinder(students);
  const near = new Map<string, NearId>();
  const matched = scans.map((scan) => {
    if (students.has(scan.studentId)) return scan;
    const studentId = unambiguousId(find(scan.studentId));
    if (studentId === null) return scan;
    const known = near.get(scan.studentId) ?? { id: scan.studentId, studentId, scans: 0 };
    near.set(scan.studentId, { ...known, scans: known.scans + 1 });
    return same.has(scan.studentId) ? { ...scan, studentId } : scan;
  });
  return { scans: matched, near: [...near.values()] };
}

/**
 * The school days of a range that scans can be added to, and why others are refused: archived, or with closed
 * attendance.
 */
export async function listDaysToImport(
  range: DayRange,
  now: Date,
): Promise<{ days: SchoolDay[]; refused: ReadonlyMap<string, string> }> {
  const [{ days, calendar }, halves] = await Promise.all([readSchoolDays(range), listArchivedHalfYears(range)]);
  const archived = new Set(halves.map(({ half }) => half));
  const dates = days.map(({ date }) => date);
  const closed = await readClosedDays(dates, { now, terms: calendar.terms });
  const reasonOf = (date: string) =>
    archived.has(halfYearOf(date))
      ? attendanceWordings.inTheArchive
      : closed.has(date)
        ? attendanceWordings.attendanceClosed
        : null;
  const refused = new Map(
    dates.flatMap((date) => {
      const reason = reasonOf(date);
      return reason === null ? [] : [[date, reason]];
    }),
  );
  return { days: days.filter(({ date }) => !refused.has(date)), refused };
}

/** The first and the last day of scans. */
export function rangeOfScans(scans: readonly FileScan[]): DayRange {
  let [from, to] = ['9999-12-31', '0000-01-01'];
  for (const { date } of scans) {
    if (date < from) from = date;
    if (date > to) to = date;
  }
  return { from, to };
}

/** The scans of current students on these days, by day and student, in batches of one transaction each. */
export function batchScans(
  scans: readonly FileScan[],
  { days, students }: { days: readonly Pick<SchoolDay, 'date'>[]; students: ReadonlySet<string> },
): string[][] {
  const held = new Set(days.map(({ date }) => date));
  const counting = scans.filter(({ studentId, date }) => held.has(date) && students.has(studentId));
  const byDay = Map.groupBy(counting, ({ date }) => date);
  return [...byDay]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([date, ofDay]) => {
      const rows = [...Map.groupBy(ofDay, ({ studentId }) => studentId)].map(([studentId, ofStudent]) =>
        JSON.stringify({ date, studentId, times: ofStudent.map(({ time }) => time) } satisfies PlannedScans),
      );
      return splitIntoPieces(rows, maxRecordsPerTransaction);
    });
}
