import { accountsContract } from '#shared/accounts/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { accountById, accountKey, logKindOf } from '../../sessions/accounts.ts';
import { secondFactorKey } from '../../sessions/second-factor.ts';
import { endAllSessions, endSessions, listSessions, openingIdOf } from '../../sessions/session-list.ts';
import { requireProof } from '../../sessions/sessions.ts';
import { requireInCharge } from './require-in-charge.ts';

export const endAccountSessions = callHandler(accountsContract.endAccountSessions, {
  prefetch: ({ account_id }) => ({ target: accountKey(account_id), factor: secondFactorKey(account_id) }),
  handle: async ({ input: { session_id }, found, caller, request }) => {
    const account = requireInCharge(found.target, caller);
    requireProof(caller, request.now);
    const ending = { caller, request, logKind: logKindOf(account) };
    if (session_id === undefined) await endAllSessions(account, ending);
    else await endSessions(account, { ...ending, isChosen: ({ hash }) => openingIdOf(hash) === session_id });
    const left = (await accountById(account.accountId)) ?? account;
    const sessions = await listSessions(left, caller, request.now);
    return { name: left.name, sessions, has_second_factor: found.factor !== undefined };
  },
});
