import { authContract } from '#shared/accounts/auth/contract.ts';
import { authMessages } from '#shared/accounts/auth/messages.ts';
import { ConflictError } from '../../../platform/errors.ts';
import { forgetApp } from '../../../platform/identity/passwords.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { noteAccess } from '../../../sessions/access-events.ts';
import { foldUserName } from '../../../sessions/accounts.ts';
import {
  isSecondFactorChanged,
  readSecondFactor,
  removeSecondFactor,
  secondFactorRule,
} from '../../../sessions/second-factor.ts';
import { endOtherSessions } from '../../../sessions/session-list.ts';
import { proveOwner } from './prove.ts';

export const endSecondFactor = callHandler(authContract.endSecondFactor, {
  handle: async ({ input, caller, request }) => {
    // The same press again, whose answer was lost: there is no code to be shown any more.
    if (await isSecondFactorChanged(caller.accountId, request)) return { ok: true as const };
    if (secondFactorRule(caller.role) === 'demanded') throw new ConflictError(authMessages.secondFactorDemanded);
    const { account, hasApp } = await proveOwner(input, { caller, request });
    if (!hasApp && !(await readSecondFactor(account.accountId)))
      throw new ConflictError(authMessages.secondFactorMissing);
    if (hasApp) await forgetApp(foldUserName(account.userName));
    await endOtherSessions(account, { caller, request });
    await removeSecondFactor({ author: account, request });
    await noteAccess({ kind: 'second factor ended', accountId: account.accountId }, request);
    return { ok: true as const };
  },
});
