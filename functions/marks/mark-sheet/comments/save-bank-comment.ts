import { type BankEntry, bankLimit } from '#shared/marks/mark-sheet/comment-calls.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { bankComment, commentsOf, writeComment } from './bank-store.ts';
import { toEntry } from './comment-mapper.ts';
import { ownerToWrite } from './whose-bank.ts';

export const saveBankComment = callHandler(markSheetContract.saveBankComment, {
  handle: async ({ input, caller, request }) => {
    const { id, version: seen, scope, subject_id: subjectId, from, to, text } = input;
    if ((id === undefined) !== (seen === undefined)) throw new ValidationError({ version: ['Name id and version.'] });
    if (from !== null && to !== null && from > to) throw new ValidationError({ to: ['Not below the first mark.'] });
    const owner = ownerToWrite(scope, caller);
    if (id === undefined) {
      const kept = await commentsOf(owner);
      const same = kept.find((one) => isSame(toEntry(one), input));
      if (same) return toEntry(same);
      if (kept.length >= bankLimit)
        throw new ValidationError({ text: [`At most ${bankLimit} comments are kept. Delete one to add another.`] });
    }
    // A repeated request names the same comment again.
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
    if (!stored) throw new NotFoundError('This comment is not there any more.');
    if (outcome === 'refused') throw new ConflictError('This comment has been changed meanwhile. Please look again.');
    return toEntry(stored);
  },
});

type Meant = Pick<BankEntry, 'text' | 'subject_id' | 'from' | 'to'>;

/** Whether two comments say the same, of the same subject and totals: kept twice, it would be offered twice. */
const isSame = (one: Meant, other: Meant): boolean =>
  one.text.trim() === other.text.trim() &&
  one.subject_id === other.subject_id &&
  one.from === other.from &&
  one.to === other.to;

/** The caller's part of the key is left out: the comment is in the caller's own partition, or in the school's under a random key. */
const commentIdOf = (idempotencyKey: string): string => idempotencyKey.slice(idempotencyKey.lastIndexOf('/') + 1);
