import { expect, test } from 'vitest';
import { listAddress, parseListQuery } from '#shared/address/list-query.ts';

test('the address made of a list query is read back as that query', () => {
  const queries = [
    { page: 1, category: null, sort: 'recommended' },
    { page: 2, category: null, sort: 'newest' },
    { page: 4000, category: '茶葉&', sort: 'price-desc' },
  ] as const;
  for (const query of queries) {
    expect(parseListQuery(new URLSearchParams(listAddress('', query)))).toEqual(query);
  }
  expect(listAddress('', { page: 1, category: null, sort: 'recommended' })).toBe('');
});

test('control characters mean nothing in a list address', () => {
  for (const sign of ['\0', '\u0001', '\n', '\u0085'])
    expect(parseListQuery(new URLSearchParams({ category: `a${sign}b` }))).toBe(null);
});
