import { createWriteTransaction, type EntityItem } from 'electrodb';
import type { RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { AuditRow, auditRow, type Outcome, writeAudited } from '../../platform/table/audit.ts';
import { entity } from '../../platform/table/table.ts';

/** Days for which a deleted comment can be brought back (rule 13). */
const keptFor = 30;

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
    /** Counts the changes, deleting included. */
    version: { type: 'number', required: true },
    /** UTC time of the deletion; DynamoDB removes the record at `expires` (epoch seconds). */
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

/** What an owner keeps, deleted ones left out. One query. */
export async function commentsOf(owner: string): Promise<BankCommentItem[]> {
  const { data } = await BankComment.query.record({ owner }).go({ pages: 'all', consistent: true });
  return data.filter(({ deletedAt }) => deletedAt === undefined);
}

export async function bankComment(owner: string, commentId: string): Promise<BankCommentItem | null> {
  const { data } = await BankComment.get({ owner, commentId }).go({ consistent: true });
  return data;
}

const together = { BankComment, AuditRow };

interface Writing {
  comment: Omit<BankCommentItem, 'version'>;
  /** The version that the caller saw; undefined for a comment that is not there yet. */
  seen: number | undefined;
  caller: Caller;
  request: RequestFacts;
}

/** Writes a comment whole, on the condition that it is the version that the caller saw. */
export function writeComment({ comment, seen, caller, request }: Writing): Promise<Outcome> {
  const { owner, commentId, text } = comment;
  const row = auditRow({
    subject: `comments#${owner}#${commentId}`,
    changes: [{ field: 'text', before: null, after: comment.deletedAt === undefined ? text : null }],
    caller,
    request,
  });
  return writeAudited(
    createWriteTransaction(together, (entities) => [
      entities.BankComment.put({ ...comment, version: (seen ?? 0) + 1 })
        .where(({ version }, { eq, notExists }) => (seen === undefined ? notExists(version) : eq(version, seen)))
        .commit(),
      entities.AuditRow.create(row).commit(),
    ]),
  );
}

/** The comment as it is kept for 30 days after it was deleted. */
export const deleted = (comment: BankCommentItem, now: Date): Omit<BankCommentItem, 'version'> => ({
  ...comment,
  deletedAt: now.toISOString(),
  expires: Math.floor(now.getTime() / 1000) + keptFor * 86_400,
});
