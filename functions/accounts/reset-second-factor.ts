import { accountsContract } from '#shared/accounts/contract.ts';
import { accountRefusals } from '#shared/accounts/wordings.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '../platform/errors.ts';
import { callHandler, type RequestFacts } from '../platform/requests/call-handler.ts';
import type { Caller } from '../platform/requests/caller.ts';
import { requireManageAdmins } from '../platform/requests/require-manage-admins.ts';
import { commit } from '../platform/table/acts/commit.ts';
import { isChangeDone } from '../platform/table/audit.ts';
import { whereUnchanged } from '../platform/table/expression.ts';
import { retryRefused } from '../platform/table/retry-refused.ts';
import { type FoundRecords, readItems } from '../platform/table/table.ts';
import { recordAccessEvent } from '../sessions/access-events.ts';
import { AccountEntity, accountAttributes } from '../sessions/accounts.ts';
import { finishIdentityUpdate, identityDueAfter } from '../sessions/identity-updates.ts';
import { SecondFactorEntity, secondFactorKey, secondFactorTrail } from '../sessions/second-factor-record.ts';
import { callerAndTargetKeys } from './administrators/administrator-store.ts';

const keysOf = (accountId: string, callerId: string) => ({
  ...callerAndTargetKeys(accountId, callerId),
  factor: secondFactorKey(accountId),
});
type Stored = FoundRecords<ReturnType<typeof keysOf>>;

export const resetSecondFactor = callHandler(accountsContract.resetSecondFactor, {
  prefetch: ({ account_id }, callerId) => keysOf(account_id, callerId),
  handle: async ({ input, found, caller, request }) => {
    const { account_id: accountId } = input;
    const outcome = await retryRefused({
      first: found,
      read: () => readItems(keysOf(accountId, caller.accountId)),
      attempt: (stored) => end(stored, { caller, request }),
      what: 'this sign-in',
    });
    if (outcome === 'written') await recordAccessEvent({ kind: 'second factor reset', accountId }, request);
    // Includes what an earlier attempt left due.
    await finishIdentityUpdate(accountId, request.now);
    return { ok: true as const };
  },
});

/** Ends the second factor on the condition that the stored records are as read. */
async function end({ own, target, factor }: Stored, { caller, request }: { caller: Caller; request: RequestFacts }) {
  if (!own || !target) throw new NotFoundError(accountRefusals.noSuchAccount);
  const { accountId } = target;
  if (accountId === own.accountId) throw new ForbiddenError(accountRefusals.notOwnAccount);
  if (target.role !== 'teacher') requireManageAdmins({ permissions: own.isDisabled ? [] : own.permissions });
  const subject = `account#${accountId}`;
  if ((await isChangeDone(subject, request.idempotencyKey)) || target.isAppEnding) return 'done' as const;
  if (!factor) throw new ConflictError(accountRefusals.noSecondFactor(target.name));
  const identityDue = identityDueAfter(target, 'account', request.now);
  const { identityClaimedAt: _claim, ...rest } = target;
  const next = { ...rest, identityDue, isAppEnding: true, sessionsValidFrom: request.now.toISOString() };
  const changes = [{ field: 'secondFactor', before: 'app', after: null }];
  return commit({
    by: { caller, request },
    changes: [
      AccountEntity.put(next, whereUnchanged(target, accountAttributes)),
      SecondFactorEntity.delete({ accountId }, whereUnchanged(factor, ['since'])),
    ],
    guards: {
      permission: [
        AccountEntity.check({ accountId: own.accountId }, whereUnchanged(own, ['role', 'permissions', 'isDisabled'])),
      ],
    },
    ...secondFactorTrail(changes, target),
  });
}
