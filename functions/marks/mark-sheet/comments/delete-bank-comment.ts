import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { commentWordings } from '#shared/marks/wordings.ts';
import { ConflictError, NotFoundError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { markCommentDeleted, readBankComment, requireBankOwner, writeBankComment } from './bank-store.ts';

export const deleteBankComment = callHandler(markSheetContract.deleteBankComment, {
  handle: async ({ input, caller, request }) => {
    const owner = requireBankOwner(input.scope, caller);
    const comment = await readBankComment(owner, input.id);
    if (!comment) throw new NotFoundError(commentWordings.gone);
    // Deleted already, by this request or by somebody else.
    if (comment.deletedAt !== undefined) return { version: comment.version };
    const outcome = await writeBankComment({
      comment: markCommentDeleted(comment, request.now),
      before: comment,
      seen: input.version,
      by: { caller, request },
    });
    if (isRefused(outcome)) throw new ConflictError(commentWordings.changed);
    return { version: input.version + 1 };
  },
});
