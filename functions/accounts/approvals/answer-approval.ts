import { describeHeavyActEffect, type HeavyActOfTerm, heavyActs } from '#shared/accounts/approvals/heavy-acts.ts';
import { approvalWordings } from '#shared/accounts/wordings.ts';
import { schoolTime } from '#shared/school/school-time.ts';
import { ConflictError } from '../../platform/errors.ts';
import {
  AuditRowEntity,
  type Author,
  auditRow,
  type WriteAttempt,
  type WriteOutcome,
  writeAudited,
} from '../../platform/table/audit.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { school } from '../../school/records/school.ts';
import { readAccount } from '../../sessions/accounts.ts';
import { ApprovalEntity, type ApprovalItem, isApprovalWaiting, readApproval } from './approval-record.ts';
import { createSharedControlFinder, mayPerformHeavyAct, whyCannotApprove } from './second-administrator.ts';

export interface ApprovalWrite {
  caller: Author;
  request: WriteAttempt;
}

export const approvalAuditSubject = ({ act, year, term }: HeavyActOfTerm): string => `approval#${act}#${year}#${term}`;

/** The line of the office log: what became of a request. */
export const approvalAuditRow = (
  of: HeavyActOfTerm,
  change: { before: string | null; after: string },
  writing: ApprovalWrite,
) =>
  auditRow({
    subject: approvalAuditSubject(of),
    changes: [{ field: 'secondAdministrator', ...change }],
    logKind: heavyActs[of.act].logKind,
    ...writing,
  });

/** The request in the office log: "Asked for by Ada Office: 12 reports …". */
export const approvalRequestLogText = ({
  act,
  askedByName,
  count,
}: Pick<ApprovalItem, 'act' | 'askedByName' | 'count'>): string =>
  `Asked for by ${askedByName}: ${describeHeavyActEffect(act, count)}`;

interface Approving extends ApprovalWrite {
  of: HeavyActOfTerm;
  /** The request that the approver saw. */
  id: string | undefined;
  /** What the act rests on now. */
  basis: number;
}

/**
 * Approves a request as its act is carried out, once: a retry under the same idempotency key finds it approved. The request must wait, and
 * its asker must still be allowed the act.
 * @throws ConflictError where there is no request, the caller asked or is not independent of the asker (rule 53), or the request was answered, has expired or is outdated
 */
export async function consumeApproval({ of, id, basis, caller, request }: Approving): Promise<void> {
  if (id === undefined) throw new ConflictError(approvalWordings.needed);
  await retryRefused({
    read: () => readApproval(of),
    attempt: async (stored) => {
      if (stored?.request === id && stored.state === 'approved' && stored.answeredUnder === request.idempotencyKey)
        return 'done';
      const approval = requireWaiting(stored, { id, now: request.now });
      if (approval.askedBy === caller.accountId) throw new ConflictError(approvalWordings.own);
      if (approval.basis !== basis) throw new ConflictError(approvalWordings.changed);
      const whyNot = await whyCannotApprove(createSharedControlFinder(request.now), {
        asker: { accountId: approval.askedBy, name: approval.askedByName },
        approver: caller,
      });
      if (whyNot !== null) throw new ConflictError(whyNot);
      // Read, and no condition of the write: this function has no right to write with accounts (ADR 0034).
      const asker = await readAccount(approval.askedBy);
      if (!mayPerformHeavyAct(asker, of.act)) throw new ConflictError(approvalWordings.askerGone(approval.askedByName));
      return answer(approval, { as: 'approved', writing: { caller, request } });
    },
    what: 'this request',
  });
}

/**
 * Refuses or withdraws a request that waits.
 * @throws ConflictError where it does not wait, or it is not the caller's to answer so
 */
export async function endApproval(
  stored: ApprovalItem | undefined,
  { id, as, reason, caller, request }: ApprovalWrite & { id: string; as: 'refused' | 'withdrawn'; reason?: string },
): Promise<WriteOutcome> {
  if (stored?.request === id && stored.state === as && stored.answeredUnder === request.idempotencyKey) return 'done';
  const approval = requireWaiting(stored, { id, now: request.now });
  const isOwn = approval.askedBy === caller.accountId;
  if (as === 'withdrawn' && !isOwn) throw new ConflictError(approvalWordings.notOwn);
  if (as === 'refused' && isOwn) throw new ConflictError(approvalWordings.own);
  return answer(approval, { as, writing: { caller, request }, ...(reason === undefined ? {} : { reason }) });
}

/** @throws ConflictError that names who answered it, and how */
function requireWaiting(stored: ApprovalItem | undefined, { id, now }: { id: string; now: Date }): ApprovalItem {
  if (stored?.request !== id) throw new ConflictError(approvalWordings.gone);
  if (stored.state !== 'waiting') {
    const at = schoolTime(new Date(stored.answeredAt ?? stored.askedAt), school().timeZone);
    throw new ConflictError(approvalWordings.answered(stored.state, stored.answeredByName ?? 'Somebody', at));
  }
  if (!isApprovalWaiting(stored, now)) throw new ConflictError(approvalWordings.expired);
  return stored;
}

interface Answer {
  as: 'approved' | 'refused' | 'withdrawn';
  reason?: string;
  writing: ApprovalWrite;
}

const endings = { approved: 'Approved', refused: 'Refused', withdrawn: 'Withdrawn' } as const;

/** Writes an answer; `refused` where the request is no longer waiting. */
function answer(approval: ApprovalItem, { as, reason, writing }: Answer): Promise<WriteOutcome> {
  const { act, year, term, request: id } = approval;
  const { caller, request } = writing;
  const after = reason === undefined ? endings[as] : `${endings[as]}: ${reason}`;
  return writeAudited([
    ApprovalEntity.update(
      { act, year, term },
      {
        set: {
          ...{ state: as, answeredBy: caller.accountId, answeredByName: caller.name },
          ...{ answeredAt: request.now.toISOString(), answeredUnder: request.idempotencyKey },
          ...(reason === undefined ? {} : { reason }),
        },
        where: { request: id, state: 'waiting' },
      },
    ),
    AuditRowEntity.create(approvalAuditRow(approval, { before: approvalRequestLogText(approval), after }, writing)),
  ]);
}
