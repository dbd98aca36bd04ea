import { expect, test } from 'vitest';
import { readableAddress } from '#shared/address/readable-address.ts';

const rows: [address: string, readable: string][] = [
  ['/nope/%E4%B8%AD', '/nope/中'],
  ['/%E8%8C%B6%E5%B8%AD%E5%B0%8F%E8%A8%98?x=%C3%A9', '/茶席小記?x=é'],
  ['/a%2Fb', '/a%2Fb'],
  ['/a%20b', '/a%20b'],
  ['/%E2%80%AEgpj', '/%E2%80%AEgpj'],
  ['/%E0%A4%A', '/%E0%A4%A'],
  ['/%3Cscript%3E', '/%3Cscript%3E'],
];

test.for(rows)('%s reads %s', ([address, readable]) => {
  expect(readableAddress(address)).toBe(readable);
});
