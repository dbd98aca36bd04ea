import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kindNames } from '#shared/kinds/kind-names.ts';

/** Rooms of one kind, and the records themselves. */
const ownRooms =
  /^(?:shared\/kinds|server\/content\/kinds|server\/db\/migrations|server\/features\/(?:articles|authors|categories|products|site-pages|feeds|tell))\//;

/** Files that name two kinds and are no list of them. Each has a reason, and goes when the file names one again. */
const exceptions: Readonly<Record<string, string>> = {
  'client/pages/front-page.tsx': 'parts of the front page',
  'client/pages/search/hit-list.tsx': 'cards of articles and products; the others have one',
  'server/content/markdown/find-lost-parts.ts': 'names of anchors',
  'server/db/schema.ts': 'types of tables with columns that are made',
  'server/features/editing/form/find-several.ts': 'a setting called categories',
  'server/freshness/announcements.ts': 'lists of articles and products beside that of all',
  'server/freshness/tags.ts': 'names for tags of kinds',
  'server/media/title-font/samples/page-samples.ts': 'pages whose titles are weighed together',
  'server/operate/move/pages/list-addresses.ts': 'addresses to compare, some of each list',
  'server/pages/documents/feed-sources.ts': 'feeds that say more',
  'server/pages/load/list-recent.ts': 'parts of the front page',
  'server/pages/load/load-front.ts': 'parts of the front page',
  'server/pages/preview/preview-banner.ts': 'lists beside a draft',
  'server/pages/search/find-suggestions.ts': 'suggestions while somebody types',
  'server/search/count-facets.ts': 'what hits are narrowed by',
  'server/pages/search/read-hits.ts': 'cards of articles and products; the others have one',
  'shared/locale/editors/edit-field-texts.ts': 'names of parts of the front page',
  'shared/locale/interface-titles.ts': 'texts of lists',
  'shared/locale/zh-tw.ts': 'texts of lists',
  'shared/address/paths.ts': 'addresses of lists',
  'shared/payload/payloads.ts': 'data of lists',
  'shared/payload/search-payload.ts': 'cards of articles and products; the others have one',
  'shared/search.ts': 'orders and filters of articles and products',
};

/** Keyed by the ids of routes, some of which are names of kinds. The compiler holds them to the routes. */
const byRoute = /^(?:client\/pages|server\/pages\/loaders|shared\/(?:routes|route-payloads))\.ts$/;

const sources = globSync('{client,server,shared}/**/*.{ts,tsx}').filter(
  (file) => !file.endsWith('.d.ts') && !ownRooms.test(file) && !byRoute.test(file),
);

test('no file but a record and a room of its own names two kinds of content', () => {
  expect(sources.length).toBeGreaterThan(600);
  const naming = sources.filter((file) => namedIn(readFileSync(file, 'utf8')).length > 1);
  expect(
    naming.filter((file) => !Object.hasOwn(exceptions, file)),
    'walk the records of shared/kinds instead: the next kind would be forgotten here',
  ).toEqual([]);
  expect(
    Object.keys(exceptions).filter((file) => !naming.includes(file)),
    'exceptions that nothing needs any more',
  ).toEqual([]);
});

test.each([
  `for (const kind of ['articles', 'authors']) tell(kind);`,
  `const titles = { articles: 'title', products: 'name' };`,
  `if (kind === 'pages' || kind === "authors") return;`,
])('a list of kinds is found in %s', (code) => {
  expect(namedIn(code)).toHaveLength(2);
});

test.each([
  `trx.selectFrom('articles')`,
  '// articles and products',
  ` * 'articles' and 'products' as kinds`,
  'const { articles, products } = hits;',
])('none is found in %s', (code) => {
  expect(namedIn(code).length).toBeLessThan(2);
});

/** Kinds that stand in code as a text or as the key of a value. */
function namedIn(code: string): string[] {
  const withoutComments = code.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
  return kindNames.filter((kind) =>
    new RegExp(`['"\`]${kind}['"\`]|^\\s*${kind}:|\\b${kind}: ['"[{(]`, 'm').test(withoutComments),
  );
}
