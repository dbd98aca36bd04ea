import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beginningOf, maxCellCharacters, readCell } from '#server/features/editing/table/cells.ts';
import { tableColumns } from '#server/features/editing/table/columns.ts';
import { guardText, unguardText } from '#server/features/editing/table/guarded-text.ts';
import { readHeader } from '#server/features/editing/table/read-header.ts';
import { readMoment } from '#shared/locale/editors/moments.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+886', "'+886"],
  ['-5', "'-5"],
  ['@tea', "'@tea"],
  ['＝1', "'＝1"],
  ['007', "'007"],
  ['4711234567899', "'4711234567899"],
  ['3-4', "'3-4"],
  ['1E5', "'1E5"],
  ['2026/11/30', "'2026/11/30"],
  ['1.50', "'1.50"],
  ['1,280', "'1,280"],
  ['１２３', "'１２３"],
  ['$100', "'$100"],
  ['(100)', "'(100)"],
  ['1 1/2', "'1 1/2"],
  ['10 AM', "'10 AM"],
  ['3 月 4 日', "'3 月 4 日"],
  ['MAR1', "'MAR1"],
  ['5-Dec', "'5-Dec"],
  ['true', "'true"],
  ["'=1", "''=1"],
  ["'tis", "'tis"],
  ['QY-120', 'QY-120'],
  ['文山包種茶 150 g', '文山包種茶 150 g'],
  ['150 ml', '150 ml'],
  ['2026 春茶', '2026 春茶'],
  ['DEC', 'DEC'],
  ['（小）', '（小）'],
  ['120', '120'],
  ['0', '0'],
])('the text %s is written as %s, and read again', (text, cell) => {
  expect(guardText(text)).toBe(cell);
  expect(unguardText(cell)).toBe(text);
});

test('every text comes back from its cell', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom("'", '=', '-', '0', '1', '.', '/', 'E', ' ', '茶') }),
  );
  fc.assert(fc.property(texts, (text) => unguardText(guardText(text)) === text));
});

describe('a time', () => {
  test.each([
    ['2026/11/30 10:00', '2026-11-30T10:00:00+08:00'],
    ['2026-11-30T10:00:00+08:00', '2026-11-30T10:00:00+08:00'],
    ['２０２６/１１/３０　１０：００', '2026-11-30T10:00:00+08:00'],
    ['2026/1/3 上午 9:05:30', '2026-01-03T09:05:30+08:00'],
    ['2026/11/30 下午 3:05', '2026-11-30T15:05:00+08:00'],
    ['2026/11/30 12:00 AM', '2026-11-30T00:00:00+08:00'],
    ['2026/11/30 12:00 PM', '2026-11-30T12:00:00+08:00'],
    ['2026年11月30日 10:00', '2026-11-30T10:00:00+08:00'],
    ['2026.11.30', '2026-11-30T00:00:00+08:00'],
  ])('written as %s is understood', (text, iso) => expect(readMoment(text)).toBe(iso));

  test.each(['2026/2/30', '2026/13/1', '2026/11/30 25:00', '11/30', '明天', '2026/11/30 10:00 10:00', ''])(
    'written as %s is none',
    (text) => expect(readMoment(text)).toBeNull(),
  );
});

test('a cell that is longer than any value is read by no field, and shown by its beginning', () => {
  const context = { before: '春茶', labels: new Map<string, string>(), isLossy: true };
  for (const { name, field } of tableColumns('products'))
    expect(readCell(field, '茶'.repeat(maxCellCharacters + 1), context), name).toBeUndefined();
  const [name] = tableColumns('products');
  expect(name && readCell(name.field, ` ${'茶'.repeat(maxCellCharacters)} `, context)).toEqual({
    value: '茶'.repeat(maxCellCharacters),
  });
  expect(beginningOf(` ${'茶'.repeat(201)}`)).toBe(`${'茶'.repeat(200)}…`);
  expect(beginningOf(`${'茶'.repeat(200)} `)).toBe('茶'.repeat(200));
});

test('an id is read up to a length that none has, and columns as many as a sheet has', () => {
  const read = readHeader('products', ['id', 'price', ...Array<string>(20_000).fill('說明')]);
  if (!('header' in read)) throw new Error('the header is wrong');
  const { header } = read;
  expect(header.width).toBe(16_384);
  expect(header.unknown).toHaveLength(16_382);
  expect(header.idIn(['é'.repeat(9_000)])).toHaveLength(maxCellCharacters);
  expect(header.idIn([' cafe\u0301 '])).toBe('café');
});

test('a name of a column is read up to 100 characters, and longer texts are no numbers', () => {
  const read = readHeader('products', ['id', 'price', '長'.repeat(300)]);
  expect('header' in read && read.header.unknown).toEqual(['長'.repeat(100)]);
  expect(guardText('1'.repeat(200))).toBe(`'${'1'.repeat(200)}`);
  expect(guardText('1'.repeat(201))).toBe('1'.repeat(201));
});
