import { expect, test } from 'vitest';
import { parseSearchQuery, searchPath } from '#shared/search.ts';

const addressOf = (query: string) =>
  decodeURIComponent(searchPath(parseSearchQuery(new URLSearchParams(query))));

const spellings: [given: string, address: string][] = [
  ['', '/search'],
  ['q=', '/search'],
  ['q=烏龍', '/search?q=烏龍'],
  ['q=+烏龍%0A茶++', '/search?q=烏龍 茶'],
  ['q=茶%00葉', '/search?q=茶葉'],
  // In NFD.
  ['q=cafe%CC%81', '/search?q=café'],
  ['page=2&kind=articles&q=茶', '/search?q=茶&kind=articles&page=2'],
  ['q=茶&kind=media&sort=random&page=0', '/search?q=茶'],
  ['q=茶&kind=articles&page=1&sort=relevance', '/search?q=茶&kind=articles'],
  [
    'q=茶&kind=products&sort=cheapest&category=茶葉',
    '/search?q=茶&kind=products&sort=cheapest&category=茶葉',
  ],
  // Filters and orders that the kind lacks.
  ['q=茶&kind=articles&category=茶葉&sort=cheapest&tag=坪林', '/search?q=茶&kind=articles&tag=坪林'],
  ['q=茶&category=茶葉&page=2&sort=newest', '/search?q=茶'],
  ['q=茶&kind=products&availability=lost&category=', '/search?q=茶&kind=products'],
  ['q=茶&kind=products&min=&max=+', '/search?q=茶&kind=products'],
  // A text that is no price stays as typed.
  ['q=茶&kind=products&min=900&max=0元起', '/search?q=茶&kind=products&min=900&max=0元起'],
  ['q=茶&kind=products&min=900&max=0', '/search?q=茶&kind=products&min=0&max=900'],
  ['q=茶&kind=products&min=１００&max=NT$1,280', '/search?q=茶&kind=products&min=100&max=1280'],
  ['q=茶&kind=articles&min=x', '/search?q=茶&kind=articles'],
  ['q=茶&kind=authors&author=lin&page=99999', '/search?q=茶&kind=authors'],
];

test.for(spellings)('%s is the search %s', ([given, address]) => {
  expect(addressOf(given)).toBe(address);
  // The one spelling is its own.
  expect(addressOf(address.split('?')[1] ?? '')).toBe(address);
});

test('a text is cut between its characters, not within one', () => {
  const { q } = parseSearchQuery(new URLSearchParams({ q: '𠮷'.repeat(5_000) }));
  expect([...q]).toHaveLength(200);
  expect(new Set(q)).toEqual(new Set(['𠮷']));
});
