import type { EntityItem } from 'electrodb';
import type { HeavyActOf } from '#shared/accounts/approvals/heavy-acts.ts';
import { entity, itemKey, readItems, termAttribute } from '../../platform/table/table.ts';

/**
 * What an administrator has asked a second one to approve: the last request for each act, with how it was answered (ADR 0018). A later
 * one takes its place.
 */
export const Approval = entity({
  model: { entity: 'approval', version: '1', service: 'formroom' },
  attributes: {
    act: { type: ['post', 'remove', 'promote'] as const, required: true },
    year: { type: 'number', required: true },
    term: { type: termAttribute, required: true },
    /** Names this request among those for the same act. */
    request: { type: 'string', required: true },
    /** Of reports or students, as the asker saw it. */
    count: { type: 'number', required: true },
    /** What it rests on: the number of the term's posting. Where that is another, it was asked of something else. */
    basis: { type: 'number', required: true },
    state: { type: ['waiting', 'approved', 'refused', 'withdrawn'] as const, required: true },
    askedBy: { type: 'string', required: true },
    askedByName: { type: 'string', required: true },
    /** ISO 8601. */
    askedAt: { type: 'string', required: true },
    until: { type: 'string', required: true },
    answeredBy: { type: 'string' },
    answeredByName: { type: 'string' },
    answeredAt: { type: 'string' },
    /** The idempotency key of the answer: under it, it is given again. */
    answeredUnder: { type: 'string' },
    /** Why it was refused. */
    reason: { type: 'string' },
    /** Seconds since 1970, for DynamoDB's own clearing. */
    expires: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: [], template: 'approvals', casing: 'none' },
      sk: { field: 'sk', composite: ['act', 'year', 'term'], template: '${act}#${year}#${term}', casing: 'none' },
    },
  },
});

export type ApprovalItem = EntityItem<typeof Approval>;

/** Milliseconds for which a request waits. */
export const waitingTime = 24 * 3_600_000;

/** An answered request is kept for a week. */
const keptSeconds = 7 * 86_400;
export const expiryOfApproval = (now: Date): number => Math.ceil(now.getTime() / 1000) + keptSeconds;

export async function readApproval({ act, year, term }: HeavyActOf): Promise<ApprovalItem | undefined> {
  const { approval } = await readItems({ approval: itemKey(Approval, { act, year, term }) });
  return approval;
}

/** The last request for each act. One query; there are a few a term. */
export async function allApprovals(): Promise<ApprovalItem[]> {
  const { data } = await Approval.query.record({}).go({ pages: 'all', consistent: true });
  return data;
}

export const isWaiting = ({ state, until }: ApprovalItem, now: Date): boolean =>
  state === 'waiting' && now.getTime() < Date.parse(until);
