import { termsContract } from '#shared/school/contract.ts';
import { forgetJob, type JobItem } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { currentPeriod } from '../records/periods.ts';
import { registrationJobs, registrationKey, undoJobs } from './registration-runs.ts';

export const clearFlags = callHandler(termsContract.clearFlags, {
  handle: async ({ input: { class_id: classId } }) => {
    const period = await currentPeriod();
    const jobs = period ? (await Promise.all([registrationJobs(period), undoJobs(period)])).flat() : [];
    // The store refuses those that began again in the meantime.
    const isMeant = ({ key }: JobItem) =>
      classId === undefined || (period !== null && key === registrationKey(period, classId));
    for (const job of jobs.filter(isMeant)) if (job.state !== 'running') await forgetJob(job);
    return { ok: true as const };
  },
});
