import type { BankEntry } from '#shared/marks/mark-sheet/comment-calls.ts';
import { type BankCommentItem, schoolBank } from './bank-store.ts';

export const toEntry = ({ owner, commentId, subjectId, from, to, text, version }: BankCommentItem): BankEntry => ({
  id: commentId,
  scope: owner === schoolBank ? 'school' : 'own',
  subject_id: subjectId ?? null,
  from: from ?? null,
  to: to ?? null,
  text,
  version,
});
