import { termReportsContract } from '#shared/term-reports/contract.ts';
import { postingWordings } from '#shared/term-reports/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { readJob } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { nothingToUndoError } from '../../platform/undo/undoable-actions.ts';
import {
  isSamePosting,
  postingBefore,
  postingKey,
  restorePosting,
  undoablePostings,
} from '../report-cards/posting/postings.ts';
import { postingJobKey } from '../report-cards/posting/report-jobs.ts';

export const listRecentPostings = callHandler(termReportsContract.listRecentPostings, {
  handle: ({ request: { now } }) => undoablePostings.list({ now }),
});

/** Undoes the last act on a term's posting. An earlier act is refused: what was posted, removed or issued since stays. */
export const undoPosting = callHandler(termReportsContract.undoPosting, {
  handle: async ({ input: { undo }, caller, request }) => {
    await retryRefused({
      read: () => readItems({ act: undoablePostings.key(undo) }),
      attempt: async ({ act }) => {
        if (!act) throw nothingToUndoError();
        if (undoablePostings.wasUndone(act, request)) return 'done';
        const { after } = act.change.details;
        const { posting: stored } = await readItems({ posting: postingKey(after) });
        if (!stored || !isSamePosting(stored, after)) {
          // Another request may have undone the act between the two reads.
          const { act: now } = await readItems({ act: undoablePostings.key(undo) });
          if (now && undoablePostings.wasUndone(now, request)) return 'done';
          throw new ConflictError(postingWordings.stale);
        }
        const run = await readJob('post-term-reports', postingJobKey(after));
        if (run?.state === 'running') throw new ConflictError(postingWordings.running);
        const back = postingBefore(act.change.details, stored);
        if (stored.isPosted && !back.isPosted) throw new ConflictError(postingWordings.undoRemoves);
        return restorePosting(back, { stored, act, caller, request });
      },
      what: 'the posting of this term',
    });
    return { ok: true as const };
  },
});
