import { ForbiddenError, NotFoundError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import type { AccountItem } from '../../sessions/accounts.ts';
import { requireManager } from '../administrators/administrator-store.ts';

/**
 * The account whose sessions the office looks at or ends: a teacher's, or for those who may manage administrators one of theirs.
 * @throws ForbiddenError, NotFoundError
 */
export function requireInCharge(account: AccountItem | undefined, caller: Caller): AccountItem {
  if (!account) throw new NotFoundError('There is no such account.');
  if (account.accountId === caller.accountId) throw new ForbiddenError('Your own sessions are in My account.');
  if (account.role !== 'teacher') requireManager(caller);
  return account;
}
