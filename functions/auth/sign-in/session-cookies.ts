import type { Role } from '#shared/http/contract.ts';
import { cookie, csrfCookieName, sessionCookieName } from '../../platform/requests/cookies.ts';
import { newCsrfToken } from '../../platform/requests/csrf.ts';
import { openNewSession } from '../../sessions/sessions.ts';
import { signingKey } from '../../sessions/signing-key.ts';
import { deviceCookie } from './known-device.ts';

/** Opens a session, and gives its cookie, the CSRF cookie that goes with it, and the one that makes the browser known. */
export async function openWithCookies(
  account: { accountId: string; userName: string; role: Role },
  { now, device }: { now: Date; device: string | undefined },
): Promise<string[]> {
  const session = await openNewSession(account, now);
  return [
    cookie(sessionCookieName, session),
    await csrfCookieFor(session),
    await deviceCookie(account.userName, device),
  ];
}

/** A fresh CSRF cookie for a session cookie's value; empty before sign-in. */
export const csrfCookieFor = async (session: string): Promise<string> =>
  cookie(csrfCookieName, newCsrfToken(await signingKey('csrf'), session), { readable: true });
