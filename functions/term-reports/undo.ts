import { termReportsContract } from '#shared/term-reports/contract.ts';
import { postingWordings } from '#shared/term-reports/wordings.ts';
import { ConflictError } from '../platform/errors.ts';
import { readJob } from '../platform/jobs/store.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import { retryRefused } from '../platform/table/retry-refused.ts';
import { readItems } from '../platform/table/table.ts';
import { byInverse, requireMayList, undoableKinds, undoHandler } from '../platform/undo/undo-calls.ts';
import { isOfTerm, undoableTermReportActs } from './more-options/report-acts.ts';
import { reportActs } from './more-options/undo-report-change.ts';
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
  write: ({ acts, act, details, undone, writing }) =>
    retryRefused({
      read: () => readItems({ now: acts.key(act.key), posting: postingKey(details.after) }),
      attempt: async ({ now, posting: stored }) => {
        if (now && acts.wasUndone(now, writing.request)) return 'done';
        if (!stored || !isSamePosting(stored, details.after)) return false;
        const run = await readJob('post-term-reports', postingJobKey(details.after));
        if (run?.state === 'running') throw new ConflictError(postingWordings.running);
        const back = postingBefore(details, stored);
        if (stored.isPosted && !back.isPosted) throw new ConflictError(postingWordings.undoRemoves);
        return restorePosting(back, { stored, undone, ...writing });
      },
      what: 'the posting of this term',
    }),
  refusal: () => new ConflictError(postingWordings.stale),
});

const postings = undoableKinds(
  undoablePostings,
  { who: ['Admin'], menu: ['postReports'] },
  { 'posting changed': { undo: undoPosting } },
);

export const undoAct = undoHandler(termReportsContract.undoAct, [reportActs, postings]);

export const listActs = callHandler(termReportsContract.listActs, {
  handle: async ({ input, caller, request: { now } }) => {
    if (input.of === 'postings') {
      requireMayList(postings, caller);
      return undoablePostings.list({ now });
    }
    requireMayList(reportActs, caller);
    const { year, term } = input;
    const isWanted =
      year === undefined || term === undefined
        ? undefined
        : (change: Parameters<typeof isOfTerm>[0]) => isOfTerm(change, { year, term });
    return undoableTermReportActs.list({ now, ...(isWanted && { isWanted }) });
  },
});
