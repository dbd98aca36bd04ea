import { expect, test } from 'vitest';
import { readShop } from '#scripts/bench/search/readers/fill-site.ts';
import { createPairsFloor } from '#scripts/bench/search/readers/pairs-floor.ts';
import { readQueries, type QuerySet } from '#scripts/bench/search/readers/query-set.ts';

const sets: readonly QuerySet[] = ['articles', 'kept-apart', 'shop'];

test.each(sets)('each query of the set %s stands in it once, with an answer', (set) => {
  const queries = readQueries(set);
  expect(queries.length).toBeGreaterThan(80);
  const wrong = queries.filter(
    ({ query, answers }) => query.trim() === '' || answers.some((answer) => answer.trim() === ''),
  );
  expect(wrong).toEqual([]);
  const asked = queries.map(({ query }) => query);
  expect(asked).toEqual([...new Set(asked)]);
});

test('no query that is kept apart is in the set that may be looked at', () => {
  const seen = new Set(readQueries('articles').map(({ query }) => query));
  expect(readQueries('kept-apart').filter(({ query }) => seen.has(query))).toEqual([]);
});

test('the shop has all that its queries are to find', () => {
  const names = new Set(readShop().map(({ name }) => name));
  const missing = readQueries('shop').flatMap(({ answers }) => answers.filter((name) => !names.has(name)));
  expect(missing).toEqual([]);
});

test('the floor puts the text first that has the pairs of a query most often for its length', () => {
  const floor = createPairsFloor(['烏龍茶與包種茶，還有許多別的茶', '烏龍茶', '鐵壺', 'Teapot 烏龍']);
  expect(floor('烏龍茶')).toEqual([1, 0, 3]);
  expect(floor('teapot')).toEqual([3]);
  expect(floor('咖啡')).toEqual([]);
});
