import { authMessages } from '#shared/accounts/wordings.ts';
import type { BankEntry } from '#shared/marks/mark-sheet/comment-calls.ts';
import { ForbiddenError } from '../../../platform/errors.ts';
import type { RequestFacts } from '../../../platform/requests/call-handler.ts';
import { type Caller, isAdmin } from '../../../platform/requests/caller.ts';
import { AuditRow, auditRow, type Outcome, writeAudited } from '../../../platform/table/audit.ts';

import { entity } from '../../../platform/table/entity.ts';
import { expiryOfDeleted } from '../../../platform/table/table.ts';

/** Comments with which every school begins, by the totals in per cent that they are meant for. */
const starters = [
  [80, 100, '{name} has done excellent work this term. {He} should be proud of {his} results.'],
  [80, 100, 'Excellent. {name} understands the work well and helps others with it.'],
  [65, 79, 'Good work. {name} is attentive, and {his} assignments are complete and on time.'],
  [65, 79, '{name} has a good grasp of the subject. More practice will bring {him} to the top of the class.'],
  [50, 64, 'A satisfactory term. {name} should revise regularly and ask when something is not clear.'],
  [50, 64, '{name} can do better than this. {He} needs to give more time to {his} assignments.'],
  [35, 49, '{name} has found this term difficult. {He} should attend extra lessons and complete all corrections.'],
  [35, 49, 'More effort is needed. {name} loses marks where {his} work is not finished.'],
  [0, 34, '{name} needs help urgently. Please speak with {his} teacher about a plan of work.'],
  [null, null, '{name} takes part well in class.'],
  [null, null, '{name} has improved this term. Keep it up.'],
  [null, null, '{name} was absent too often to be judged fairly.'],
] as const;

/** They are in no table until the office changes or deletes one: `version` 0 says so. */
export const starterComments = starters.map(([from, to, text], index) => ({
  ...{ commentId: `starter-${String(index + 1).padStart(2, '0')}`, text, version: 0 },
  ...(from === null ? {} : { from, to }),
}));

/** The owner of the comments that everybody is offered. No account has this id: accounts' are made by the sign-in. */
export const schoolBank = 'school';

/** A comment to choose from. One partition holds what a person, or the school, keeps. */
export interface BankCommentItem {
  /** An account's id, or {@link schoolBank}. */
  owner: string;
  commentId: string;
  subjectId?: string | undefined;
  /** Totals in per cent that it is meant for, both ends included. */
  from?: number | undefined;
  to?: number | undefined;
  text: string;
  /** Counts the changes, deleting included. A starter comment that was never changed has 0, and no record. */
  version: number;
  /** UTC time of the deletion; DynamoDB removes the record at `expires` (epoch seconds). Of a starter comment it stays: else that came back. */
  deletedAt?: string | undefined;
  expires?: number | undefined;
}

export const BankComment = entity<BankCommentItem>()({
  name: 'bank-comment',
  pk: 'comments#${owner}',
  sk: 'comment#${commentId}',
});

/** The starter comments of an owner, as they are while nobody has changed them: the school's. */
const startersOf = (owner: string): BankCommentItem[] =>
  owner === schoolBank ? starterComments.map((starter) => ({ owner, ...starter })) : [];

const isStarter = ({ owner, commentId }: Pick<BankCommentItem, 'owner' | 'commentId'>): boolean =>
  startersOf(owner).some((starter) => starter.commentId === commentId);

/** What an owner keeps, deleted ones left out. One query. */
export async function commentsOf(owner: string): Promise<BankCommentItem[]> {
  const data = await BankComment.query({ owner });
  const changed = new Set(data.map(({ commentId }) => commentId));
  const starters = startersOf(owner).filter(({ commentId }) => !changed.has(commentId));
  return [...data, ...starters].filter(({ deletedAt }) => deletedAt === undefined);
}

export async function bankComment(owner: string, commentId: string): Promise<BankCommentItem | null> {
  const data = await BankComment.get({ owner, commentId });
  return data ?? startersOf(owner).find((starter) => starter.commentId === commentId) ?? null;
}

type Comment = Omit<BankCommentItem, 'version'>;

interface Writing {
  comment: Comment;
  /** What is stored, for the trail; null where it is not there yet. Where it is not the version seen, nothing is written. */
  before: Comment | null;
  /** The version that the caller saw; undefined for a comment that is not there yet. */
  seen: number | undefined;
  caller: Caller;
  request: RequestFacts;
}

/** Writes a comment whole, on the condition that it is the version that the caller saw. */
export function writeComment({ comment, before, seen, caller, request }: Writing): Promise<Outcome> {
  const { owner, commentId } = comment;
  const row = auditRow({
    subject: `comments#${owner}#${commentId}`,
    changes: changesOf(before, comment),
    caller,
    request,
  });
  return writeAudited([
    BankComment.put({ ...comment, version: (seen ?? 0) + 1 }, seen ? { version: seen } : { version: null }),
    AuditRow.create(row),
  ]);
}

/** Text, subject and totals before and after; a deleted comment has none of them. Always the text, which says what it is about. */
function changesOf(before: Comment | null, after: Comment) {
  const [was, is] = [before, after].map((comment) => (comment?.deletedAt === undefined ? comment : null));
  return [
    { field: 'text', before: was?.text ?? null, after: is?.text ?? null },
    { field: 'subject_id', before: was?.subjectId ?? null, after: is?.subjectId ?? null },
    { field: 'from', before: was?.from ?? null, after: is?.from ?? null },
    { field: 'to', before: was?.to ?? null, after: is?.to ?? null },
  ].filter((change) => change.field === 'text' || change.before !== change.after);
}

/** The comment as it is kept for 30 days after it was deleted. */
export const deletedComment = (comment: BankCommentItem, now: Date): Omit<BankCommentItem, 'version'> => ({
  ...comment,
  deletedAt: now.toISOString(),
  ...(isStarter(comment) ? {} : { expires: expiryOfDeleted(now) }),
});

export const toEntry = ({ owner, commentId, subjectId, from, to, text, version }: BankCommentItem): BankEntry => ({
  id: commentId,
  scope: owner === schoolBank ? 'school' : 'own',
  subject_id: subjectId ?? null,
  from: from ?? null,
  to: to ?? null,
  text,
  version,
});

/** Whose comments a write is about. Own ones are the caller's; the school's are the office's to write. */
export function ownerToWrite(scope: 'own' | 'school', caller: Caller): string {
  if (scope === 'own') return caller.accountId;
  if (!isAdmin(caller)) throw new ForbiddenError(authMessages.forbidden);
  return schoolBank;
}
