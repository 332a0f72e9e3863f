import { authRefusals } from '#shared/accounts/wordings.ts';
import type { BankEntry } from '#shared/marks/mark-sheet/comment-calls.ts';
import { ForbiddenError } from '../../../platform/errors.ts';
import { type Caller, isAdmin } from '../../../platform/requests/caller.ts';
import type { ActOutcome } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import type { Authorship } from '../../../platform/table/audit.ts';

import { entity } from '../../../platform/table/entity.ts';
import { expiryOfDeleted } from '../../../platform/table/table.ts';

/** Comments that every school starts with: lowest and highest total in per cent, and the text. */
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

/**
 * The starter comments, which are stored only after the office has changed or deleted them; `version` 0: not stored.
 */
const starterComments = starters.map(([from, to, text], index) => ({
  commentId: `starter-${String(index + 1).padStart(2, '0')}`,
  text,
  version: 0,
  ...(from === null ? {} : { from, to }),
}));

/** Owner of the comments that everybody sees. No account has this id. */
export const schoolBankOwner = 'school';

/** A kept comment. One partition holds those of a person, or of the school. */
export interface BankCommentItem {
  /** An account's id, or {@link schoolBankOwner}. */
  owner: string;
  commentId: string;
  subjectId?: string | undefined;
  /** Range of totals in per cent, both ends included. */
  from?: number | undefined;
  to?: number | undefined;
  text: string;
  /** Counts the changes, with the deletion. 0: a starter comment that was never changed. */
  version: number;
  /**
   * UTC time of the deletion; DynamoDB removes the record at `expires` (epoch seconds). A deleted starter comment never
   * expires, or it would reappear.
   */
  deletedAt?: string | undefined;
  expires?: number | undefined;
}

export const BankCommentEntity = entity<BankCommentItem>()({
  name: 'bank-comment',
  pk: 'comments#${owner}',
  sk: 'comment#${commentId}',
});

/** An owner's starter comments, unchanged; only the school has them. */
const startersOf = (owner: string): BankCommentItem[] =>
  owner === schoolBankOwner ? starterComments.map((starter) => ({ owner, ...starter })) : [];

const isStarter = ({ owner, commentId }: Pick<BankCommentItem, 'owner' | 'commentId'>): boolean =>
  startersOf(owner).some((starter) => starter.commentId === commentId);

/** An owner's comments, without the deleted ones. One query. */
export async function readBankComments(owner: string): Promise<BankCommentItem[]> {
  const data = await BankCommentEntity.query({ owner });
  const changed = new Set(data.map(({ commentId }) => commentId));
  const starters = startersOf(owner).filter(({ commentId }) => !changed.has(commentId));
  return [...data, ...starters].filter(({ deletedAt }) => deletedAt === undefined);
}

export async function readBankComment(owner: string, commentId: string): Promise<BankCommentItem | null> {
  const data = await BankCommentEntity.get({ owner, commentId });
  return data ?? startersOf(owner).find((starter) => starter.commentId === commentId) ?? null;
}

type Comment = Omit<BankCommentItem, 'version'>;

interface Writing {
  comment: Comment;
  /** As stored, for the audit trail; null for a new comment. */
  before: Comment | null;
  /** The version that the caller saw; undefined for a new comment. */
  seen: number | undefined;
  by: Authorship;
}

/** Writes a comment if its stored version is the one that the caller saw (optimistic lock). */
export function writeBankComment({ comment, before, seen, by }: Writing): Promise<ActOutcome> {
  const { owner, commentId } = comment;
  return commit({
    by,
    changes: [
      BankCommentEntity.put({ ...comment, version: (seen ?? 0) + 1 }, seen ? { version: seen } : { version: null }),
    ],
    trail: { subject: `comments#${owner}#${commentId}`, changes: changesOf(before, comment) },
  });
}

/**
 * Text, subject and totals before and after; null for a deleted comment. The text is always included, to identify the
 * comment.
 */
function changesOf(before: Comment | null, after: Comment) {
  const [was, is] = [before, after].map((comment) => (comment?.deletedAt === undefined ? comment : null));
  return [
    { field: 'text', before: was?.text ?? null, after: is?.text ?? null },
    { field: 'subject_id', before: was?.subjectId ?? null, after: is?.subjectId ?? null },
    { field: 'from', before: was?.from ?? null, after: is?.from ?? null },
    { field: 'to', before: was?.to ?? null, after: is?.to ?? null },
  ].filter((change) => change.field === 'text' || change.before !== change.after);
}

/** The comment marked as deleted; it is kept for 30 days. */
export const markCommentDeleted = (comment: BankCommentItem, now: Date): Omit<BankCommentItem, 'version'> => ({
  ...comment,
  deletedAt: now.toISOString(),
  ...(isStarter(comment) ? {} : { expires: expiryOfDeleted(now) }),
});

export const toBankCommentAnswer = ({
  owner,
  commentId,
  subjectId,
  from,
  to,
  text,
  version,
}: BankCommentItem): BankEntry => ({
  id: commentId,
  scope: owner === schoolBankOwner ? 'school' : 'own',
  subject_id: subjectId ?? null,
  from: from ?? null,
  to: to ?? null,
  text,
  version,
});

/** The owner of the comment to write: the caller, or for the office the school. */
export function requireBankOwner(scope: 'own' | 'school', caller: Caller): string {
  if (scope === 'own') return caller.accountId;
  if (!isAdmin(caller)) throw new ForbiddenError(authRefusals.forbidden);
  return schoolBankOwner;
}
