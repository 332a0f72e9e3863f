import { newSecret } from '../identity/secrets.ts';
import { isSigned, sign } from '../identity/signature.ts';

/**
 * `<random>.<signature>`. Signed together with the session cookie (empty before sign-in), so that a token that somebody got
 * for themselves is of no use when a sibling site plants it (rule 16).
 */
export function newCsrfToken(key: string, session: string): string {
  const random = newSecret();
  return `${random}.${sign(key, textOf(random, session))}`;
}

/** The header must repeat the cookie, and the signature must be ours, for this session. */
export function isCsrfTokenValid(
  key: string,
  { cookie, header, session }: { cookie: string | undefined; header: string | undefined; session: string },
): boolean {
  if (!cookie || cookie !== header) return false;
  const [random = '', signature = ''] = cookie.split('.');
  return isSigned(key, textOf(random, session), signature);
}

/**
 * What stands for a session cookie that opens nothing. A token for it lets somebody sign in, and no call of an account be parsed: those
 * need the token of a session that this school has opened.
 */
export const unproven = (cookie: string): string => (cookie === '' ? '' : `?${cookie}`);

const textOf = (random: string, session: string): string => `${random}.${session}`;
