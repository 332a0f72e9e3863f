import { type CallRow, listSuffix } from '#shared/http/contract.ts';

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
