import { expect, test } from 'vitest';
import { formatDate, toZonedIso } from '#shared/locale/dates.ts';
import { toScriptJson } from '#shared/json-script.ts';
import { normaliseEmail } from '#server/features/accounts/account-email.ts';
import { parseSavedItem } from '#shared/accounts.ts';
import { listQueryString, parseListQuery } from '#shared/list-query.ts';
import { buildPath, paths, withBase } from '#shared/paths.ts';
import { formatPrice } from '#shared/locale/prices.ts';

test('a date is shown as it is in Taipei', () => {
  expect(formatDate('2026-11-19T16:00:00.000Z')).toBe('2026年11月20日');
  expect(formatDate('2026-11-19T15:59:59.999Z')).toBe('2026年11月19日');
});

test('a missing or invalid date is not shown at all', () => {
  expect(formatDate(null)).toBeNull();
  expect(formatDate('soon')).toBeNull();
});

test('a time is exported with the offset of Taiwan and names the same moment', () => {
  expect(toZonedIso('2026-11-20T00:00:00.000Z')).toBe('2026-11-20T08:00:00+08:00');
  expect(toZonedIso('2026-11-20T00:00:00.123Z')).toBe('2026-11-20T08:00:00.123+08:00');
});

test('a price has its thousands apart', () => {
  expect([0, 999, 1280, 1234567].map(formatPrice)).toEqual(['NT$0', 'NT$999', 'NT$1,280', 'NT$1,234,567']);
});

test('an id is percent-encoded in its path, whatever it contains', () => {
  expect(paths.author('張若水')).toBe('/author/%E5%BC%B5%E8%8B%A5%E6%B0%B4');
  expect(paths.article('a/b?c#d')).toBe('/articles/a%2Fb%3Fc%23d');
  expect(buildPath('articles-id', { id: 'cafe\u0301' })).toBe(paths.article('caf\u00e9'));
});

test('a base path is put before a path once', () => {
  expect(withBase('/', '/product')).toBe('/product');
  expect(withBase('/shop/', '/product')).toBe('/shop/product');
  expect(withBase('/shop/', '/')).toBe('/shop/');
});

test('what a list address says is read back from the address made of it', () => {
  const queries = [
    { page: 1, category: null, sort: 'newest' },
    { page: 4000, category: '茶葉&', sort: 'price-desc' },
  ] as const;
  for (const query of queries) {
    expect(parseListQuery(new URLSearchParams(listQueryString(query)))).toEqual(query);
  }
  expect(listQueryString({ page: 1, category: null, sort: 'newest' })).toBe('');
});

test('control characters mean nothing in a list, an item and an e-mail address', () => {
  for (const sign of ['\0', '\u0001', '\n', '\u0085']) {
    expect(parseListQuery(new URLSearchParams({ category: `a${sign}b` }))).toBe(null);
    expect(parseSavedItem(`product:a${sign}b`)).toBe(null);
    expect(normaliseEmail(`a${sign}b@example.com`)).toBe(null);
    expect(normaliseEmail(`a@exam${sign}ple.com`)).toBe(null);
  }
  expect(parseSavedItem('article:\ud800')).toBe(null);
  expect(normaliseEmail('\ud800@example.com')).toBe(null);
  expect(parseSavedItem('article:春茶')).toBe('article:春茶');
});

test('data in a script element survives the way and cannot end the element', () => {
  const value = { text: '</script><!-- \u2028\u2029 <script>' };
  const json = toScriptJson(value);
  expect(json).not.toMatch(/[<\u2028\u2029]/);
  expect(JSON.parse(json)).toEqual(value);
});
