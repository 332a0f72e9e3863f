import { postingWordings } from '#shared/term-reports/wordings.ts';
import { undoableActs } from '#shared/undo/contract.ts';
import { ConflictError } from '../platform/errors.ts';
import { readJob } from '../platform/jobs/store.ts';
import { retryRefused } from '../platform/table/retry-refused.ts';
import { readItems } from '../platform/table/table.ts';
import { byInverse, undoableKinds } from '../platform/undo/undo-calls.ts';
import {
  isSamePosting,
  type PostingChanged,
  postingBefore,
  postingKey,
  restorePosting,
  undoablePostings,
} from './report-cards/posting/postings.ts';
import { postingJobKey } from './report-cards/posting/report-jobs.ts';

/**
 * Undoes the last act on a term's posting. An earlier act is refused: what was posted, removed or issued since stays.
 * All copies are kept.
 */
export const undoPosting = byInverse<PostingChanged>({
  write: ({ acts, act, details, undone, by }) =>
    retryRefused({
      read: () => readItems({ now: acts.key(act.key), posting: postingKey(details.after) }),
      attempt: async ({ now, posting: stored }) => {
        if (now && acts.wasUndone(now, by.request)) return 'done';
        if (!stored || !isSamePosting(stored, details.after)) return false;
        const run = await readJob('post-term-reports', postingJobKey(details.after));
        if (run?.state === 'running') throw new ConflictError(postingWordings.running);
        const back = postingBefore(details, stored);
        if (stored.isPosted && !back.isPosted) throw new ConflictError(postingWordings.undoRemoves);
        return restorePosting(back, { stored, undone, by });
      },
      what: 'the posting of this term',
    }),
  refusal: () => new ConflictError(postingWordings.stale),
});

export const postingActs = undoableKinds(
  undoablePostings,
  { openTo: undoableActs.posting },
  { 'posting changed': { undo: undoPosting } },
);
