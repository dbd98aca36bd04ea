import { isIPv6 } from 'node:net';

/**
 * Part of an address that tells visitors apart: all of an IPv4 address, the first 64 bits of an IPv6 address, since the
 * owner of one of these has them all.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = tail === undefined ? left : [...left, ...zeros, ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** Widens a network of `networkOf` to what one customer may have of IPv6: its first 48 bits. */
export function siteOf(network: string): string {
  return network.endsWith('::/64') ? `${network.split(':', 3).join(':')}::/48` : network;
}
