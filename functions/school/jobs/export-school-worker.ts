import type { JobWorker } from '../../platform/jobs/worker.ts';
import { finishSchoolExport, workExportStep } from '../whole-school/export-steps.ts';

/** Makes a file of the whole school, a step a batch. */
export const exportSchoolWorker: JobWorker = {
  workBatch: async ({ job, batch, rows }) => {
    await workExportStep(job, batch, rows);
    return {};
  },
  finish: (job) => finishSchoolExport(job, job.batches),
};
