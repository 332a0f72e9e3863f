import { authContract } from '#shared/accounts/auth/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readCurrentPeriod } from '../../school/records/periods.ts';

/** Reads the current term, which may be missing: only the read has to succeed. */
export const checkHealth = callHandler(authContract.checkHealth, {
  handle: async () => {
    await readCurrentPeriod();
    return { ok: true as const };
  },
});
