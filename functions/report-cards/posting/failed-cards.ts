import { type JobItem, remarksOf } from '../../platform/jobs/store.ts';

/**
 * Of the cards of a run, the share that may fail. Single records are left out and named; where more fail, the fault is not in
 * the records, and what is left is no term's reports.
 */
export const failingShare = 0.1;

/** More cards of a run failed than single records would explain. */
export class TooManyFailedError extends Error {
  override name = 'TooManyFailedError';
}

/** Something else was posted, or the posting removed, since the run began. */
export class OvertakenError extends Error {
  override name = 'OvertakenError';
}

/** @throws TooManyFailedError where more than the share of a run's cards have failed */
export async function refuseTooManyFailed(job: JobItem): Promise<void> {
  const failed = (await remarksOf(job)).length;
  if (failed > failingShare * job.total) throw new TooManyFailedError(`${failed} of ${job.total} cards failed`);
}

/** True for a run that ended for one of these reasons. It has nothing to go on with: asked for again, it is begun from the start. */
export const isStopped = (job: JobItem | undefined): job is JobItem =>
  job?.state === 'failed' && ['TooManyFailedError', 'OvertakenError'].includes(job.lastError ?? '');
