import { accountsContract } from '#shared/accounts/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { accountKey } from '../../sessions/accounts.ts';
import { secondFactorKey } from '../../sessions/second-factor.ts';
import { listSessions } from '../../sessions/session-list.ts';
import { requireInCharge } from './require-in-charge.ts';

export const accountSessions = callHandler(accountsContract.accountSessions, {
  prefetch: ({ account_id }) => ({ target: accountKey(account_id), factor: secondFactorKey(account_id) }),
  handle: async ({ found, caller, request }) => {
    const account = requireInCharge(found.target, caller);
    const sessions = await listSessions(account, caller, request.now);
    return { name: account.name, sessions, has_second_factor: found.factor !== undefined };
  },
});
