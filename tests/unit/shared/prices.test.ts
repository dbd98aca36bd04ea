import { expect, test } from 'vitest';
import { formatPrice, readPrice } from '#shared/locale/prices.ts';

test('a price has its thousands apart', () => {
  expect([0, 999, 1280, 1234567].map(formatPrice)).toEqual(['NT$0', 'NT$999', 'NT$1,280', 'NT$1,234,567']);
});

const written: [text: string, price: number | null][] = [
  ['0', 0],
  ['680', 680],
  [' 680 ', 680],
  ['1,280', 1280],
  ['1 280', 1280],
  ['12,345,678', 12_345_678],
  ['１００', 100],
  ['１，２８０', 1280],
  ['　１００　', 100],
  ['NT$100', 100],
  ['nt$ 1,280', 1280],
  ['ＮＴ＄１００', 100],
  ['$100', 100],
  ['NT 100', 100],
  ['NTD 100', 100],
  ['TWD100', 100],
  ['新台幣 1,280 元', 1280],
  ['1280元', 1280],
  ['1280 元整', 1280],
  ['100.00', 100],
  ['999999999', 999_999_999],
  ['', null],
  ['元', null],
  ['680元起', null],
  ['1,28', null],
  ['12,80', null],
  ['1 2 8', null],
  ['1.280', null],
  ['6.5', null],
  ['-5', null],
  ['1e3', null],
  ['0680', null],
  ['100-200', null],
  ['US$100', null],
  ['一百', null],
  ['9999999999', null],
  ['9'.repeat(50), null],
  ['\u0301'.repeat(50), null],
];

test.for(written)('a price is read in %j', ([text, price]) => {
  expect(readPrice(text)).toBe(price);
  if (price !== null) expect(readPrice(formatPrice(price))).toBe(price);
});
