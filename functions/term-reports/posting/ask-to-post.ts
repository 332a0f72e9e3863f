import { termReportsContract } from '#shared/term-reports/contract.ts';
import { postingWordings } from '#shared/term-reports/wordings.ts';
import { requestApproval } from '../../accounts/approvals/request-approval.ts';
import { ConflictError } from '../../platform/errors.ts';
import { readJob } from '../../platform/jobs/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readPosting } from '../report-cards/posting/postings.ts';
import { postingJobKey } from '../report-cards/posting/report-jobs.ts';
import { refuseStalePosting, refuseWrongCount } from './posting-state.ts';

/**
 * Asks for approval to post incomplete reports, or to remove a posting. The number of incomplete reports comes from the caller: the approved
 * run counts them itself.
 */
export const askToPost = callHandler(termReportsContract.askToPost, {
  handle: async ({ input, caller, request }) => {
    const { year, term, confirm: count } = input;
    const period = { year, term };
    const [posting, job] = await Promise.all([
      readPosting(period),
      readJob('post-term-reports', postingJobKey(period)),
    ]);
    if (job?.state === 'running') throw new ConflictError(postingWordings.running);
    await refuseStalePosting(posting, { period, seen: input.date_posted });
    if (input.posted === 0) {
      if (!posting?.isPosted) throw new ConflictError(postingWordings.notPosted);
      await refuseWrongCount(posting, count);
    }
    const of = { act: input.posted === 1 ? ('post' as const) : ('remove' as const), year, term };
    await requestApproval({ of, count, basis: posting?.version ?? 0, caller, request });
    return { ok: true as const };
  },
});
