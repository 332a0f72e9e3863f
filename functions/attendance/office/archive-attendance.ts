import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { deleteJob, isRunFollowedBy, readJob } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { splitIntoPieces } from '../../platform/table/table.ts';
import { readAllPeriods } from '../../school/records/periods.ts';
import { school, schoolDay } from '../../school/records/school.ts';
import { listCurrentAndArchivedIds } from '../../students/records/rosters/read-rosters.ts';
import type { StudentHalf } from '../records/archived-attendance.ts';
import { archiveBoundaryOf, listArchivedHalfYears } from '../records/archived-half-year.ts';
import { firstDayOfHalfYear, halfYearsOf, lastDayOfHalfYear } from '../records/attendance-record.ts';
import { listStoredClassDays, recordCountOfDay } from '../records/class-day.ts';
import { requireAttendanceInUse } from '../records/school-calendar.ts';

export const previewArchive = callHandler(attendanceContract.previewArchive, {
  handle: async ({ request: { now } }) => {
    requireAttendanceInUse();
    return {
      years: school().attendance.archiveAfterYears,
      date: archiveBoundary(now),
      due: await dueHalves(now),
    };
  },
});

/** There is one archive, and one run at a time. */
const archiveKey = 'all';

export const archiveAttendance = callHandler(attendanceContract.archiveAttendance, {
  handle: async ({ caller, request }) => {
    requireAttendanceInUse();
    const earlier = await readJob('archive-attendance', archiveKey);
    if (earlier?.state === 'finished' && !isRunFollowedBy(earlier, request.idempotencyKey)) await deleteJob(earlier);
    const plan = async () => {
      const due = await dueHalves(request.now);
      if (due.length === 0)
        throw new ConflictError(attendanceWordings.noneOlder(school().attendance.archiveAfterYears));
      const students = await listCurrentAndArchivedIds();
      return due.flatMap(({ half }) => archiveBatches(half, students));
    };
    const job = await runJob({ name: 'archive-attendance', key: archiveKey, plan, by: { caller, request } });
    return { date: archiveBoundary(request.now), records: job.total - job.processed, ...toProgress(job) };
  },
});

/** The first day whose records stay in the table. */
const archiveBoundary = (now: Date): string => archiveBoundaryOf(schoolDay(now), school().attendance.archiveAfterYears);

/**
 * The half years that are old enough and not archived completely, with about how many records: the students with
 * attendance, day by day. Four requests, and one for each half year that is due and each megabyte of its class days.
 */
async function dueHalves(now: Date): Promise<{ half: string; records: number }[]> {
  const before = archiveBoundary(now);
  const { periods } = await readAllPeriods();
  const [from] = periods.flatMap(({ dateStart }) => dateStart ?? []).sort();
  if (from === undefined) return [];
  const known = await listArchivedHalfYears({ from, to: schoolDay(now) });
  const states = new Map(known.map(({ half, state }) => [half, state]));
  // The class counts of an archived half year stay in the table.
  const halves = halfYearsOf({ from, to: before }).filter(
    (half) => lastDayOfHalfYear(half) < before && states.get(half) !== 'archived',
  );
  const counted = await Promise.all(
    halves.map(async (half) => {
      const days = await listStoredClassDays({ from: firstDayOfHalfYear(half), to: lastDayOfHalfYear(half) });
      return { half, records: days.reduce((sum, day) => sum + recordCountOfDay(day), 0) };
    }),
  );
  return counted.filter(({ records }) => records > 0);
}

/** Students in a batch, which is some 2,500 records. */
const studentsAtOnce = 25;

/** The batches of a half year's students. A row is the half year and the student, `2021H2 S41`. */
const archiveBatches = (half: string, studentIds: readonly string[]): string[][] =>
  splitIntoPieces(
    studentIds.map((studentId) => `${half} ${studentId}`),
    studentsAtOnce,
  );

export const parseStudentHalf = (row: string): StudentHalf => ({ half: row.slice(0, 6), studentId: row.slice(7) });
