import { type BankEntry, maxBankComments } from '#shared/marks/mark-sheet/comment-calls.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { commentWordings } from '#shared/marks/wordings.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import {
  readBankComment,
  readBankComments,
  requireBankOwner,
  toBankCommentAnswer,
  writeBankComment,
} from './bank-store.ts';

export const saveBankComment = callHandler(markSheetContract.saveBankComment, {
  handle: async ({ input, caller, request }) => {
    const { id, version: seen, scope, subject_id: subjectId, from, to, text } = input;
    if ((id === undefined) !== (seen === undefined))
      throw new ValidationError({ version: [commentWordings.noVersion] });
    if (from !== null && to !== null && from > to) throw new ValidationError({ to: [commentWordings.rangeReversed] });
    const owner = requireBankOwner(scope, caller);
    if (id === undefined) {
      const kept = await readBankComments(owner);
      const same = kept.find((one) => isSame(toBankCommentAnswer(one), input));
      if (same) return toBankCommentAnswer(same);
      if (kept.length >= maxBankComments)
        throw new ValidationError({ text: [commentWordings.tooMany(maxBankComments)] });
    }
    // A repeated request gets the same id.
    const commentId = id ?? commentIdOf(request.idempotencyKey);
    const before = id === undefined ? null : await readBankComment(owner, commentId);
    const outcome = await writeBankComment({
      comment: {
        owner,
        commentId,
        text,
        ...(subjectId === null ? {} : { subjectId }),
        ...(from === null ? {} : { from }),
        ...(to === null ? {} : { to }),
      },
      before,
      seen,
      by: { caller, request },
    });
    const stored = await readBankComment(owner, commentId);
    if (!stored) throw new NotFoundError(commentWordings.gone);
    if (isRefused(outcome)) throw new ConflictError(commentWordings.changed);
    return toBankCommentAnswer(stored);
  },
});

type CommentContent = Pick<BankEntry, 'text' | 'subject_id' | 'from' | 'to'>;

/** Whether two comments have the same text, subject and totals. */
const isSame = (one: CommentContent, other: CommentContent): boolean =>
  one.text.trim() === other.text.trim() &&
  one.subject_id === other.subject_id &&
  one.from === other.from &&
  one.to === other.to;

/** The random part of the idempotency key, without the caller's id. */
const commentIdOf = (idempotencyKey: string): string => idempotencyKey.slice(idempotencyKey.lastIndexOf('/') + 1);
