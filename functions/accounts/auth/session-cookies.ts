import { authContract } from '#shared/accounts/auth/contract.ts';
import { newSecret } from '../../platform/identity/secrets.ts';
import { callHandler, Reply, type RequestFacts } from '../../platform/requests/call-handler.ts';
import { cookieNames, formatCookie } from '../../platform/requests/cookies.ts';
import { newCsrfToken, toAnonymousSession } from '../../platform/requests/csrf.ts';
import { recordAccessEvent } from '../../sessions/access-events.ts';
import type { ConfirmedAccount } from '../../sessions/account-role.ts';
import { describeBrowser, toSharedNetwork } from '../../sessions/browser-and-network.ts';
import { noteDevice } from '../../sessions/devices.ts';
import { closeSession, closeSessionOfCookie, createSession, isOpenSessionCookie } from '../../sessions/sessions.ts';
import { readOrMakeSigningKey } from '../../sessions/signing-key.ts';
import { createDeviceCookie, createTrustedDeviceCookie, readDeviceCookie } from './sign-in/device-cookies.ts';

/**
 * Opens a session, ends the one that the browser had, and gives the cookies: the session's, its CSRF cookie, and the
 * device's. `isTrusted` adds the cookie of a trusted device, which is not asked for codes.
 * @param now the beginning of the session
 */
export async function openSessionWithCookies(
  account: ConfirmedAccount,
  { now, request, isTrusted = false }: { now: Date; request: RequestFacts; isTrusted?: boolean },
): Promise<string[]> {
  const from = { browser: describeBrowser(request.agent), network: toSharedNetwork(request.address) };
  const device = (await readDeviceCookie(request.cookies, account.userName)) ?? newSecret();
  const [session] = await Promise.all([
    createSession(account, { now, from }),
    noteDevice({ userName: account.userName, device, from }, now),
    closeSessionOfCookie(request.cookies.get(cookieNames.session) ?? ''),
  ]);
  return [
    formatCookie(cookieNames.session, session),
    await createCsrfCookie(session),
    await createDeviceCookie(account.userName, device),
    ...(isTrusted ? [await createTrustedDeviceCookie({ accountId: account.accountId, device }, now)] : []),
  ];
}

/** A fresh CSRF cookie for a session cookie's value; empty before sign-in. */
export const createCsrfCookie = async (session: string): Promise<string> =>
  formatCookie(cookieNames.csrf, newCsrfToken(await readOrMakeSigningKey('csrf'), session), { readable: true });

export const setCsrfCookie = callHandler(authContract.setCsrfCookie, {
  handle: async ({ request }) => {
    const session = request.cookies.get(cookieNames.session) ?? '';
    const isOpen = await isOpenSessionCookie(session, request.now);
    return new Reply({ ok: true as const }, [await createCsrfCookie(isOpen ? session : toAnonymousSession(session))]);
  },
});

export const logout = callHandler(authContract.logout, {
  handle: async ({ caller, request }) => {
    await closeSession(caller.accountId, caller.sessionHash);
    await recordAccessEvent({ kind: 'signed out', accountId: caller.accountId }, request);
    return new Reply({ ok: true as const }, [formatCookie(cookieNames.session, '', { seconds: 0 })]);
  },
});
