import { attendanceContract } from '#shared/attendance/contract.ts';
import { attendanceWordings } from '#shared/attendance/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { runJob, toProgress } from '../../platform/jobs/run-job.ts';
import { forgetJob, isFollowed, readJob } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { inPieces } from '../../platform/table/table.ts';
import { allPeriods } from '../../school/records/periods.ts';
import { school, schoolDay } from '../../school/records/school.ts';
import { currentAndArchivedIds } from '../../students/records/store.ts';
import type { StudentHalf } from '../records/archived-attendance.ts';
import { type ArchivedHalfItem, archiveBoundaryOf, archivedHalves } from '../records/archived-half.ts';
import { firstDayOf, halvesOf, lastDayOf } from '../records/attendance-record.ts';
import { classDays, recordsOf } from '../records/class-day.ts';
import { requireAttendance } from '../register/class-access.ts';

export const archivePreview = callHandler(attendanceContract.archivePreview, {
  handle: async ({ request: { now } }) => {
    requireAttendance();
    const { before, due, known } = await oldHalves(now);
    return {
      years: school().attendance.archiveAfterYears,
      date: before,
      due: due.map(({ half, records }) => ({ ...daysOfHalf(half), records })),
      halves: known
        .map(({ half, state, students = null, records = null, by, at }) => {
          const isWhole = state === 'archived';
          return {
            ...daysOfHalf(half),
            state: isWhole ? ('archived' as const) : ('archiving' as const),
            students,
            records,
            by,
            at,
          };
        })
        .sort((a, b) => b.half.localeCompare(a.half)),
    };
  },
});

const daysOfHalf = (half: string) => ({ half, from: firstDayOf(half), to: lastDayOf(half) });

/** There is one archive, and one run at a time. */
const archiveKey = 'all';

export const archiveAttendance = callHandler(attendanceContract.archiveAttendance, {
  handle: async ({ caller, request }) => {
    requireAttendance();
    const earlier = await readJob('archive-attendance', archiveKey);
    if (earlier?.state === 'finished' && !isFollowed(earlier, request.idempotencyKey)) await forgetJob(earlier);
    const plan = async () => {
      const halves = await dueHalves(request.now);
      const students = await currentAndArchivedIds();
      return halves.flatMap((half) => archiveBatches(half, students));
    };
    const job = await runJob({ name: 'archive-attendance', key: archiveKey, plan, caller, request });
    return { date: archiveBoundary(request.now), records: job.total - job.processed, ...toProgress(job) };
  },
});

async function dueHalves(now: Date): Promise<string[]> {
  const { due } = await oldHalves(now);
  const years = school().attendance.archiveAfterYears;
  if (due.length === 0) throw new ConflictError(attendanceWordings.noneOlder(years));
  return due.map(({ half }) => half);
}

/** The half years before the day from which records stay in the table. */
interface OldHalves {
  /** The first day whose records stay. */
  before: string;
  /** Not archived, or not as wholes, and with how many records, about: the students of whom anything is known, day by day. */
  due: readonly { half: string; records: number }[];
  known: readonly ArchivedHalfItem[];
}

/** The first day whose records stay in the table, by the school file. */
const archiveBoundary = (now: Date): string => archiveBoundaryOf(schoolDay(now), school().attendance.archiveAfterYears);

/** What is old enough for the archive, and what is there. Four requests, and one for each half year that is due, and each megabyte of its class days. */
async function oldHalves(now: Date): Promise<OldHalves> {
  const before = archiveBoundary(now);
  const { periods } = await allPeriods();
  const [from] = periods.flatMap(({ dateStart }) => dateStart ?? []).sort();
  if (from === undefined) return { before, due: [], known: [] };
  const known = await archivedHalves({ from, to: schoolDay(now) });
  const states = new Map(known.map(({ half, state }) => [half, state]));
  // What is archived keeps its counts, and is not counted again.
  const halves = halvesOf({ from, to: before }).filter(
    (half) => lastDayOf(half) < before && states.get(half) !== 'archived',
  );
  const counted = await Promise.all(
    halves.map(async (half) => {
      const days = await classDays({ from: firstDayOf(half), to: lastDayOf(half) });
      return { half, records: days.reduce((sum, day) => sum + recordsOf(day), 0) };
    }),
  );
  return { before, due: counted.filter(({ records }) => records > 0), known };
}

/** So many students' half years make a batch: some 2,500 records. */
const studentsAtOnce = 25;

/** The batches of a half year's students. A row is the half year and the student, `2021H2 S41`. */
const archiveBatches = (half: string, studentIds: readonly string[]): string[][] =>
  inPieces(
    studentIds.map((studentId) => `${half} ${studentId}`),
    studentsAtOnce,
  );

export const studentHalfOf = (row: string): StudentHalf => ({ half: row.slice(0, 6), studentId: row.slice(7) });
