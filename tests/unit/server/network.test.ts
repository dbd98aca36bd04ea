import { expect, test } from 'vitest';
import { networkOf, siteOf } from '#server/features/accounts/network.ts';

const networks: [address: string | undefined, network: string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  [undefined, 'unknown'],
];

test.for(networks)('the address %s is of the network %s', ([address, network]) => {
  expect(networkOf(address)).toBe(network);
});

test('a site is what one customer may have of a network', () => {
  expect(siteOf(networkOf('2001:db8:1:2::7'))).toBe('2001:db8:1::/48');
  expect(siteOf(networkOf('192.0.2.7'))).toBe('192.0.2.7');
});
