import { type BankEntry, bankLimit } from '#shared/marks/mark-sheet/comment-calls.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { commentWordings } from '#shared/marks/wordings.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { bankComment, commentsOf, ownerToWrite, toEntry, writeComment } from './bank-store.ts';

export const saveBankComment = callHandler(markSheetContract.saveBankComment, {
  handle: async ({ input, caller, request }) => {
    const { id, version: seen, scope, subject_id: subjectId, from, to, text } = input;
    if ((id === undefined) !== (seen === undefined))
      throw new ValidationError({ version: [commentWordings.noVersion] });
    if (from !== null && to !== null && from > to) throw new ValidationError({ to: [commentWordings.rangeReversed] });
    const owner = ownerToWrite(scope, caller);
    if (id === undefined) {
      const kept = await commentsOf(owner);
      const same = kept.find((one) => isSame(toEntry(one), input));
      if (same) return toEntry(same);
      if (kept.length >= bankLimit) throw new ValidationError({ text: [commentWordings.tooMany(bankLimit)] });
    }
    // A repeated request gets the same id.
    const commentId = id ?? commentIdOf(request.idempotencyKey);
    const before = id === undefined ? null : await bankComment(owner, commentId);
    const outcome = await writeComment({
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
      caller,
      request,
    });
    const stored = await bankComment(owner, commentId);
    if (!stored) throw new NotFoundError(commentWordings.gone);
    if (outcome === 'refused') throw new ConflictError(commentWordings.changed);
    return toEntry(stored);
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
