import { authContract } from '#shared/accounts/auth/contract.ts';
import { callHandler, Reply } from '../../../platform/requests/call-handler.ts';
import { cookie, trustedCookieName } from '../../../platform/requests/cookies.ts';
import { distrustDevices } from '../../../sessions/second-factor.ts';

export const forgetTrustedDevices = callHandler(authContract.forgetTrustedDevices, {
  handle: async ({ caller, request }) => {
    await distrustDevices({ author: caller, request });
    return new Reply({ ok: true as const }, [cookie(trustedCookieName, '', { seconds: 0 })]);
  },
});
