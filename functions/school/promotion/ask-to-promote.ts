import { approvalMessages } from '#shared/accounts/approvals/messages.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { askApproval } from '../../accounts/approvals/ask-approval.ts';
import { ConflictError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { planSaves } from '../promotion-plan/plan-store.ts';
import { goes, outcomesOfStudents, promotionJobs, unconfirmed, yearToPromote } from './promotion-status.ts';

/** Asks a second administrator to approve the year's promotion before Term 3. */
export const askToPromote = callHandler(termsContract.askToPromote, {
  handle: async ({ input: { confirm }, caller, request }) => {
    const { year, term } = await yearToPromote();
    if (term === 3) throw new ConflictError(approvalMessages.notHeavy);
    const { promotion } = await promotionJobs(year);
    if (promotion) throw new ConflictError(`The students of ${academicYearTitle(year)} were promoted already.`);
    // The saves of the plan before the plan: what is approved is the plan as it was asked for.
    const basis = await planSaves(year);
    const count = (await outcomesOfStudents(year)).filter(goes).length;
    if (confirm !== count) throw unconfirmed(term, { typed: confirm, count });
    await askApproval({ of: { act: 'promote', year, term }, count, basis, caller, request });
    return { ok: true as const };
  },
});
