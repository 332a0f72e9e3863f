import { authContract } from '#shared/accounts/auth/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { currentPeriod } from '../../school/records/periods.ts';

/** Reads the current term, which may be missing: only the read has to succeed. */
export const checkHealth = callHandler(authContract.checkHealth, {
  handle: async () => {
    await currentPeriod();
    return { ok: true as const };
  },
});
