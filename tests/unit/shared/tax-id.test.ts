import { expect, test } from 'vitest';
import { findTaxIdFault, plainNumber } from '#shared/tax-id.ts';

// By the former rule, with a seven in the seventh place, and by the rule of 2023 alone.
test.for(['04595257', '22099131', '10458574', '04595252'])('%s is a tax id', (number) => {
  expect(findTaxIdFault(number)).toBe(null);
});

test.for([
  ['0459525', 'length'],
  ['045952570', 'length'],
  ['0459525x', 'length'],
  ['', 'length'],
  ['04595258', 'check'],
  ['22099132', 'check'],
])('%s is none: %s', ([number = '', fault]) => {
  expect(findTaxIdFault(number)).toBe(fault);
});

test('width, blanks and hyphens of a number do not matter', () => {
  expect(plainNumber(' ０４５９ 52-57 ')).toBe('04595257');
});
