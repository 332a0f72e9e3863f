import { authContract } from '#shared/accounts/auth/contract.ts';
import { type CallRow, listSuffix } from '#shared/http/contract.ts';

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

/** A call as the browser sends it: the address, and the part of the input in the body. */
export interface WebRequest {
  /** Path and query, relative to the origin. */
  url: string;
  /** JSON of a POST or DELETE, or the form of a call that takes a file; undefined for GET. */
  body: string | FormData | undefined;
}

/**
 * Splits an input as the contract says: `{name}` fields fill the path, the rest is the query of a GET or the JSON body
 * of anything else. Fields that are undefined are not sent: to the contract an absent field and a null are two
 * different things.
 */
export function toWebRequest(row: CallRow, input: Readonly<Record<string, unknown>>): WebRequest {
  const rest: Record<string, unknown> = { ...input };
  const path = row.path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = rest[name];
    delete rest[name];
    if (typeof value !== 'string' && typeof value !== 'number') throw new TypeError(`${row.path} needs "${name}".`);
    return encodeURIComponent(value);
  });
  if (row.accepts) return { url: path, body: formOf(rest) };
  if (row.method !== 'GET') return { url: path, body: JSON.stringify(rest) };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    if (Array.isArray(value)) for (const one of value) query.append(`${name}${listSuffix}`, String(one));
    else if (value !== undefined) query.append(name, String(value));
  }
  const text = query.toString();
  return { url: text === '' ? path : `${path}?${text}`, body: undefined };
}

function formOf(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, value instanceof File ? value : String(value));
  }
  return form;
}
