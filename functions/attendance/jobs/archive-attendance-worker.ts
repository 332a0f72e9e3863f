import { inParallel } from '../../platform/in-parallel.ts';
import { authorOfJob, type JobItem, readJobRows } from '../../platform/jobs/store.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { parseStudentHalf } from '../office/archive-attendance.ts';
import { archiveStudentHalfYear, lockHalfYear, markArchived } from '../records/archive-half-year.ts';

/** Students whose files are written in parallel. */
const atOnce = 10;

/** Moves the half years of a batch's students into their files (ADR 0058). */
export const archiveAttendanceWorker: JobWorker = {
  workBatch: async ({ job, rows }) => {
    const places = rows.map(parseStudentHalf);
    for (const half of new Set(places.map((place) => place.half))) await lockHalfYear(half, archiveRunOf(job));
    await inParallel(places, { atOnce, does: archiveStudentHalfYear });
    return {};
  },
  finish: async (job) => {
    const halves = new Set((await readJobRows(job)).flat().map((row) => parseStudentHalf(row).half));
    for (const half of halves) await markArchived(half, archiveRunOf(job));
  },
};

const archiveRunOf = (job: JobItem) => ({ caller: authorOfJob(job), run: job.run });
