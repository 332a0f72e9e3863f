import { createWriteTransaction, type EntityItem } from 'electrodb';
import type { RequestFacts } from '../../../platform/requests/call-handler.ts';
import type { Caller } from '../../../platform/requests/caller.ts';
import { AuditRow, auditRow, type Outcome, writeAudited } from '../../../platform/table/audit.ts';
import { entity, expiryOfDeleted } from '../../../platform/table/table.ts';
import { starterComments } from './starter-comments.ts';

/** The owner of the comments that everybody is offered. No account has this id: accounts' are made by the sign-in. */
export const schoolBank = 'school';

/** A comment to choose from. One partition holds what a person, or the school, keeps. */
export const BankComment = entity({
  model: { entity: 'bank-comment', version: '1', service: 'formroom' },
  attributes: {
    /** An account's id, or {@link schoolBank}. */
    owner: { type: 'string', required: true },
    commentId: { type: 'string', required: true },
    subjectId: { type: 'string' },
    /** Totals in per cent that it is meant for, both ends included. */
    from: { type: 'number' },
    to: { type: 'number' },
    text: { type: 'string', required: true },
    /** Counts the changes, deleting included. A starter comment that was never changed has 0, and no record. */
    version: { type: 'number', required: true },
    /** UTC time of the deletion; DynamoDB removes the record at `expires` (epoch seconds). Of a starter comment it stays: else that came back. */
    deletedAt: { type: 'string' },
    expires: { type: 'number' },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['owner'], template: 'comments#${owner}', casing: 'none' },
      sk: { field: 'sk', composite: ['commentId'], template: 'comment#${commentId}', casing: 'none' },
    },
  },
});

export type BankCommentItem = EntityItem<typeof BankComment>;

/** The starter comments of an owner, as they are while nobody has changed them: the school's. */
const startersOf = (owner: string): BankCommentItem[] =>
  owner === schoolBank ? starterComments.map((starter) => ({ owner, ...starter })) : [];

const isStarter = ({ owner, commentId }: Pick<BankCommentItem, 'owner' | 'commentId'>): boolean =>
  startersOf(owner).some((starter) => starter.commentId === commentId);

/** What an owner keeps, deleted ones left out. One query. */
export async function commentsOf(owner: string): Promise<BankCommentItem[]> {
  const { data } = await BankComment.query.record({ owner }).go({ pages: 'all', consistent: true });
  const changed = new Set(data.map(({ commentId }) => commentId));
  const starters = startersOf(owner).filter(({ commentId }) => !changed.has(commentId));
  return [...data, ...starters].filter(({ deletedAt }) => deletedAt === undefined);
}

export async function bankComment(owner: string, commentId: string): Promise<BankCommentItem | null> {
  const { data } = await BankComment.get({ owner, commentId }).go({ consistent: true });
  return data ?? startersOf(owner).find((starter) => starter.commentId === commentId) ?? null;
}

const together = { BankComment, AuditRow };

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
  return writeAudited(
    createWriteTransaction(together, (entities) => [
      entities.BankComment.put({ ...comment, version: (seen ?? 0) + 1 })
        .where(({ version }, { eq, notExists }) => (seen ? eq(version, seen) : notExists(version)))
        .commit(),
      entities.AuditRow.create(row).commit(),
    ]),
  );
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
export const deleted = (comment: BankCommentItem, now: Date): Omit<BankCommentItem, 'version'> => ({
  ...comment,
  deletedAt: now.toISOString(),
  ...(isStarter(comment) ? {} : { expires: expiryOfDeleted(now) }),
});
