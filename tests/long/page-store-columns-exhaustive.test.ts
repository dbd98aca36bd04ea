import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { Express } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { settleOffers } from '#server/content/offers/settle-offers.ts';
import type { ContentTable } from '#server/db/schema.ts';
import type { PageRouteId } from '#shared/address/routes.ts';
import { changesOf, listColumns, writeColumn, type Row } from '../helpers/content-columns.ts';
import { engines } from '../helpers/databases.ts';
import { everyColumnShown } from '../helpers/every-column-shown.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { aClockAt, openSite } from '../helpers/site.ts';

/**
 * The row of each table that the most pages show, in every place where a page shows such a row. Where the database refuses
 * another value, such as an id that others name, another row is taken.
 */
const shown: Record<ContentTable, Row> = {
  authors: { id: 'lin' },
  articles: { id: 'a1' },
  products: { id: 'p1' },
  categories: { id: 'oolong' },
  pages: { id: 'about' },
  article_products: { article_id: 'a1', product_id: 'p1' },
  article_tags: { article_id: 'a1', tag: '標1' },
  product_related: { product_id: 'p1', related_id: 'p2' },
  category_pins: { category_id: 'oolong', product_id: 'p0' },
  product_also_in: { product_id: 'p0', category_id: 'oolong' },
  product_categories: { category_id: 'oolong', product_id: 'p1' },
  media: { path: 'media/photo.jpg' },
  site: { id: 1 },
  redirects: { from_path: '/articles/old' },
};

/** Rows for columns that the usual row does not show. */
const shownOtherwise: Readonly<Record<string, Row>> = {
  'media.rasters_of': { path: 'media/drawing.svg' },
  'media.bytes': { path: 'media/manual.pdf' },
  'products.stock_key': { id: 'p3' },
  ...ofRow({ id: 'p3' }, [
    'sale_price',
    'sale_price_from',
    'sale_price_until',
    'available_from',
    'next_change_at',
  ]),
  'categories.position': { id: 'tea' },
  'product_categories.cheap_key': { category_id: 'tea', product_id: 'p1' },
  'product_categories.dear_key': { category_id: 'tea', product_id: 'p1' },
  'product_categories.stock_key': { category_id: 'tea', product_id: 'p2' },
};

function ofRow(row: Row, columns: readonly string[]): Record<string, Row> {
  return Object.fromEntries(columns.map((column) => [`products.${column}`, row]));
}

/** Every kind that is kept. */
const pages: Record<Exclude<PageRouteId, 'login' | 'account' | 'account-saved' | 'search'>, string[]> = {
  index: ['/'],
  product: [
    '/product?page=2',
    '/product?category=茶葉',
    '/product?category=茶食',
    '/product?category=oolong',
    '/product?category=tea&sort=price-asc',
    '/product?category=tea&sort=price-desc',
    '/product?category=tea',
    '/product?sort=price-asc&page=2',
    '/product?sort=price-desc',
  ],
  'product-info-product_id': ['p1', 'p0', 'p2', 'p3'].map((id) => `/product/info/${id}`),
  articles: ['/articles'],
  'articles-id': ['a1', 'a0', 'a2', 'a3'].map((id) => `/articles/${id}`),
  'articles-tag-tag': ['標0', '標1', '標2', '同', '別'].map((tag) => `/articles/tag/${tag}`),
  'author-author_id': ['/author/lin', '/author/chen', '/author/wu'],
  'pages-id': ['/pages/about', '/pages/contact'],
  'not-found': [
    '/product/info/z-draft',
    '/articles/z-draft',
    '/pages/z-draft',
    '/articles/old',
    '/articles/older',
    '/old',
  ],
};
/** The data of each; and of each kind a whole page, which reads the same, and takes ten times the work. */
const payloads = Object.values(pages)
  .flat()
  .map((address) => address.replace(/\/?(?=\?|$)/, '/_payload.json'));
const wholePages = Object.values(pages).flatMap(([first = '']) => first);

/**
 * Columns that no page shows. A new column here is either one of them, or the content of this test lacks a page that
 * would show it.
 */
const unseen = [
  'authors.bio_source',
  'articles.body_source',
  'products.picture_alt',
  'products.description_source',
  'products.updated_at',
  // It has begun.
  'products.sale_price_from',
  // Variants name what each has.
  'products.options',
  // Made anew at once.
  'products.now_availability',
  'products.next_change_at',
  'categories.body_source',
  'categories.updated_at',
  'pages.body_source',
  'product_also_in.position',
  'media.file',
  'media.content_type',
  'media.label',
  'media.added_at',
  // Null: no picture waits for its small copies.
  'media.single_of cannot be changed',
  'site.id cannot be changed',
  // Each row has one of the three.
  'redirects.is_gone cannot be changed',
  'redirects.created_at',
  'redirects.account_name',
];

test.for(engines)(
  'whatever column of the content is changed, every stored page on %s says what it would say without one',
  async (engine) => {
    const { app, services } = await openSite({
      engine,
      files: await everyColumnShown(),
      clock: aClockAt('2026-11-20T04:00:00Z'),
    });
    const { db } = services;
    const addresses = engine === 'sqlite' ? [...payloads, ...wholePages] : payloads;
    await sql`update media set finished_of = served, tone = 'l1 h1' where path like '%.jpg'`.execute(
      db.write,
    );
    await sql`update media set rasters_of = file where path like '%.svg'`.execute(db.write);
    await sql`insert into site (id, settings) values (1, '{}') on conflict do nothing`.execute(db.write);
    await sql`insert into redirects (from_path, entry_key, created_at, account_name)
      select '/articles/' || case id when 'a1' then 'old' else 'older' end, key, '2026-11-20T04:00:00.000Z', '林'
      from entries where kind = 'articles' and id in ('a1', 'z-draft')`.execute(db.write);
    await sql`insert into redirects (from_path, to_path, created_at, account_name)
      values ('/old', '/articles', '2026-11-20T05:00:00.000Z', '陳')`.execute(db.write);
    const keeping = await listen(app);
    const forgetting = await listen(
      await createApp({
        ...services,
        // Nothing that is kept may be trusted, it says.
        changeFeed: { ...services.changeFeed, catchUp: () => false, catchUpForTurn: () => false },
        queryCache: { cached: (reader, _key, read) => read(reader) },
      }),
    );
    const readPages = async (from: string) =>
      Object.fromEntries(
        await Promise.all(
          addresses.map(async (address) => [address, await readPage(new URL(address, from))] as const),
        ),
      );
    const differing = (a: Record<string, string>, b: Record<string, string>) =>
      addresses.filter((address) => a[address] !== b[address]);

    // A list by price may be late by the seconds until a server has made the kept prices anew.
    const write = async (change: Parameters<typeof writeColumn>[1]) => {
      const isWritten = await writeColumn(db, change);
      await settleOffers(db.write, { now: services.clock.nowIso() });
      return isWritten;
    };
    const before = await readPages(forgetting);
    await newsHasCome(services);
    await readPages(keeping);
    const stale: string[] = [];
    const invisible: string[] = [];
    for (const [table, firstKey] of Object.entries(shown) as [ContentTable, Row][]) {
      const { rows } = await sql<Row>`select * from ${sql.table(table)} order by 1, 2`.execute(db.read);
      for (const column of await listColumns(db, table)) {
        let change = null;
        const key = shownOtherwise[`${table}.${column}`] ?? firstKey;
        for (const each of changesOf(table, column, rows, key)) {
          if (!(await write(each))) continue;
          change = each;
          break;
        }
        if (change === null) {
          invisible.push(`${table}.${column} cannot be changed`);
          continue;
        }
        await newsHasCome(services);
        const right = await readPages(forgetting);
        if (differing(before, right).length === 0) invisible.push(`${table}.${column}`);
        for (const address of differing(right, await readPages(keeping)))
          stale.push(`${table}.${column}: ${address}`);

        const written = column in change.key ? { ...change.key, [column]: change.value } : change.key;
        await write({ ...change, key: written, value: change.before });
        await newsHasCome(services);
        for (const address of differing(before, await readPages(keeping)))
          stale.push(`${table}.${column}, changed back: ${address}`);
      }
    }
    expect(stale).toEqual([]);
    expect(invisible).toEqual(unseen);
  },
);

/** Reads a page again that a slow database has answered 503: it says nothing of what is stored. */
async function readPage(address: URL): Promise<string> {
  let text = '';
  const read = async () => {
    const response = await fetch(address, { headers: { Accept: 'text/html' } });
    text = await response.text();
    return response.status;
  };
  await expect.poll(read).not.toBe(503);
  return text.replaceAll(requestIds, '');
}

async function listen(app: Express): Promise<string> {
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Pages of errors name the request. */
const requestIds = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
