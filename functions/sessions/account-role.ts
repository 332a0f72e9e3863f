import { signInNotSetUp } from '#shared/accounts/wordings.ts';
import { ForbiddenError } from '../platform/errors.ts';
import { listGroups } from '../platform/identity/passwords.ts';
import { logger } from '../platform/log.ts';
import type { RequestFacts } from '../platform/requests/call-handler.ts';
import { recordAccessEvent } from './access-events.ts';
import { type AccountItem, foldUserName, roleByGroups } from './accounts.ts';

declare const confirmed: unique symbol;

/**
 * An account whose role its group in the identity store confirms: {@link confirmRole} alone makes one, and a session is
 * opened for no other.
 */
export type ConfirmedAccount = AccountItem & { readonly [confirmed]: true };

/**
 * The account, with the role that its group says. Asked when a sign-in ends and when an owner is proved, not when a
 * session is used again: every update of the identity store ends the account's sessions (`identity-updates.ts`).
 * @param groups those in the token of the sign-in just ended; where it ended without one, undefined: the identity store
 * is asked
 * @throws ForbiddenError where the two disagree, after logging it for the alarm (`groupDifferences` in
 * `infra/watching/log-metrics.ts`)
 */
export async function confirmRole(
  account: AccountItem,
  groups: readonly string[] | undefined,
  request: Pick<RequestFacts, 'id' | 'now' | 'address'>,
): Promise<ConfirmedAccount> {
  const found = groups ?? (await listGroups(foldUserName(account.userName)));
  const role = roleByGroups(account, found);
  if (role !== undefined) return { ...account, role } as ConfirmedAccount;
  const { accountId } = account;
  logger.error('account group differs', { account: accountId, role: account.role, groups: found });
  await recordAccessEvent({ kind: 'group differs', accountId }, request);
  throw new ForbiddenError(signInNotSetUp);
}
