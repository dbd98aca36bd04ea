import { CompiledQuery, sql, type KyselyPlugin } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createReader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';
import { openDatabase, type Database } from '#server/db/open/open-database.ts';
import { importSampleContent } from '#server/features/import-export/sample-content.ts';
import { indexNow } from '#server/features/tell/index-now.ts';
import { readSitemapFile, readSitemapIndex } from '#server/features/crawlers/sitemap.ts';
import { listListAddresses } from '#server/pages/load/list-addresses.ts';
import { listRecent } from '#server/pages/load/list-recent.ts';
import { loaders } from '#server/pages/load/loaders.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { fillCatalogue, productId } from '#scripts/tools/fill-catalogue.ts';
import { accountsOf } from '../helpers/accounts.ts';
import { engines, preparedDatabaseConfig, silentLog, temporaryFolder } from '../helpers/databases.ts';

const now = '2026-11-20T00:00:00.000Z';
const pages: [route: keyof typeof loaders, params: Record<string, string>, query: string][] = [
  ['layout', {}, ''],
  ['index', {}, ''],
  ['product', {}, 'page=2'],
  ['product', {}, 'page=200'],
  ['product', {}, 'page=800'],
  ['product', {}, 'sort=newest&page=500'],
  ['product', {}, 'sort=price-asc&page=500'],
  ['product', {}, 'sort=price-desc&page=700'],
  ['product', {}, `category=${encodeURIComponent('類別0')}`],
  ['product', {}, `category=${encodeURIComponent('類別0')}&sort=newest&page=8`],
  ['product', {}, `category=${encodeURIComponent('類別1')}&sort=price-asc&page=20`],
  ['product', {}, `category=${encodeURIComponent('類別2')}&sort=price-desc&page=3`],
  ['product-info-product_id', { product_id: productId(10) }, ''],
  ['product-info-product_id', { product_id: productId(77) }, ''],
  ['articles', {}, ''],
  ['articles', {}, 'page=60'],
  ['articles-tag-tag', { tag: '標籤0' }, ''],
  ['articles-tag-tag', { tag: '標籤0' }, 'page=3'],
  ['articles-tag-tag', { tag: '標籤150' }, ''],
  ['articles-id', { id: 'article-33' }, ''],
  ['articles-id', { id: 'gongfu-tea-at-home' }, ''],
  ['author-author_id', { author_id: 'lin-zhiyuan' }, ''],
  ['author-author_id', { author_id: 'chen-yufang' }, ''],
  ['author-author_id', { author_id: 'chen-yufang' }, 'page=60'],
  ['pages-id', { id: 'about' }, ''],
];

test.for(engines)('no page on %s reads a table from end to end, nor sorts', async (engine) => {
  const db = await openDatabase(await preparedDatabaseConfig(engine), silentLog);
  onTestFinished(() => db.close());
  await importSampleContent('server/sample-content', db, folderStore(temporaryFolder()), silentLog);
  // A mark stands every 5,000 entries: some pages need one.
  await fillCatalogue(db, { products: 44_000, articles: 4_000 });
  await fillSmallTables(db);

  const accounts = accountsOf(db);
  const queries = new Map<string, CompiledQuery>();
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const query = db.read.getExecutor().compileQuery(node, queryId);
      queries.set(query.sql, query);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  for (const [route, params, query] of pages) {
    const reader = createReader({ db: db.read.withPlugin(recorder), now, basePath: '/' });
    const data = await loaders[route]({
      reader,
      params,
      query: new URLSearchParams(query),
      accounts,
      signedIn: null,
    });
    expect(data, `${route} ${JSON.stringify(params)} ${query}`).not.toBeNull();
  }
  const nothingFound = createReader({ db: db.read.withPlugin(recorder), now, basePath: '/' });
  expect((await listRecent(nothingFound)).products).toHaveLength(4);
  const sitemap = createReader({ db: db.read.withPlugin(recorder), now, basePath: '/' });
  const options = { publicUrl: 'https://tea.example', listPages: listListAddresses };
  expect(await readSitemapIndex(sitemap, options)).toContain('products-5');
  expect(await readSitemapFile(sitemap, { kind: 'products', number: 3 }, options)).toContain(
    '/product/info/product-',
  );
  const search = indexNow({ publicUrl: 'https://tea.example', key: 'a', endpoint: '' }, '/');
  const entries = [33, 34].map((n) => ({ kind: 'articles' as const, id: `article-${n}` }));
  expect(await search.listAddresses({ db: sitemap.db, now }, entries)).toHaveLength(2);
  expect(queries.size).toBeGreaterThan(20);
  for (const query of queries.values()) {
    const bad = (await explain(db, query)).filter((step) => isBad(step, query.sql));
    expect.soft(bad, query.sql).toEqual([]);
  }
});

async function explain(db: Database, query: CompiledQuery): Promise<string[]> {
  const prefix = db.engine === 'sqlite' ? 'explain query plan ' : 'explain ';
  const { rows } = await db.read.executeQuery<Record<string, string>>(
    CompiledQuery.raw(prefix + query.sql, [...query.parameters]),
  );
  return rows.map((row) => row['detail'] ?? row['QUERY PLAN'] ?? '');
}

/**
 * Reading an index from its beginning is what a list does, as far as its limit; the settings are one row, and
 * categories are few: they are read at once, and kept. What a query
 * within a query gives is read whole, and has steps of its own.
 */
function isBad(step: string, query: string): boolean {
  if (/\b(?:site|categories|step|of_tag|of_author)\b/.test(step)) return false;
  // A planner that expects a handful of rows may take any index; of more it would take the one in this order.
  if (/^\s*Sort Key:|\bSort\b.* rows=[1-9] /.test(step)) return false;
  if (/^SCAN \w+ USING (?:COVERING )?INDEX/.test(step)) return !/\blimit\b/.test(query);
  return /^SCAN (?!CONSTANT)|TEMP B-TREE|Seq Scan|^\s*(?:->\s+)?(?:Incremental )?Sort\b/.test(step);
}

/** So many that no planner reads them all. */
async function fillSmallTables(db: Database): Promise<void> {
  const numbers =
    db.engine === 'sqlite'
      ? sql`(with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000) select i from n)`
      : sql`generate_series(1, 20000) as n (i)`;
  await sql`insert into media (path, file, content_type, bytes, width, height, served)
    select 'media/' || i || '.svg', i || '.svg', 'image/svg+xml', 1, 4, 3, i || '.svg' from ${numbers}`.execute(
    db.write,
  );
  await sql`insert into sharing_cards (key, kind, id)
    select 'card-' || i, 'articles', i || '' from ${numbers}`.execute(db.write);
  await sql`insert into authors (id, name, avatar, links, bio_source, bio_html, bio_text)
    select 'author-' || i, i || '', 'media/' || i || '.svg', '[]', '', '', '' from ${numbers}`.execute(
    db.write,
  );
  await sql`insert into pages (id, title, summary, cover, cover_alt, body_source, body_html, status)
    select 'page-' || i, i || '', '', 'media/' || i || '.svg', '', '', '', 'published' from ${numbers}`.execute(
    db.write,
  );
  await sql`insert into product_related (product_id, related_id, position)
    select products.id, first.id, 0 from products, (select min(id) as id from products) as first
    where products.id <> first.id`.execute(db.write);
  await sql`insert into list_counts (list, count) select ${sql.raw(tags.articlesOfAuthor.sql(`'author-' || i`))}, 0 from ${numbers}`.execute(
    db.write,
  );
  // SQLite's planner does without, as it does for a site.
  if (db.engine === 'postgres') await sql`analyze`.execute(db.write);
}
