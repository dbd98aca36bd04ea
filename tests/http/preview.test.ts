import { sql } from 'kysely';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { writeTransaction } from '#server/db/open-database.ts';
import { anAccount, cookiesOf, get, post, rightPassword, signedIn } from '../helpers/accounts.ts';
import { aDrawing, anArticle, anAuthor, aPage, aProduct, entry, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { aDraft } from '../helpers/drafts.ts';
import { aClockAt, openSite } from '../helpers/site.ts';
import { watchedTags } from '../helpers/watched-tags.ts';

const images = [{ src: 'media/tea.svg', alt: '茶' }];

const files: Files = {
  'media/tea.svg': aDrawing,
  'authors/lin.md': anAuthor({ avatar: 'media/tea.svg' }),
  'authors/chen.md': anAuthor({ name: '陳又芳' }),
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [
      `products/p${n}.md`,
      aProduct({ name: `茶${n}`, category: n % 4 ? '茶葉' : '茶器', images }),
    ]),
  ),
  'articles/spring.md': anArticle({ cover: 'media/tea.svg', coverAlt: '茶', products: ['p1', 'p2'] }),
  'articles/winter.md': anArticle({
    title: '冬茶',
    author: 'chen',
    publishedAt: '2026-02-01T08:00:00+08:00',
  }),
  'pages/about.md': aPage(),
  'site.yaml': 'name: 測試誌\nfeatured:\n  - product: p1\n  - article: spring\n',
};

/** What an editor has written, by where the file of it would be. */
const drafts: Readonly<Record<string, string>> = {
  'authors/lin': anAuthor({ name: '林青', links: [{ label: '網站', url: 'https://tea.example/articles' }] }),
  'products/p1': aProduct({
    name: '新名',
    category: '新類',
    price: 5,
    publishedAt: '2026-10-01T08:00:00+08:00',
  }),
  'products/new': aProduct({ name: '新品', images }, '見[文章](/articles/spring)。'),
  'articles/spring': anArticle(
    { title: '改過的題目', author: 'chen', products: ['p3'], publishedAt: '2026-10-02T08:00:00+08:00' },
    '## 一節\n\n見[商品](/product/info/p1)。\n\n![茶](media/tea.svg "圖")\n\n註[^1]\n\n[^1]: 註文',
  ),
  'articles/winter': anArticle({ title: '冬茶二', author: 'lin', cover: 'media/tea.svg', coverAlt: '茶' }),
  'pages/about': aPage({ title: '我們' }, '改寫。'),
  'pages/new': aPage({ title: '新頁' }),
};

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
  '/author/lin',
  '/author/chen',
  '/pages/about',
  '/pages/new',
  '/articles/_payload.json',
  '/articles/spring/_payload.json',
  '/_payload.json',
].map(encodeURI);

const now = '2026-11-22T00:00:00.000Z';

interface EditedOptions {
  engine?: EngineName;
  env?: Record<string, string>;
}

/** A site on which an editor is signed in. */
async function openEdited({ engine = 'sqlite', env = {} }: EditedOptions = {}) {
  const site = await openSite({ engine, files, clock: aClockAt(now), env });
  const { config, db } = site.services;
  await anAccount(db, { role: 'editor' });
  const base = config.basePath;
  const form = { email: 'lin@example.com', password: rightPassword };
  const cookie = cookiesOf(await post(site.app, `${base}login`, form));
  return { ...site, db, cookie, base };
}

/** A preview's page as the page that it is a preview of. */
function mapBack(body: string, mount: string, base = '/'): string {
  // Files, and what search engines and other sites are told, are the site's own.
  for (const file of ['assets/', 'media/', 'favicon', 'apple-touch-icon', 'manifest'])
    expect(body).not.toContain(mount + file);
  const publicParts = body.match(/<link rel="canonical"[^>]*>|<meta property[^>]*>|ld\+json.*?<\/script>/g);
  expect(publicParts?.join('') ?? '').not.toContain(mount);
  return body
    .replaceAll(mount, base)
    .replace(`,"publicBaseURL":"${base}"`, '')
    .replace(`<link rel="stylesheet" href="${base}assets/edit.css"/>`, '')
    .replace('<meta name="robots" content="noindex"/></head>', '</head>')
    .replace(/<aside class="edit-preview".*<\/aside>(?=<\/body>)/, '')
    .replaceAll(requestIds, '');
}

/** Pages of errors name the request. */
const requestIds = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const settings = [
  ...engines.map((engine) => ({ engine, env: {} })),
  { engine: 'sqlite' as const, env: { PUBLIC_URL: 'http://tea.example', BASE_PATH: '/shop/' } },
];

test.for(settings)('a preview is what publishing shows, on $engine with $env', async ({ engine, env }) => {
  const { app, db, cookie, base, import: bring } = await openEdited({ engine, env });
  const bodyOf = async (address: string, who = '') => (await get(app, address, who)).text;
  for (const [place, document] of Object.entries(drafts)) {
    const mount = `${base}edit/preview/${await aDraft(db, place, document)}/now/`;
    const previewed: string[] = [];
    for (const address of addresses)
      previewed.push(mapBack(await bodyOf(mount + address.slice(1), cookie), mount, base));
    await writeTransaction(db, (trx) => trx.deleteFrom('drafts').execute());
    await bring({ [`${place}.md`]: document });
    for (const [index, address] of addresses.entries()) {
      const shown = async () => (await bodyOf(base + address.slice(1))).replaceAll(requestIds, '');
      // On PostgreSQL the news of a write is on its way for a moment.
      await expect.poll(shown, { message: `${place}: ${address}` }).toBe(previewed[index]);
    }
  }
});

describe.each(engines)('a preview on %s', (engine) => {
  test('of all drafts shows them together', async () => {
    const { app, db, cookie, import: bring } = await openEdited({ engine });
    for (const [place, document] of Object.entries(drafts)) await aDraft(db, place, document);
    const mount = '/edit/preview/all/now/';
    const previewed: string[] = [];
    for (const address of addresses)
      previewed.push(mapBack((await get(app, mount + address.slice(1), cookie)).text, mount));
    await bring(Object.fromEntries(Object.entries(drafts).map(([place, text]) => [`${place}.md`, text])));
    for (const [index, address] of addresses.entries())
      await expect
        .poll(async () => (await get(app, address)).text, { message: address })
        .toBe(previewed[index]);
  });

  test('shows the settings of a draft', async () => {
    const { app, db, cookie } = await openEdited({ engine });
    const key = await aDraft(db, 'site/site', entry({ name: '別誌', featured: [{ article: 'winter' }] }));
    const { text } = await get(app, `/edit/preview/${key}/now/`, cookie);
    expect(text).toContain('別誌');
    expect((await get(app, '/')).text).not.toContain('別誌');
  });

  test('leaves no trace', async () => {
    const { app, db, cookie, services } = await openEdited({ engine });
    for (const [place, document] of Object.entries(drafts)) await aDraft(db, place, document);
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
    for (const [index, address] of addresses.entries()) {
      const again = await get(app, address);
      expect(again.text, address).toBe(before[index]);
      expect(again.headers['server-timing'], address).toContain('hit');
    }
    expect(services.changeFeed.catchUp()).toBe(true);

    async function everything(): Promise<Record<string, unknown>> {
      const tables = [
        ...['entries', 'drafts', 'revisions', 'articles', 'products', 'authors', 'pages', 'site'],
        ...['article_products', 'media', 'media_jobs', 'list_counts'],
        ...(engine === 'sqlite' ? ['changes'] : []),
      ];
      const found = tables.map(async (table) => {
        const { rows } = await sql`select * from ${sql.table(table)}`.execute(db.read);
        return [table, rows.map((row) => JSON.stringify(row)).sort()] as const;
      });
      return Object.fromEntries(await Promise.all(found));
    }
  });

  test('of a minute to come shows what is due then', async () => {
    const { app, db, cookie, import: bring } = await openEdited({ engine });
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

  test('is refused as busy while others write', { timeout: 30_000 }, async () => {
    const { app, db, cookie } = await openEdited({ engine });
    const key = await aDraft(db, 'products/p1', drafts['products/p1'] ?? '');
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const writing = writeTransaction(db, async (trx) => {
      await trx.updateTable('products').set({ name: '別的' }).where('id', '=', 'p1').execute();
      await held;
    });
    const startedAt = performance.now();
    const { status, text, headers } = await get(app, `/edit/preview/${key}/now/`, cookie);
    release();
    await writing;
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(text).toContain('請再試一次');
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    expect((await get(app, `/edit/preview/${key}/now/`, cookie)).status).toBe(200);
  });
});

test('a preview is for editors alone', async () => {
  const { app, db, cookie } = await openEdited();
  const key = await aDraft(db, 'products/p1', drafts['products/p1'] ?? '');
  await anAccount(db, { email: 'reader@example.com', role: 'reader' });
  const reader = await signedIn(app, 'reader@example.com');
  for (const address of ['', 'product/info/p1', 'product/info/p1/_payload.json', 'nope']) {
    const statuses = [];
    for (const who of ['', reader, cookie])
      statuses.push((await get(app, `/edit/preview/${key}/now/${address}`, who)).status);
    expect(statuses, address).toEqual([404, 404, address === 'nope' ? 404 : 200]);
  }
});

test('a preview is kept by nobody, and found by nobody', async () => {
  const { app, db, cookie } = await openEdited();
  const key = await aDraft(db, 'products/p1', drafts['products/p1'] ?? '');
  for (const address of ['', 'product/info/p1/_payload.json', 'nope', 'product/']) {
    const { headers } = await get(app, `/edit/preview/${key}/now/${address}`, cookie);
    expect(headers, address).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    });
    expect(headers['speculation-rules']).toBeUndefined();
    expect(headers['etag']).toBeUndefined();
  }
});

test('a preview says what it shows, and where it is edited', async () => {
  const { app, db, cookie } = await openEdited();
  const key = await aDraft(db, 'articles/spring', drafts['articles/spring'] ?? '');
  const bannerOf = async (what: string, at: string) =>
    /<aside.*<\/aside><\/body>/.exec((await get(app, `/edit/preview/${what}/${at}/`, cookie)).text)?.[0] ??
    '';
  const mount = `/edit/preview/${key}/2026-12-01T0800`;
  const banner = await bannerOf(key, '2026-12-01T0800');
  expect(banner).toContain('2026年12月1日 08:00');
  for (const href of [
    '/edit/articles/spring',
    `${mount}/articles/spring`,
    `${mount}/articles`,
    `${mount}/author/chen`,
  ])
    expect(banner).toContain(`href="${href}"`);
  expect(await bannerOf('all', 'now')).toContain('全部 1 份草稿');
});

test('a page that is not there is so in the preview too', async () => {
  const { app, db, cookie } = await openEdited();
  const mount = `/edit/preview/${await aDraft(db, 'pages/about', aPage())}/now/`;
  const { status, text } = await get(app, `${mount}nope`, cookie);
  expect(status).toBe(404);
  expect(text).toContain('Page not found: /nope');
  expect(text).toContain(`href="${mount}"`);
  expect(mapBack(text, mount)).toBe((await get(app, '/nope')).text.replaceAll(requestIds, ''));
});

test('another spelling is led to the one address, in the preview', async () => {
  const { app, cookie } = await openEdited();
  const leadsTo = async (address: string) => (await get(app, address, cookie)).headers['location'];
  expect(await leadsTo('/edit/preview/all/now')).toBe('/edit/preview/all/now/');
  expect(await leadsTo('/edit/preview/all/now/Articles/?x=1')).toBe('/edit/preview/all/now/articles?x=1');
  expect(await leadsTo('/edit/preview/all/now/account')).toBe('/edit/preview/all/now/login?next=%2Faccount');
});

test.for(['nope/now/', 'all/yesterday/', 'all/2026-02-30T0800/', 'all/2026-12-01T2460/', '%61ll/now/'])(
  'there is no preview at %s',
  async (place) => {
    const { app, cookie } = await openEdited();
    expect((await get(app, `/edit/preview/${place}`, cookie)).status).toBe(404);
  },
);

test('forms of a preview lead nowhere', async () => {
  const { app, cookie } = await openEdited();
  for (const address of ['login', 'color-mode', 'account/saved', ''])
    expect((await post(app, `/edit/preview/all/now/${address}`, { mode: 'dark' }, cookie)).status).toBe(404);
});

test('a draft that cannot be published says why', async () => {
  const { app, db, cookie } = await openEdited();
  const key = await aDraft(
    db,
    'articles/bad',
    entry({ author: 'nobody', publishedAt: '2026-01-01T08:00:00+08:00' }, '一。\n\n<b>二</b>'),
  );
  const page = await get(app, `/edit/preview/${key}/now/articles/bad`, cookie);
  expect(page.status).toBe(422);
  expect(page.text).toContain('title is missing');
  expect(page.text).toContain('內文第 3 行：');
  expect(page.text).toContain('href="/edit/articles/bad"');
  const payload = await request(app).get(`/edit/preview/${key}/now/_payload.json`).set('Cookie', cookie);
  expect([payload.status, payload.body.statusCode]).toEqual([422, 422]);
});

test('all drafts are shown without those that cannot be published', async () => {
  const { app, db, cookie } = await openEdited();
  await aDraft(db, 'authors/ghost', entry({ links: [] }));
  await aDraft(db, 'articles/of-ghost', anArticle({ title: '鬼話', author: 'ghost' }));
  await aDraft(db, 'site/site', entry({ name: '鬼誌', featured: [{ article: 'of-ghost' }] }));
  await aDraft(db, 'pages/about', aPage({ title: '我們' }));
  const { status, text } = await get(app, '/edit/preview/all/now/pages/about', cookie);
  expect(status).toBe(200);
  expect(text).toContain('全部 1 份草稿');
  expect(text).toMatch(/沒有放進來.*authors\/ghost.*articles\/of-ghost.*網站設定/);
  expect(text).not.toContain('鬼誌');
});

test('a draft of the trash is no draft', async () => {
  const { app, db, cookie, import: bring } = await openEdited();
  const key = await aDraft(db, 'pages/about', aPage({ title: '我們' }));
  await bring(files, { prune: true });
  await writeTransaction(db, (trx) => trx.deleteFrom('pages').execute());
  expect((await get(app, `/edit/preview/${key}/now/`, cookie)).status).toBe(404);
  expect((await get(app, '/edit/preview/all/now/', cookie)).text).toContain('全部 0 份草稿');
});

test('an entry without a draft is shown as it is', async () => {
  const { app, db, cookie } = await openEdited();
  const { key } = await db.read
    .selectFrom('entries')
    .select('key')
    .where('id', '=', 'spring')
    .executeTakeFirstOrThrow();
  const { status, text } = await get(app, `/edit/preview/${key}/now/articles/spring`, cookie);
  expect([status, text.includes('沒有未發布的修改')]).toEqual([200, true]);
});
