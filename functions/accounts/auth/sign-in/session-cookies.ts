import type { Role } from '#shared/http/contract.ts';
import { newSecret } from '../../../platform/identity/secrets.ts';
import type { RequestFacts } from '../../../platform/requests/call-handler.ts';
import { cookie, csrfCookieName, sessionCookieName } from '../../../platform/requests/cookies.ts';
import { newCsrfToken } from '../../../platform/requests/csrf.ts';
import { browserInWords } from '../../../sessions/browser-in-words.ts';
import { noteDevice } from '../../../sessions/devices.ts';
import { shortNetworkOf } from '../../../sessions/network.ts';
import { closeSessionOfCookie, openNewSession } from '../../../sessions/sessions.ts';
import { signingKey } from '../../../sessions/signing-key.ts';
import { trustedCookie } from '../second-factor/trusted-device.ts';
import { deviceCookie, signedDevice } from './known-device.ts';

/**
 * Opens a session, ends the one that the browser had, and gives the cookies: the session's, the CSRF cookie that goes with it, and
 * the one that makes the browser known. `isTrusted`: the browser is not asked for a code for some time.
 * @param now since when the session is open
 */
export async function openWithCookies(
  account: { accountId: string; userName: string; role: Role },
  { now, request, isTrusted = false }: { now: Date; request: RequestFacts; isTrusted?: boolean },
): Promise<string[]> {
  const from = { browser: browserInWords(request.agent), network: shortNetworkOf(request.address) };
  const device = (await signedDevice(request.cookies, account.userName)) ?? newSecret();
  const [session] = await Promise.all([
    openNewSession(account, { now, from }),
    noteDevice({ userName: account.userName, device, from }, now),
    closeSessionOfCookie(request.cookies.get(sessionCookieName) ?? ''),
  ]);
  return [
    cookie(sessionCookieName, session),
    await csrfCookieFor(session),
    await deviceCookie(account.userName, device),
    ...(isTrusted ? [await trustedCookie({ accountId: account.accountId, device }, now)] : []),
  ];
}

/** A fresh CSRF cookie for a session cookie's value; empty before sign-in. */
export const csrfCookieFor = async (session: string): Promise<string> =>
  cookie(csrfCookieName, newCsrfToken(await signingKey('csrf'), session), { readable: true });
