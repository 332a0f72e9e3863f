import { isSigned, newSecret, sign } from '../identity/secrets.ts';

/**
 * `<random>.<signature>`. Signed together with the session cookie (empty before sign-in), so that a token of another
 * session, planted by a sibling site, is invalid (rule 16).
 */
export function newCsrfToken(key: string, session: string): string {
  const random = newSecret();
  return `${random}.${sign(key, textOf(random, session))}`;
}

/** Whether the header repeats the cookie, with our signature for this session. */
export function isCsrfTokenValid(
  key: string,
  { cookie, header, session }: { cookie: string | undefined; header: string | undefined; session: string },
): boolean {
  if (!cookie || cookie !== header) return false;
  const [random = '', signature = ''] = cookie.split('.');
  return isSigned(key, textOf(random, session), signature);
}

/**
 * Marker of an anonymous session, in place of a cookie without an open session. A token for it allows a sign-in, but no
 * call of an account: those need the token of an open session.
 */
export const toAnonymousSession = (cookie: string): string => (cookie === '' ? '' : `?${cookie}`);

const textOf = (random: string, session: string): string => `${random}.${session}`;
