import { authContract } from '#shared/accounts/auth/contract.ts';
import { authMessages } from '#shared/accounts/auth/messages.ts';
import { ConflictError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { keepSecondFactor } from '../../../sessions/second-factor.ts';
import { proveOwner } from './prove.ts';

export const makeRecoveryCodes = callHandler(authContract.makeRecoveryCodes, {
  handle: async ({ input, caller, request }) => {
    const { account, hasApp } = await proveOwner(input, { caller, request });
    if (!hasApp) throw new ConflictError(authMessages.secondFactorMissing);
    return { recovery_codes: await keepSecondFactor({ author: account, request }, 'new codes') };
  },
});
