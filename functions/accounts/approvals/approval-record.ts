import type { HeavyActOfTerm } from '#shared/accounts/approvals/heavy-acts.ts';
import { entity } from '../../platform/table/entity.ts';
import { readItems } from '../../platform/table/table.ts';

/**
 * What an administrator has asked a second one to approve, and the answer (ADR 0018): the last request for each act. A later request
 * replaces it.
 */
export interface ApprovalItem {
  act: 'post' | 'remove' | 'promote';
  year: number;
  term: 1 | 2 | 3;
  /** Names this request among those for the same act. */
  request: string;
  /** Of reports or students, as the asker saw it. */
  count: number;
  /** The version that it was asked about, of the term's posting or of the promotion plan. With another version it is outdated. */
  basis: number;
  state: 'waiting' | 'approved' | 'refused' | 'withdrawn';
  askedBy: string;
  askedByName: string;
  /** ISO 8601. */
  askedAt: string;
  until: string;
  answeredBy?: string | undefined;
  answeredByName?: string | undefined;
  answeredAt?: string | undefined;
  /** The idempotency key of the answer. */
  answeredUnder?: string | undefined;
  /** Why it was refused. */
  reason?: string | undefined;
  /** Seconds since 1970, for DynamoDB's own clearing. */
  expires: number;
}

export const ApprovalEntity = entity<ApprovalItem>()({
  name: 'approval',
  pk: 'approvals',
  sk: '${act}#${year}#${term}',
  open: 'an act that waits for a second administrator',
});

/** Milliseconds for which a request waits. */
export const approvalWaitingMilliseconds = 24 * 3_600_000;

/** An answered request is kept for a week. */
const keptSeconds = 7 * 86_400;
export const expiryOfApproval = (now: Date): number => Math.ceil(now.getTime() / 1000) + keptSeconds;

export async function readApproval({ act, year, term }: HeavyActOfTerm): Promise<ApprovalItem | undefined> {
  const { approval } = await readItems({ approval: ApprovalEntity.key({ act, year, term }) });
  return approval;
}

/** The last request for each act. One query; there are a few a term. */
export async function listStoredApprovals(): Promise<ApprovalItem[]> {
  return ApprovalEntity.query({});
}

export const isApprovalWaiting = ({ state, until }: ApprovalItem, now: Date): boolean =>
  state === 'waiting' && now.getTime() < Date.parse(until);
