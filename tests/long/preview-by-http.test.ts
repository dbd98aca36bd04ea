import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { get } from '../helpers/accounts.ts';
import { anArticle, entry } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { aDraft } from '../helpers/drafts.ts';
import { mapBack, openEditedSite, requestIds, someDrafts } from '../helpers/edited-site.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { watchedTags } from '../helpers/watched-tags.ts';

const addresses = [
  '/',
  '/product',
  '/product?page=2',
  '/product?sort=price-asc',
  '/product?category=新類',
  '/product?category=茶葉',
  '/product/info/p1',
  '/product/info/new',
  '/product/info/p5',
  '/articles',
  '/articles/spring',
  '/articles/winter',
  '/articles/tag/茶',
  '/articles/tag/新',
  '/author/lin',
  '/author/chen',
  '/pages/about',
  '/pages/new',
  '/articles/_payload.json',
  '/articles/spring/_payload.json',
  '/_payload.json',
].map(encodeURI);

/** Never stored, so they show nothing about stored pages. */
const searches = ['/search?q=改過', '/search?q=新', '/product?category=茶葉&availability=in_stock'].map(
  encodeURI,
);

const settings = [
  ...engines.map((engine) => ({ engine, env: {} })),
  { engine: 'sqlite' as const, env: { PUBLIC_URL: 'http://tea.example', BASE_PATH: '/shop/' } },
];

test.for(settings)('a preview is what publishing shows, on $engine with $env', async ({ engine, env }) => {
  const { app, db, cookie, base, import: bring } = await openEditedSite({ engine, env });
  const bodyOf = async (address: string, who = '') => (await get(app, address, who)).text;
  for (const [place, document] of Object.entries(someDrafts)) {
    const mount = `${base}edit/preview/${await aDraft(db, place, document)}/now/`;
    const previewed: string[] = [];
    for (const address of [...addresses, ...searches])
      previewed.push(mapBack(await bodyOf(mount + address.slice(1), cookie), mount, base));
    await writeTransaction(db, (trx) => trx.deleteFrom('drafts').execute());
    await bring({ [`${place}.md`]: document });
    for (const [index, address] of [...addresses, ...searches].entries()) {
      const shown = async () => (await bodyOf(base + address.slice(1))).replaceAll(requestIds, '');
      // On PostgreSQL the news of a write is on its way for a moment.
      await expect.poll(shown, { message: `${place}: ${address}` }).toBe(previewed[index]);
    }
  }
});

describe.each(engines)('a preview on %s', (engine) => {
  test('of all drafts shows them together', async () => {
    const { app, db, cookie, import: bring } = await openEditedSite({ engine });
    for (const [place, document] of Object.entries(someDrafts)) await aDraft(db, place, document);
    const mount = '/edit/preview/all/now/';
    const previewed: string[] = [];
    for (const address of addresses)
      previewed.push(mapBack((await get(app, mount + address.slice(1), cookie)).text, mount));
    await bring(Object.fromEntries(Object.entries(someDrafts).map(([place, text]) => [`${place}.md`, text])));
    for (const [index, address] of addresses.entries())
      await expect
        .poll(async () => (await get(app, address)).text, { message: address })
        .toBe(previewed[index]);
  });

  test('leaves no trace', async () => {
    const { app, db, cookie, services } = await openEditedSite({ engine });
    for (const [place, document] of Object.entries(someDrafts)) await aDraft(db, place, document);
    // Late announcements of the import would drop pages that are stored now.
    await newsHasCome(services);
    const before: string[] = [];
    for (const address of addresses) before.push((await get(app, address)).text);
    const drain = await watchedTags(db);
    await drain();
    const stored = await everything();
    const keys = await db.read.selectFrom('drafts').select('entry_key').execute();
    for (const { entry_key } of [...keys, { entry_key: 'all' }]) {
      for (const address of addresses) await get(app, `/edit/preview/${entry_key}/now${address}`, cookie);
    }
    expect(await drain()).toEqual([]);
    expect(await everything()).toEqual(stored);
    // The site too receives the watcher's own notifications, and trusts no stored page meanwhile.
    await newsHasCome(services);
    for (const [index, address] of addresses.entries()) {
      const again = await get(app, address);
      expect(again.text, address).toBe(before[index]);
      expect(again.headers['server-timing'], address).toContain('hit');
    }
    expect(services.changeFeed.catchUp()).toBe(true);

    async function everything(): Promise<Record<string, unknown>> {
      const tables = [
        ...['entries', 'drafts', 'revisions', 'articles', 'products', 'authors', 'pages', 'site'],
        ...['article_products', 'media', 'media_jobs', 'list_counts', 'changes'],
      ];
      const found = tables.map(async (table) => {
        const { rows } = await sql`select * from ${sql.table(table)}`.execute(db.read);
        return [table, rows.map((row) => JSON.stringify(row)).sort()] as const;
      });
      return Object.fromEntries(await Promise.all(found));
    }
  });

  test('of a minute to come shows what is due then', async () => {
    const { app, db, cookie, import: bring } = await openEditedSite({ engine });
    await bring({
      'articles/later.md': anArticle({ title: '過年', publishedAt: '2026-12-01T08:00:00+08:00' }),
    });
    const key = await aDraft(db, 'articles/undated', entry({ title: '沒有日期', author: 'lin' }));
    const titles = async (at: string, what = key) =>
      (await get(app, `/edit/preview/${what}/${at}/articles`, cookie)).text.match(/過年|沒有日期/g) ?? [];
    expect(await titles('now')).toContain('沒有日期');
    expect(await titles('2026-12-01T0759')).not.toContain('過年');
    expect(await titles('2026-12-01T0800')).toEqual(expect.arrayContaining(['過年', '沒有日期']));
    expect((await get(app, '/edit/preview/all/2026-12-01T0800/articles/later', cookie)).status).toBe(200);
    expect((await get(app, '/edit/preview/all/now/articles/later', cookie)).status).toBe(404);
  });

  test('is refused as busy while others write', async () => {
    const { app, db, cookie } = await openEditedSite({ engine });
    const key = await aDraft(db, 'products/p1', someDrafts['products/p1'] ?? '');
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const writing = writeTransaction(db, async (trx) => {
      await trx.updateTable('products').set({ name: '別的' }).where('id', '=', 'p1').execute();
      begin();
      await held;
    });
    await begun;
    // Answered while they do: they end after it.
    const { status, text, headers } = await get(app, `/edit/preview/${key}/now/`, cookie);
    release();
    await writing;
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(text).toContain('請再試一次');
    expect((await get(app, `/edit/preview/${key}/now/`, cookie)).status).toBe(200);
  });
});
