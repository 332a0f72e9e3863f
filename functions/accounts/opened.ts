import type { AccountItem } from '../sessions/accounts.ts';
import { dueAfter } from '../sessions/identity-step.ts';

/**
 * An account with its sign-in open or closed, which the identity store has still to be told. One that nobody has used is opened with
 * another one-time password: the slip of the first one may be anywhere by now.
 */
export function opened(account: AccountItem, isOpen: boolean, now: Date): AccountItem {
  const { isDisabled: _isDisabled, identityClaimedAt: _claim, ...rest } = account;
  const identityDue = dueAfter(account, isOpen && account.isUnused ? 'password' : 'account', now);
  return isOpen
    ? { ...rest, identityDue }
    : { ...rest, identityDue, isDisabled: true, sessionsValidFrom: now.toISOString() };
}
