import { isIP, isIPv6 } from 'node:net';

/** In order: browsers also name those below them, for old sites. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** Characters that are looked at; those of browsers are a third of it. */
const longest = 600;

/**
 * Browser and system in words, such as "Firefox on Windows", from the User-Agent. That text is untrusted: it is only
 * compared, and nothing of it is stored or shown. Versions are left out, because they change every month.
 */
export function describeBrowser(agent: string): string {
  const said = agent.slice(0, longest);
  const browser = browsers.find(([pattern]) => pattern.test(said))?.[1] ?? 'A browser';
  const system = systems.find(([pattern]) => pattern.test(said))?.[1];
  return system === undefined ? browser : `${browser} on ${system}`;
}

/**
 * The network that an address counts for: the owner of one IPv6 address has the 2^64 of its first half, so the second
 * half tells nobody apart. An IPv4 address counts for itself, written as one of IPv6 or not.
 */
export function toNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = address.split('%')[0]?.toLowerCase().split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0');
  const all = tail === undefined ? groups : [...groups, ...zeros, ...rest];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** A network that many share, for long-lived records: 203.0.113.0/24, 2001:db8:1::/48. It identifies no household. */
export function toSharedNetwork(address: string): string {
  const network = toNetwork(address);
  if (!isIP(network) && !network.endsWith('/64')) return 'unknown';
  if (!network.endsWith('/64')) return `${network.split('.').slice(0, 3).join('.')}.0/24`;
  return `${network.split(':').slice(0, 3).join(':')}::/48`;
}
