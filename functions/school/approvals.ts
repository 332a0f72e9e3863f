import { heavyActs } from '#shared/accounts/approvals/heavy-acts.ts';
import { approvalWordings } from '#shared/accounts/wordings.ts';
import type { Output } from '#shared/http/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { endApproval } from '../accounts/approvals/answer-approval.ts';
import { type ApprovalItem, isApprovalWaiting, listStoredApprovals } from '../accounts/approvals/approval-record.ts';
import {
  createSharedControlFinder,
  dropRequestsOfUnpermittedAskers,
  whyCannotApprove,
} from '../accounts/approvals/second-administrator.ts';
import { ConflictError } from '../platform/errors.ts';
import { callHandler, type RequestFacts } from '../platform/requests/call-handler.ts';
import { type Caller, hasMenu } from '../platform/requests/caller.ts';
import { retryRefused } from '../platform/table/retry-refused.ts';
import { listPostings } from '../term-reports/report-cards/posting/postings.ts';

type Listed = Output<typeof termsContract.listApprovals>[number];

/** Three requests besides the session: the requests for approval, what they rest on, and those who asked. Where one waits, two queries more or a few: who made whom. */
export const listApprovals = callHandler(termsContract.listApprovals, {
  handle: async ({ caller, request: { now } }) => {
    const [stored, postings] = await Promise.all([listStoredApprovals(), listPostings()]);
    // A request about an earlier posting is void.
    const rests = ({ act, year, term, basis }: ApprovalItem) =>
      act === 'promote' ||
      basis === (postings.find((posting) => posting.year === year && posting.term === term)?.version ?? 0);
    const mine = stored.filter((one) => mayAnswerApproval(one, caller) && (one.state !== 'waiting' || rests(one)));
    const waiting = await dropRequestsOfUnpermittedAskers(mine.filter((one) => isApprovalWaiting(one, now)));
    const over = mine.filter((one) => !isApprovalWaiting(one, now) && one.askedBy === caller.accountId);
    const findSharedControl = createSharedControlFinder(now);
    const whyNot = async ({ askedBy, askedByName }: ApprovalItem) =>
      askedBy === caller.accountId
        ? null
        : whyCannotApprove(findSharedControl, { asker: { accountId: askedBy, name: askedByName }, approver: caller });
    const listed = [...waiting, ...over].sort((a, b) => a.askedAt.localeCompare(b.askedAt));
    return Promise.all(listed.map(async (one) => ({ ...toApproval(one, caller, now), why_not: await whyNot(one) })));
  },
});

/** Whether the caller may see and answer a request. */
export const mayAnswerApproval = ({ act }: ApprovalItem, caller: Caller): boolean =>
  hasMenu(caller, [heavyActs[act].menu]);

const toApproval = (one: ApprovalItem, { accountId }: Caller, now: Date): Omit<Listed, 'why_not'> => ({
  ...{ id: one.request, act: one.act, year: one.year, term: one.term, count: one.count },
  state: one.state === 'waiting' && !isApprovalWaiting(one, now) ? 'expired' : one.state,
  ...{ is_own: one.askedBy === accountId, asked_by: one.askedByName, asked_at: one.askedAt, until: one.until },
  ...{ answered_by: one.answeredByName ?? null, reason: one.reason ?? null },
});

interface Ending {
  id: string;
  as: 'refused' | 'withdrawn';
  reason?: string;
  caller: Caller;
  request: RequestFacts;
}

/** Ends a request that waits, of an act whose menu the caller has. */
export async function endApprovalById({ id, ...ending }: Ending): Promise<{ ok: true }> {
  await retryRefused({
    read: listStoredApprovals,
    attempt: async (stored) => {
      const named = stored.find(({ request }) => request === id);
      // A request that the caller may not see is answered as missing.
      if (!named || !mayAnswerApproval(named, ending.caller)) throw new ConflictError(approvalWordings.gone);
      return endApproval(named, { id, ...ending });
    },
    what: 'this request',
  });
  return { ok: true };
}

export const refuseApproval = callHandler(termsContract.refuseApproval, {
  handle: ({ input: { id, reason }, caller, request }) =>
    endApprovalById({ id, as: 'refused', reason, caller, request }),
});

export const withdrawApproval = callHandler(termsContract.withdrawApproval, {
  handle: ({ input: { id }, caller, request }) => endApprovalById({ id, as: 'withdrawn', caller, request }),
});
