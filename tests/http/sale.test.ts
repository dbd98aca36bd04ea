import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import type { ReadGuards } from '#server/freshness/read-guard.ts';
import { nextSettling } from '#server/content/offers/settle-offers.ts';
import { settleDue } from '#server/features/products/keep-offers.ts';
import { get } from '../helpers/accounts.ts';
import { anArticle, anAuthor, aProduct } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { aClockAt, openSite } from '../helpers/site.ts';
import { afterFirstQuery, markOf, untilKept } from '../helpers/stored-pages.ts';

const end = '2026-11-20T16:00:00.000Z';

test('a sale is over at its moment on every page, without a write, and no cache keeps a page beyond it', async () => {
  const clock = aClockAt('2026-11-20T15:59:00.500Z');
  const { app } = await openSite({
    clock,
    env: { PUBLIC_URL: 'https://tea.example', CDN_MAX_AGE: '3600' },
    files: { 'products/a.md': aProduct({ salePrice: 580, salePriceUntil: end, sku: 'QY-1' }) },
  });
  const addresses = [
    '/product/info/a',
    '/product',
    '/',
    '/product/feed.xml',
    '/search?q=文山包種茶&kind=products',
  ];
  const pages = async () => Promise.all(addresses.map(async (address) => (await get(app, address)).text));
  for (const page of await pages()) expect(page).toContain('NT$580');
  const [product = '', list = ''] = await pages();
  expect(product).toContain('<meta property="product:price:amount" content="580"/>');
  expect(product).toContain('"priceValidUntil":"2026-11-21T00:00:00+08:00"');
  expect(list).toMatch(/<del[^>]*><span class="sr-only">原價 <\/span>NT\$680<\/del>/);
  expect(list).toContain('至 11/20');
  expect((await get(app, '/product')).headers['cache-control']).toMatch(/s-maxage=58\b/);
  clock.set(end);
  for (const page of await pages()) expect(page).not.toContain('NT$580');
  expect((await get(app, '/product/info/a')).text).toContain(
    '<meta property="product:price:amount" content="680"/>',
  );
});

test.for(engines)(
  'pages made since the beginning of a sale are kept when orders and filters follow on %s',
  async (engine) => {
    const clock = aClockAt('2026-11-20T15:59:00.000Z');
    const site = await openSite({
      engine,
      clock,
      files: {
        'authors/lin.md': anAuthor(),
        'articles/spring.md': anArticle({ products: ['a'] }),
        'products/a.md': aProduct({ salePrice: 580, salePriceFrom: end }),
      },
    });
    const { db } = site.services;
    const letOthersSettle = (until: string | null) =>
      db.write.updateTable('offer_state').set({ holder: 'another', held_until: until }).execute();
    await letOthersSettle('2026-11-20T16:00:04.000Z');
    clock.set(end);
    const pages = ['/product/info/a', '/articles/spring'];
    const list = '/product?sort=price-asc';
    for (const address of [...pages, list]) await untilKept(site, address);
    await letOthersSettle(null);
    await settleDue(site.services);
    await expect.poll(() => nextSettling(db.read)).toBeNull();
    await newsHasCome(site.services);
    for (const address of pages)
      expect([address, markOf(await get(site.app, address))]).toEqual([address, 'hit']);
    expect(markOf(await get(site.app, list))).toBe('miss');
    // Any other write to a product is on its pages at once.
    await db.write.updateTable('products').set({ sale_price: 570 }).where('id', '=', 'a').execute();
    await newsHasCome(site.services);
    for (const address of pages) expect((await get(site.app, address)).text).toContain('570');
  },
);

test.for(['/product/info/a', '/product/info/a/_payload.json', '/product/feed.xml'])(
  'who asks for %s after the end of a sale does not get what was read before it',
  async (address) => {
    const clock = aClockAt('2026-11-20T15:59:59.990Z');
    const { services } = await openSite({
      clock,
      env: { PUBLIC_URL: 'https://tea.example' },
      files: { 'products/a.md': aProduct({ salePrice: 580, salePriceUntil: end }) },
    });
    const joined = Promise.withResolvers<void>();
    let later: Promise<string> | undefined;
    const askLater = async () => {
      clock.set(end);
      later = get(app, address).then(({ text }) => text);
      void later.catch(() => {});
      await joined.promise;
    };
    const during = [askLater];
    const readGuards: ReadGuards = {
      begin() {
        const guard = services.readGuards.begin();
        const isUntouched = () => {
          // A request that finds another one's read waits for it.
          joined.resolve();
          return guard.isUntouched();
        };
        return { ...guard, isUntouched };
      },
    };
    const readForPages = services.db.readForPages.withPlugin(afterFirstQuery(during));
    const app = await createApp({ ...services, readGuards, db: { ...services.db, readForPages } });
    expect((await get(app, address)).text).toContain('580');
    expect(await later).toContain('680');
    expect(await later).not.toContain('580');
  },
);

test('what comes soon is no offer until it is there', async () => {
  const clock = aClockAt('2026-11-20T04:00:00Z');
  const { app } = await openSite({
    clock,
    files: { 'products/a.md': aProduct({ availability: 'coming_soon', availableFrom: end }) },
  });
  const before = (await get(app, '/product/info/a')).text;
  expect(before).toContain('即將推出');
  expect(before).toContain('2026年11月21日開始供應');
  expect(before).toContain('"@type":"ItemPage"');
  // Scripts from before November 2026 have a word for this value.
  const payload = JSON.parse((await get(app, '/product/info/a/_payload.json')).text);
  expect(payload.data['product-info-product_id']).toMatchObject({
    availability: 'sold_out',
    laterAvailability: 'coming_soon',
  });
  clock.set(end);
  const after = (await get(app, '/product/info/a')).text;
  expect(after).toContain('有現貨');
  expect(after).toContain('https://schema.org/InStock');
});

test('no payload has an availability that scripts from before November 2026 have no word for', async () => {
  const states = ['in_stock', 'preorder', 'backorder', 'coming_soon', 'sold_out', 'discontinued'];
  const products = states.map((availability) => [
    `products/${availability}.md`,
    aProduct({ name: `包種 ${availability}`, availability, availableFrom: '2099-01-01T00:00:00Z' }),
  ]);
  const { app } = await openSite({
    files: {
      ...Object.fromEntries(products),
      'authors/lin.md': anAuthor(),
      'articles/spring.md': anArticle({ products: states }),
    },
  });
  const addresses = [
    ...['/', '/product/', '/articles/spring/', ...states.map((state) => `/product/info/${state}/`)].map(
      (page) => `${page}_payload.json`,
    ),
    '/search/_payload.json?q=包種&kind=products',
  ];
  const seen: string[] = [];
  for (const address of addresses) {
    const { status, text } = await get(app, encodeURI(address));
    expect([address, status]).toEqual([address, 200]);
    JSON.parse(text, (key, value: unknown) => {
      if (key === 'availability' && typeof value === 'string') seen.push(value);
      return value;
    });
  }
  expect(seen.length).toBeGreaterThan(30);
  expect([...new Set(seen)].toSorted()).toEqual(['discontinued', 'in_stock', 'preorder', 'sold_out']);
});

test('a price of nothing is free', async () => {
  const { app } = await openSite({ files: { 'products/a.md': aProduct({ price: 0 }) } });
  expect((await get(app, '/product/info/a')).text).toContain('免費');
});
