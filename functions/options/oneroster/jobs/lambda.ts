import { randomUUID } from 'node:crypto';
import { nightlyRosterFile, type onerosterJobs } from '#shared/options/oneroster/jobs.ts';
import { type JobWorker, jobHandler } from '../../../platform/jobs/worker.ts';
import { makeRosterFile } from '../files-out/make-roster-file.ts';

export const handler = jobHandler(
  {
    'make-roster-file': {
      workBatch: async ({ job }) => {
        await makeRosterFile({ run: job.run, madeAt: job.startedAt, madeBy: job.startedByName });
        return {};
      },
    },
  } satisfies Record<keyof typeof onerosterJobs, JobWorker>,
  {
    [nightlyRosterFile.step.name]: () => makeRosterFile({ run: randomUUID(), madeAt: new Date().toISOString() }),
  },
);
