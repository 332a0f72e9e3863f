import { accountRefusals } from '#shared/accounts/wordings.ts';
import { NotFoundError } from '../platform/errors.ts';
import type { RequestFacts } from '../platform/requests/call-handler.ts';
import type { Caller } from '../platform/requests/caller.ts';
import { commit } from '../platform/table/acts/commit.ts';
import { isChangeDone } from '../platform/table/audit.ts';
import { whereUnchanged } from '../platform/table/expression.ts';
import { retryRefused } from '../platform/table/retry-refused.ts';
import { recordAccessEvent } from './access-events.ts';
import { AccountEntity, type AccountItem, accountAttributes, readAccount } from './accounts.ts';
import { identityDueAfter } from './identity-updates.ts';

/**
 * Ends every session and challenge of an account, and makes a one-time password due, which `updateIdentity` gives (rule
 * 18). Under an idempotency key that was used already nothing changes. `check` throws where the account may not be
 * reset.
 */
export async function resetPassword(
  account: AccountItem,
  { check, caller, request }: { check: (account: AccountItem) => void; caller: Caller; request: RequestFacts },
): Promise<void> {
  const { accountId } = account;
  const subject = `account#${accountId}`;
  const outcome = await retryRefused({
    first: account,
    read: async () => {
      const stored = await readAccount(accountId);
      if (!stored) throw new NotFoundError(accountRefusals.noSuchAccount);
      return stored;
    },
    attempt: async (stored) => {
      check(stored);
      if (await isChangeDone(subject, request.idempotencyKey)) return 'done';
      identityDueAfter(stored, 'password', request.now);
      const { identityClaimedAt: _claim, ...rest } = stored;
      const next = { ...rest, identityDue: 'password' as const, sessionsValidFrom: request.now.toISOString() };
      const changes = [{ field: 'password', before: null, after: 'one-time password' }];
      return commit({
        by: { caller, request },
        changes: [AccountEntity.put(next, whereUnchanged(stored, accountAttributes))],
        trail: { subject, changes },
      });
    },
  });
  if (outcome === 'written') await recordAccessEvent({ kind: 'password reset', accountId }, request);
}
