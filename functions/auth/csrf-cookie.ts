import { authContract } from '#shared/auth/contract.ts';
import { callHandler, Reply } from '../platform/requests/call-handler.ts';
import { sessionCookieName } from '../platform/requests/cookies.ts';
import { csrfCookieFor } from './sign-in/session-cookies.ts';

export const csrfCookie = callHandler(authContract.csrfCookie, {
  handle: async ({ request }) =>
    new Reply({ ok: true as const }, [await csrfCookieFor(request.cookies.get(sessionCookieName) ?? '')]),
});
