import { authorOf } from '../../platform/jobs/store.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { writeAudited } from '../../platform/table/audit.ts';
import { directCreate, directTransaction } from '../../platform/table/direct-write.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { type CountedTerm, countReports } from '../office/count-term.ts';
import { updatedItem } from '../office/updated-reports.ts';
import { writeTimes } from '../office/write-times.ts';

/** What the worker must know besides the students. */
export interface UpdateInput extends CountedTerm {
  withTyped: boolean;
}

/** Writes the figures of a batch of students into their reports, in one transaction with what the undo of it needs. */
export const updateTermReports: JobWorker = {
  workBatch: async ({ job, batch, rows }) => {
    const { withTyped, ...term } = job.input as UpdateInput;
    const caller = authorOf(job);
    const request = { now: new Date(), idempotencyKey: `${job.run}-${batch}` };
    return retryRefused({
      read: () => countReports(term, rows),
      attempt: async (counted) => {
        const { actions, reports, remarks } = writeTimes(counted, { withTyped, caller, request });
        if (actions.length === 0) return { remarks };
        // The last action is the proof that the batch was done.
        const proof = directCreate(updatedItem({ run: job.run, batch, reports }, request.now));
        const outcome = await writeAudited(directTransaction([...actions, proof]));
        return outcome === 'refused' ? outcome : { remarks };
      },
      what: 'these reports',
    });
  },
};
