import * as z from 'zod/mini';
import type { Contract } from '../../http/contract.ts';
import { moment, noInput, okAnswer, term, year } from '../../http/fields.ts';

/** Names one request for approval: a later one for the same act has another name. */
export const approvalId = z.lazy(() => z.uuid());

const state = z.lazy(() => z.literal(['waiting', 'approved', 'refused', 'withdrawn', 'expired']));

/** A request for approval, as shown to the asker and to those who may answer it. */
const approval = () =>
  z.strictObject({
    id: approvalId,
    act: z.literal(['post', 'remove', 'promote']),
    year,
    term,
    /** Of reports or students, as it was when it was asked for. */
    count: z.int().check(z.gte(0)),
    state,
    /** True for the asker. */
    is_own: z.boolean(),
    asked_by: z.string(),
    asked_at: moment,
    /** Until when somebody may approve it. */
    until: moment,
    answered_by: z.nullable(z.string()),
    /** Why the caller cannot approve it, though they have the menu: they are no second pair of eyes (rule 53). */
    why_not: z.nullable(z.string()),
    /** Why it was refused. */
    reason: z.nullable(z.string()),
  });
export type Approval = z.output<ReturnType<typeof approval>>;

/** The reason of a refusal, one line. */
const refusalReason = z.lazy(() =>
  z.string().check(z.trim(), z.minLength(1, 'Please say why.'), z.maxLength(200, 'At most 200 characters.')),
);

const office = { who: ['Admin'], menu: ['postReports', 'promotion'] } as const;

/** What waits for a second administrator (ADR 0018). It is approved by the call of the act, which is given its `approval`. */
export const approvalCalls = {
  /** The requests that wait, of the acts whose menu the caller has; besides, how the caller's own were answered. */
  listApprovals: {
    method: 'GET',
    path: '/api/approvals',
    ...office,
    input: noInput,
    output: () => z.array(approval()),
    needs: { table: 'read' },
  },
  /** Refuses what another one asks for: 409 where it has been answered already. */
  refuseApproval: {
    method: 'POST',
    path: '/api/approvals-refuse',
    ...office,
    input: () => z.strictObject({ id: approvalId, reason: refusalReason }),
    output: okAnswer,
    needs: { table: 'write' },
  },
  /** Withdraws what the caller has asked for: 409 where it has been answered already. */
  withdrawApproval: {
    method: 'POST',
    path: '/api/approvals-withdraw',
    ...office,
    input: () => z.strictObject({ id: approvalId }),
    output: okAnswer,
    needs: { table: 'write' },
  },
} as const satisfies Contract;
