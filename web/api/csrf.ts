import { authContract } from '#shared/accounts/auth/contract.ts';

/**
 * Name of the cookie: with the prefix no other site of the domain can set it (rule 16). On one machine plain http works
 * without.
 */
const cookieName = () => (location.protocol === 'https:' ? '__Host-XSRF-TOKEN' : 'XSRF-TOKEN');
/** Name of the header that sends it back. */
export const csrfHeader = 'X-XSRF-TOKEN';

/** The token of the security cookie, or undefined while there is none. */
export function readCsrfToken(): string | undefined {
  const entry = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${cookieName()}=`));
  return entry && decodeURIComponent(entry.slice(cookieName().length + 1));
}

/** Asks the server for a fresh security cookie. Rejects as `fetch` does when there is no connection. */
export async function fetchCsrfCookie(): Promise<Response> {
  const response = await fetch(authContract.setCsrfCookie.path, { headers: { accept: 'application/json' } });
  // An answer that nobody reads stays open.
  if (response.ok) await response.arrayBuffer();
  return response;
}
