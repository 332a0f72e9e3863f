import { accountsContract } from '#shared/accounts/contract.ts';
import { accountRefusals } from '#shared/accounts/wordings.ts';
import { ForbiddenError, NotFoundError } from '../platform/errors.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import type { Caller } from '../platform/requests/caller.ts';
import { requireManageAdmins } from '../platform/requests/require-manage-admins.ts';
import { type AccountItem, accountKey, logKindOf, readAccount } from '../sessions/accounts.ts';
import { secondFactorKey } from '../sessions/second-factor-record.ts';
import { endAllSessions, endSessions, listSessions, toPublicId } from '../sessions/session-list.ts';
import { requireProof } from '../sessions/sessions.ts';

export const listAccountSessions = callHandler(accountsContract.listAccountSessions, {
  prefetch: ({ account_id }) => ({ target: accountKey(account_id), factor: secondFactorKey(account_id) }),
  handle: async ({ found, caller, request }) => {
    const account = requireManagedAccount(found.target, caller);
    const sessions = await listSessions(account, caller, request.now);
    return { name: account.name, sessions, has_second_factor: found.factor !== undefined };
  },
});

export const endAccountSessions = callHandler(accountsContract.endAccountSessions, {
  prefetch: ({ account_id }) => ({ target: accountKey(account_id), factor: secondFactorKey(account_id) }),
  handle: async ({ input: { session_id }, found, caller, request }) => {
    const account = requireManagedAccount(found.target, caller);
    requireProof(caller, request.now);
    const ending = { caller, request, logKind: logKindOf(account) };
    if (session_id === undefined) await endAllSessions(account, ending);
    else await endSessions(account, { ...ending, isChosen: ({ hash }) => toPublicId(hash) === session_id });
    const left = (await readAccount(account.accountId)) ?? account;
    const sessions = await listSessions(left, caller, request.now);
    return { name: left.name, sessions, has_second_factor: found.factor !== undefined };
  },
});

/**
 * The account whose sessions the office looks at or ends: a teacher's, or for those who may manage administrators one
 * of theirs.
 * @throws ForbiddenError, NotFoundError
 */
export function requireManagedAccount(account: AccountItem | undefined, caller: Caller): AccountItem {
  if (!account || account.role === 'student') throw new NotFoundError(accountRefusals.noSuchAccount);
  if (account.accountId === caller.accountId) throw new ForbiddenError('Your own sessions are in My account.');
  if (account.role !== 'teacher') requireManageAdmins(caller);
  return account;
}
