import { randomUUID } from 'node:crypto';
import { nightlyRosterFile, type onerosterJobs } from '#shared/options/oneroster/jobs.ts';
import { type JobWorker, jobHandler } from '../../../platform/jobs/worker.ts';
import { type ChangesAskedFor, makeFilesOfNight, makeRosterFile } from '../files-out/make-roster-file.ts';

export const handler = jobHandler(
  {
    'make-roster-file': {
      workBatch: async ({ job }) => {
        const file = { run: job.run, madeAt: job.startedAt, madeBy: job.startedByName };
        await makeRosterFile(file, job.input as ChangesAskedFor);
        return {};
      },
    },
  } satisfies Record<keyof typeof onerosterJobs, JobWorker>,
  {
    [nightlyRosterFile.step.name]: () => makeFilesOfNight({ run: randomUUID(), madeAt: new Date().toISOString() }),
  },
);
