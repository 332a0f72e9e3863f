import { termReportsContract } from '#shared/term-reports/contract.ts';
import { postingMessages } from '#shared/term-reports/wordings.ts';
import { askApproval } from '../../accounts/approvals/ask-approval.ts';
import { ConflictError } from '../../platform/errors.ts';
import { readJob } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readPosting } from '../report-cards/posting/postings.ts';
import { postingKeyOf } from '../report-cards/posting/report-jobs.ts';
import { refuseOtherCount, refuseUnseen } from './posting-state.ts';

/**
 * Asks for approval of a posting with reports that lack something, or of a removal. The number of incomplete reports is the caller's: the
 * run that is approved counts them as it copies.
 */
export const askToPost = callHandler(termReportsContract.askToPost, {
  handle: async ({ input, caller, request }) => {
    const { year, term, confirm: count } = input;
    const period = { year, term };
    const [posting, job] = await Promise.all([readPosting(period), readJob('post-term-reports', postingKeyOf(period))]);
    if (job?.state === 'running') throw new ConflictError(postingMessages.running);
    await refuseUnseen(posting, { period, seen: input.date_posted });
    if (input.posted === 0) {
      if (!posting?.isPosted) throw new ConflictError(postingMessages.notPosted);
      await refuseOtherCount(posting, count);
    }
    const of = { act: input.posted === 1 ? ('post' as const) : ('remove' as const), year, term };
    await askApproval({ of, count, basis: posting?.version ?? 0, caller, request });
    return { ok: true as const };
  },
});
