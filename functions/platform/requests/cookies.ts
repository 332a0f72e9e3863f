/** Deployed sites are https and use the `__Host-` prefix; on one machine plain http works without. */
const isDeployed = (): boolean => (process.env.ORIGIN ?? '').startsWith('https://');

const prefixed = (name: string): string => (isDeployed() ? `__Host-${name}` : name);

/** The names of the cookies that this site sets, as they are where it is deployed. */
export const cookieNames = {
  get session() {
    return prefixed('session');
  },
  get challenge() {
    return prefixed('challenge');
  },
  /** A step after the right password, or of setting up a second factor: the secret of its record. */
  get step() {
    return prefixed('step');
  },
  /** Marks a browser in which its user needs no code. */
  get trusted() {
    return prefixed('trusted');
  },
  /** Marks a browser from which its user has signed in before. */
  get device() {
    return prefixed('device');
  },
  /** Read by the web site and sent back as `X-XSRF-TOKEN` (rule 16). */
  get csrf() {
    return prefixed('XSRF-TOKEN');
  },
};

/** One `Set-Cookie` value. `seconds` 0 removes the cookie. */
export function formatCookie(
  name: string,
  value: string,
  options: { seconds?: number; readable?: boolean } = {},
): string {
  return [
    `${name}=${value}`,
    'Path=/',
    'SameSite=Strict',
    ...(options.readable ? [] : ['HttpOnly']),
    ...(isDeployed() ? ['Secure'] : []),
    ...(options.seconds === undefined ? [] : [`Max-Age=${options.seconds}`]),
  ].join('; ');
}

/** The session cookie of a request; empty where there is none. */
export const readSessionCookie = ({ cookies }: { cookies: ReadonlyMap<string, string> }): string =>
  cookies.get(cookieNames.session) ?? '';

/** The cookies of a request by name; the first one of a repeated name. */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(at, 0)).trim();
    if (name !== '' && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim());
  }
  return cookies;
}
