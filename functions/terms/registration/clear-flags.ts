import { termsContract } from '#shared/terms/contract.ts';
import { callHandler } from '../../platform/call-handler.ts';
import { forgetJob } from '../../platform/jobs/store.ts';
import { currentPeriod } from '../store.ts';
import { registrationJobs, undoJobs } from './registration-runs.ts';

export const clearFlags = callHandler(termsContract.clearFlags, {
  handle: async () => {
    const period = await currentPeriod();
    const jobs = period ? (await Promise.all([registrationJobs(period), undoJobs(period)])).flat() : [];
    // The store refuses those that began again in the meantime.
    for (const job of jobs) if (job.state !== 'running') await forgetJob(job);
    return { ok: true as const };
  },
});
