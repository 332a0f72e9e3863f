import { inParallel } from '../../platform/in-parallel.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { placeOf } from '../archive/archive-rows.ts';
import { noteRestored } from '../records/archive/half-states.ts';
import { restoreRecords } from '../records/archive/move-records.ts';
import { moverOf } from './archive-attendance.ts';

/** Students whose records come back at the same time. */
const atOnce = 10;

/** Brings the half year of a batch's students back into the table. */
export const restoreAttendance: JobWorker = {
  workBatch: async ({ rows }) => {
    await inParallel(rows.map(placeOf), { atOnce, does: restoreRecords });
    return {};
  },
  finish: (job) => noteRestored(job.key, moverOf(job)),
};
