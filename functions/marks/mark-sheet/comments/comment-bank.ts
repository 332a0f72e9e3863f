import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { commentsOf, schoolBank, toEntry } from './bank-store.ts';

/** The caller's own first, then the school's. */
export const commentBank = callHandler(markSheetContract.commentBank, {
  handle: async ({ caller }) => {
    const banks = await Promise.all([commentsOf(caller.accountId), commentsOf(schoolBank)]);
    return banks.flat().map(toEntry);
  },
});
