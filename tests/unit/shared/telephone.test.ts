import { expect, test } from 'vitest';
import { telephoneAddress } from '#shared/locale/telephone.ts';

test.for([
  ['02-2345-6789', 'tel:0223456789'],
  ['(02) 2345 6789', 'tel:0223456789'],
  ['+886 2 2345 6789', 'tel:+886223456789'],
  ['02-2345-6789 分機 12', 'tel:0223456789,12'],
  ['02-2345-6789#12', 'tel:0223456789,12'],
])('%s is called as %s', ([number = '', address]) => {
  expect(telephoneAddress(number)).toBe(address);
});
