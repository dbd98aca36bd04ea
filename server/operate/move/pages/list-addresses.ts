import { sql, type Kysely } from 'kysely';
import { feedPage } from '#server/content/entries/entry-addresses.ts';
import { feedFormats, feedPath } from '#shared/address/feed-path.ts';
import { kindNames, listPath, mapKinds, type Kind } from '#shared/kinds/kind-names.ts';
import { productSorts, usualSort } from '#shared/address/list-query.ts';
import { entryPath, markdownPath, paths } from '#shared/address/paths.ts';
import type { Schema } from '#server/db/schema.ts';

/** Some `count` addresses of all kinds, without the base path: the same ones each time, and others by chance. */
export async function listAddresses(db: Kysely<Schema>, count: number): Promise<string[]> {
  const some = (query: string, part: number) => pick(db, query, Math.ceil(count * part));
  const ids = mapKinds((): string[] => []);
  for (const kind of kindNames)
    ids[kind] = await some(`select id as value from ${kind}`, partsOf[kind] ?? 0.04);
  const tags = await some('select distinct tag as value from article_tags', 0.06);
  const categories = await some('select distinct category_id as value from product_categories', 0.06);
  const words = [
    ...(await some('select substr(title, 1, 2) as value from articles', 0.04)),
    ...(await some('select name as value from products', 0.03)),
  ];
  const sort = (index: number) => productSorts[index % productSorts.length] ?? usualSort;
  const addresses = [
    ...always,
    ...kindNames.flatMap((kind) => ids[kind].map((id) => entryPath(kind, id))),
    ...ids.articles.slice(0, Math.ceil(count / 40)).map((id) => markdownPath(paths.article(id))),
    ...ids.products.slice(0, Math.ceil(count / 40)).map((id) => `${paths.product(id)}/_payload.json`),
    ...ids.authors.map((id) => paths.author(id, { page: 2 })),
    ...tags.flatMap((tag) => [paths.tag(tag), feedPath(paths.tag(tag), 'xml')]),
    ...categories.map((category, index) =>
      paths.products({ category, sort: sort(index), page: 1 + (index % 3) }),
    ),
    ...words.map((word) => `${paths.search}?q=${encodeURIComponent(word)}`),
    ...(await some('select from_path as value from redirects', 0.03)),
    ...(await listPages(db, 'products', count * 0.04)).map((page, index) =>
      paths.products({ page, sort: sort(index) }),
    ),
    ...(await listPages(db, 'articles', count * 0.04)).map((page) => paths.articles({ page })),
  ];
  return [...new Set(addresses)];
}

/** How much of all addresses those of a kind are; left out: little. */
const partsOf: Partial<Record<Kind, number>> = { products: 0.32, articles: 0.26, authors: 0.06 };

const always = [
  paths.home,
  ...kindNames.flatMap((kind) => listPath(kind) ?? []),
  paths.login,
  paths.llmsTxt,
  '/sitemap.xml',
  ...[...kindNames, 'lists'].map((kind) => `/sitemaps/${kind}-1.xml`),
  '/robots.txt',
  '/titles.css',
  paths.webManifest,
  '/no-such-page',
  ...kindNames.flatMap((kind) => {
    const page = feedPage(kind);
    return page === null ? [] : feedFormats.map(({ ending }) => feedPath(page, ending));
  }),
];

async function pick(db: Kysely<Schema>, query: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select value from (${sql.raw(query)}) as every order by random() limit ${limit}`.execute(db);
  return rows.map(({ value }) => value);
}

/** Pages of a list, from its beginning to its end. */
async function listPages(
  db: Kysely<Schema>,
  table: 'products' | 'articles',
  count: number,
): Promise<number[]> {
  const { rows } = await sql<{
    entries: number;
  }>`select count(*) as entries from ${sql.table(table)}`.execute(db);
  const pages = Math.max(1, Math.ceil(Number(rows[0]?.entries ?? 0) / 24));
  return Array.from({ length: Math.ceil(count) }, () => 1 + Math.floor(Math.random() * pages));
}
