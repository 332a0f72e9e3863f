import { authContract } from '#shared/accounts/auth/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { currentPeriod } from '../../school/records/periods.ts';

/** A school without a current term is as well as one with it: what counts is that the table answers. */
export const health = callHandler(authContract.health, {
  handle: async () => {
    await currentPeriod();
    return { ok: true as const };
  },
});
