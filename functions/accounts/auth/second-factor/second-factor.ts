import { authContract } from '#shared/accounts/auth/contract.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { secondFactorKey, secondFactorRule } from '../../../sessions/second-factor.ts';

export const secondFactor = callHandler(authContract.secondFactor, {
  prefetch: (_input, callerId) => ({ factor: secondFactorKey(callerId) }),
  handle: async ({ caller, found }) => ({
    rule: secondFactorRule(caller.role),
    since: found.factor?.since ?? null,
    recovery_codes_left: found.factor?.codes.length ?? 0,
  }),
});
