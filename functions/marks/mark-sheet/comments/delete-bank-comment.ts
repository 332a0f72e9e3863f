import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { ConflictError, NotFoundError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { bankComment, deleted, writeComment } from './bank-store.ts';
import { ownerToWrite } from './whose-bank.ts';

export const deleteBankComment = callHandler(markSheetContract.deleteBankComment, {
  handle: async ({ input, caller, request }) => {
    const owner = ownerToWrite(input.scope, caller);
    const comment = await bankComment(owner, input.id);
    if (!comment) throw new NotFoundError('This comment is not there any more.');
    // Deleted by this request before, or by somebody else: what the caller wants is so.
    if (comment.deletedAt !== undefined) return { version: comment.version };
    const outcome = await writeComment({
      comment: deleted(comment, request.now),
      before: comment,
      seen: input.version,
      caller,
      request,
    });
    if (outcome === 'refused') throw new ConflictError('This comment has been changed meanwhile. Please look again.');
    return { version: input.version + 1 };
  },
});
