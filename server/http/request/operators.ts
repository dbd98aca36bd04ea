import { BlockList, isIPv6 } from 'node:net';
import type { Request } from 'express';

export type IsOperator = (request: Pick<Request, 'ip' | 'headers'>) => boolean;

interface OperatorOptions {
  networks: readonly string[];
  /** Whether a trusted proxy is configured. */
  trustsProxy: boolean;
}

/**
 * Returns a test for requests from a network of operators. A request through an unknown proxy is never from operators:
 * with nginx on the same machine every visitor would be one.
 */
export function createIsOperator({ networks, trustsProxy }: OperatorOptions): IsOperator {
  const list = new BlockList();
  for (const network of networks) {
    if (network === 'loopback') {
      list.addSubnet('127.0.0.0', 8, 'ipv4');
      list.addAddress('::1', 'ipv6');
      continue;
    }
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return ({ ip = '', headers }) => {
    const isBrought = forwarding.some((name) => headers[name] !== undefined);
    return (trustsProxy || !isBrought) && list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
  };
}

/** By which proxies say that they are some. */
const forwarding = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'via',
  'x-real-ip',
];
