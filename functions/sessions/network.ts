import { isIP, isIPv6 } from 'node:net';

/**
 * The network that an address counts for: the owner of one IPv6 address has the 2^64 of its first half, so the second half
 * tells nobody apart. An IPv4 address counts for itself, written as one of IPv6 or not.
 */
export function networkOf(address: string): string {
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

/** A network that many share, for what is kept for long: 203.0.113.0/24, 2001:db8:1::/48. It points to no household. */
export function shortNetworkOf(address: string): string {
  const network = networkOf(address);
  if (!isIP(network) && !network.endsWith('/64')) return 'unknown';
  if (!network.endsWith('/64')) return `${network.split('.').slice(0, 3).join('.')}.0/24`;
  return `${network.split(':').slice(0, 3).join(':')}::/48`;
}
