import { authContract } from '#shared/accounts/auth/contract.ts';
import { callHandler, Reply } from '../../platform/requests/call-handler.ts';
import { sessionCookieName } from '../../platform/requests/cookies.ts';
import { unproven } from '../../platform/requests/csrf.ts';
import { opensSession } from '../../sessions/sessions.ts';
import { csrfCookieFor } from './sign-in/session-cookies.ts';

export const csrfCookie = callHandler(authContract.csrfCookie, {
  handle: async ({ request }) => {
    const session = request.cookies.get(sessionCookieName) ?? '';
    const isOpen = await opensSession(session, request.now);
    return new Reply({ ok: true as const }, [await csrfCookieFor(isOpen ? session : unproven(session))]);
  },
});
