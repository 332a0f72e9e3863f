import { authContract } from '#shared/auth/contract.ts';
import { callHandler, Reply } from '../platform/requests/call-handler.ts';
import { cookie, sessionCookieName } from '../platform/requests/cookies.ts';
import { closeSession } from '../sessions/sessions.ts';

export const logout = callHandler(authContract.logout, {
  handle: async ({ caller }) => {
    await closeSession(caller.accountId, caller.sessionHash);
    return new Reply({ ok: true as const }, [cookie(sessionCookieName, '', { seconds: 0 })]);
  },
});
