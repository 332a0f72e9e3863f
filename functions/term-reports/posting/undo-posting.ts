import { termReportsContract } from '#shared/term-reports/contract.ts';
import { postingMessages } from '#shared/term-reports/wordings.ts';
import { ConflictError } from '../../platform/errors.ts';
import { readJob } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { nothingToUndo } from '../../platform/undo/undoable-actions.ts';
import {
  isSamePosting,
  postingActs,
  postingBefore,
  postingKey,
  writePostingBack,
} from '../report-cards/posting/postings.ts';
import { postingKeyOf } from '../report-cards/posting/report-jobs.ts';

export const recentPostings = callHandler(termReportsContract.recentPostings, {
  handle: ({ request: { now } }) => postingActs.list({ now }),
});

/** Undoes the last act on a term's posting. An earlier act is refused: what was posted, removed or issued since stays. */
export const undoPosting = callHandler(termReportsContract.undoPosting, {
  handle: async ({ input: { undo }, caller, request }) => {
    await retryRefused({
      read: () => readItems({ act: postingActs.key(undo) }),
      attempt: async ({ act }) => {
        if (!act) throw nothingToUndo();
        if (postingActs.wasUndone(act, request)) return 'already done';
        const { after } = act.change.details;
        const { posting: stored } = await readItems({ posting: postingKey(after) });
        if (!stored || !isSamePosting(stored, after)) {
          // Another request may have undone the act between the two reads.
          const { act: now } = await readItems({ act: postingActs.key(undo) });
          if (now && postingActs.wasUndone(now, request)) return 'already done';
          throw new ConflictError(postingMessages.stale);
        }
        const run = await readJob('post-term-reports', postingKeyOf(after));
        if (run?.state === 'running') throw new ConflictError(postingMessages.running);
        const back = postingBefore(act.change.details, stored);
        if (stored.isPosted && !back.isPosted) throw new ConflictError(postingMessages.undoRemoves);
        return writePostingBack(back, { stored, act, caller, request });
      },
      what: 'the posting of this term',
    });
    return { ok: true as const };
  },
});
