import { randomUUID } from 'node:crypto';
import type { HeavyActOfTerm } from '#shared/accounts/approvals/heavy-acts.ts';
import { approvalWordings } from '#shared/accounts/wordings.ts';
import { schoolTime } from '#shared/school/school-time.ts';
import { ConflictError } from '../../platform/errors.ts';
import { AuditRowEntity, isChangeDone, writeAudited } from '../../platform/table/audit.ts';
import { whereUnchanged } from '../../platform/table/expression.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { school } from '../../school/records/school.ts';
import {
  type ApprovalWrite,
  approvalAuditRow,
  approvalAuditSubject,
  approvalRequestLogText,
} from './answer-approval.ts';
import {
  ApprovalEntity,
  type ApprovalItem,
  approvalWaitingMilliseconds,
  expiryOfApproval,
  isApprovalWaiting,
  readApproval,
} from './approval-record.ts';
import { dropRequestsOfUnpermittedAskers, requireSecondAdministrator } from './second-administrator.ts';

/** Whether heavy acts are approved by a second administrator in this school. */
export const needsApproval = (): boolean => school().heavyActs === 'second-administrator';

interface Asking extends ApprovalWrite {
  of: HeavyActOfTerm;
  /** Of reports or students that the act touches. */
  count: number;
  basis: number;
}

/**
 * Asks a second administrator to approve an act. One request per act can wait at a time; of two concurrent requests one is stored.
 * @throws ConflictError where one waits already, or no other administrator may approve it and is independent of the asker (rule 53)
 */
export async function requestApproval({ of, count, basis, caller, request }: Asking): Promise<void> {
  if (!needsApproval()) throw new ConflictError(approvalWordings.notUsed);
  if (await isChangeDone(approvalAuditSubject(of), request.idempotencyKey)) return;
  await requireSecondAdministrator(of.act, caller.accountId, request.now);
  const { act, year, term } = of;
  const asked: ApprovalItem = {
    ...{ act, year, term, count, basis, request: randomUUID(), state: 'waiting' },
    ...{ askedBy: caller.accountId, askedByName: caller.name, askedAt: request.now.toISOString() },
    until: new Date(request.now.getTime() + approvalWaitingMilliseconds).toISOString(),
    expires: expiryOfApproval(request.now),
  };
  const row = approvalAuditRow(of, { before: null, after: approvalRequestLogText(asked) }, { caller, request });
  await retryRefused({
    read: () => readApproval(of),
    attempt: async (stored) => {
      await refuseWaiting(stored, { basis, caller, request });
      return writeAudited([
        ApprovalEntity.put(asked, whereUnchanged(stored, ['request', 'state'])),
        AuditRowEntity.create(row),
      ]);
    },
    what: 'this request',
  });
}

/** @throws ConflictError where another request for the act waits whose asker may still perform it, and which is not outdated */
async function refuseWaiting(
  stored: ApprovalItem | undefined,
  { basis, caller, request }: ApprovalWrite & { basis: number },
): Promise<void> {
  if (!stored || !isApprovalWaiting(stored, request.now) || stored.basis !== basis) return;
  if (stored.askedBy === caller.accountId) throw new ConflictError(approvalWordings.askedYourself);
  if ((await dropRequestsOfUnpermittedAskers([stored])).length === 0) return;
  const at = schoolTime(new Date(stored.askedAt), school().timeZone);
  throw new ConflictError(approvalWordings.waiting(stored.askedByName, at));
}
