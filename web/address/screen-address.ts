import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '../session/session.ts';

/** A screen that opens, before React renders it. */
export interface PrefetchContext {
  client: QueryClient;
  session: Session;
  /** The fields of its address. */
  place: URLSearchParams;
}

/** A screen's path, and the names of the fields that follow in the path, in this order. */
export interface ScreenPath {
  path: string;
  named: readonly string[];
}

/** Whether an address is of this screen; a slash at its end makes no difference. */
export const isAddressOfScreen = ({ path, named }: ScreenPath, pathname: string): boolean =>
  pathname === path || pathname === `${path}/` || (named.length > 0 && pathname.startsWith(`${path}/`));

/** The fields of a screen's address, those in its path first. */
export function parseScreenAddress(
  screen: ScreenPath,
  { pathname, search }: { pathname: string; search: string },
): URLSearchParams {
  const values = isAddressOfScreen(screen, pathname)
    ? pathname.slice(screen.path.length).split('/').filter(Boolean)
    : [];
  const fields = new URLSearchParams();
  for (const [index, name] of screen.named.entries()) {
    const value = values[index];
    if (value !== undefined) fields.set(name, decoded(value));
  }
  for (const [name, value] of new URLSearchParams(search))
    if (!fields.has(name) || !screen.named.includes(name)) fields.append(name, value);
  return fields;
}

/** Decodes a part of a path; an invalid one (`%zz`) stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a screen with these fields: a named one is in the path where all before it are. */
export function buildAddress({ path, named }: ScreenPath, fields: URLSearchParams): `/${string}` {
  const rest = new URLSearchParams(fields);
  let address = path;
  for (const name of named) {
    const value = rest.get(name);
    if (!value) break;
    address += `/${encodeURIComponent(value)}`;
    rest.delete(name);
  }
  return `${address}${rest.size > 0 ? `?${rest}` : ''}` as `/${string}`;
}
