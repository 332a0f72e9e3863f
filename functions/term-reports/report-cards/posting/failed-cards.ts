import { type JobItem, type Remark, remarksOf } from '../../../platform/jobs/store.ts';

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

/** What is said of a row whose report was copied, though it lacks marks or remarks. */
export const notComplete = 'Lacks marks or remarks.';

/** The rows of a run that are not complete, and those that failed. One query. */
export async function toldOf(job: JobItem): Promise<{ incomplete: number; failed: Remark[] }> {
  const remarks = await remarksOf(job);
  const failed = remarks.filter(({ text }) => text !== notComplete);
  return { incomplete: remarks.length - failed.length, failed };
}

/** @throws TooManyFailedError where more than the share of a run's cards have failed */
export async function refuseTooManyFailed(job: JobItem): Promise<void> {
  const failed = (await toldOf(job)).failed.length;
  if (failed > failingShare * job.total) throw new TooManyFailedError(`${failed} of ${job.total} cards failed`);
}

/** More reports lack marks or remarks than the caller has confirmed by typing their number. */
export class UnconfirmedError extends Error {
  override name = 'UnconfirmedError';
}

/** @throws UnconfirmedError where more reports of a run are incomplete than were confirmed */
export async function refuseUnconfirmed(job: JobItem, confirmed: number): Promise<void> {
  const { incomplete } = await toldOf(job);
  if (incomplete > confirmed) throw new UnconfirmedError(`${incomplete} reports are incomplete`);
}

/** True for a run that ended for one of these reasons. It has nothing to go on with: asked for again, it is begun from the start. */
export const isStopped = (job: JobItem | undefined): job is JobItem =>
  job?.state === 'failed' && ['TooManyFailedError', 'OvertakenError', 'UnconfirmedError'].includes(job.lastError ?? '');
