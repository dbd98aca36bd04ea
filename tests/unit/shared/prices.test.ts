import { expect, test } from 'vitest';
import { formatPrice } from '#shared/locale/prices.ts';

test('a price has its thousands apart', () => {
  expect([0, 999, 1280, 1234567].map(formatPrice)).toEqual(['NT$0', 'NT$999', 'NT$1,280', 'NT$1,234,567']);
});
