import { authContract } from '#shared/accounts/auth/contract.ts';
import { callHandler, Reply } from '../../platform/requests/call-handler.ts';
import { cookie, sessionCookieName } from '../../platform/requests/cookies.ts';
import { noteAccess } from '../../sessions/access-events.ts';
import { closeSession } from '../../sessions/sessions.ts';

export const logout = callHandler(authContract.logout, {
  handle: async ({ caller, request }) => {
    await closeSession(caller.accountId, caller.sessionHash);
    await noteAccess({ kind: 'signed out', accountId: caller.accountId }, request);
    return new Reply({ ok: true as const }, [cookie(sessionCookieName, '', { seconds: 0 })]);
  },
});
