import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { readBankComments, schoolBankOwner, toBankCommentAnswer } from './bank-store.ts';

/** The caller's own first, then the school's. */
export const readCommentBank = callHandler(markSheetContract.readCommentBank, {
  handle: async ({ caller }) => {
    const banks = await Promise.all([readBankComments(caller.accountId), readBankComments(schoolBankOwner)]);
    return banks.flat().map(toBankCommentAnswer);
  },
});
