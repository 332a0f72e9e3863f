import { approvalMessages } from '#shared/accounts/approvals/messages.ts';
import { endApproval } from '../../accounts/approvals/answer-approval.ts';
import { allApprovals } from '../../accounts/approvals/approval-record.ts';
import { ConflictError } from '../../platform/errors.ts';
import type { RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { mayAnswer } from './approvals.ts';

interface Ending {
  id: string;
  as: 'refused' | 'withdrawn';
  reason?: string;
  caller: Caller;
  request: RequestFacts;
}

/** Ends a request that waits, of an act whose menu the caller has. */
export async function endNamed({ id, ...ending }: Ending): Promise<{ ok: true }> {
  await retryRefused({
    read: allApprovals,
    attempt: async (stored) => {
      const named = stored.find(({ request }) => request === id);
      // What is none of the caller's business is not there.
      if (!named || !mayAnswer(named, ending.caller)) throw new ConflictError(approvalMessages.gone);
      return endApproval(named, { id, ...ending });
    },
    what: 'this request',
  });
  return { ok: true };
}
