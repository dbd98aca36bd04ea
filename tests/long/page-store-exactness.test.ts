import { sql } from 'kysely';
import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { anArticle, anAuthor, aPage, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openSite } from '../helpers/site.ts';

const products = Array.from({ length: 28 }, (_, n) => `p${n}`);
const articles = Array.from({ length: 10 }, (_, n) => `a${n}`);
const day = (n: number) => `2026-01-${String(1 + (n % 28)).padStart(2, '0')}T08:00:00.000Z`;

const files: Files = {
  'authors/lin.md': anAuthor(),
  'authors/chen.md': anAuthor({ name: '陳又芳' }),
  ...Object.fromEntries(
    products.map((id, n) => [
      `products/${id}.md`,
      aProduct({ name: `茶${n}`, category: n % 4 ? '茶葉' : '茶器', price: 100 + n, publishedAt: day(n) }),
    ]),
  ),
  ...Object.fromEntries(
    articles.map((id, n) => [
      `articles/${id}.md`,
      anArticle({
        title: `文${n}`,
        author: n % 2 ? 'lin' : 'chen',
        publishedAt: day(n),
        products: [`p${n}`, `p${n + 1}`],
        tags: [n % 3 ? '茶' : '器', `第${n}`],
      }),
    ]),
  ),
  'pages/about.md': aPage(),
  'site.yaml': 'name: 測試誌\nfeatured:\n  - product: p1\n  - article: a1\n',
};

const addresses = [
  '/',
  '/product',
  '/product?page=2',
  '/product?sort=price-asc',
  '/product?sort=price-desc&page=2',
  '/product?category=茶器',
  '/product?category=茶葉&sort=price-asc',
  '/product/info/p1',
  '/product/info/p4',
  '/product/info/p9',
  '/articles',
  '/articles/a1',
  '/articles/a4',
  '/articles/a5',
  '/articles/tag/茶',
  '/articles/tag/器',
  '/articles/tag/第6',
  '/author/lin',
  '/author/chen',
  '/pages/about',
  '/product/info/p1/_payload.json',
  '/_payload.json',
  // A missing page shows the newest entries.
  '/nope',
  '/articles/none/_payload.json',
];

/** Writes in order; each changes a page by a value outside of the page's own entry. */
const writes: Readonly<Record<string, ReturnType<typeof sql>>> = {
  'a name on a card': sql`update products set name = '名' where id = 'p20'`,
  'the name of the newest product': sql`update products set name = '新品' where id = 'p27'`,
  'the title of the newest article': sql`update articles set title = '最新' where id = 'a7'`,
  'a price that moves between pages': sql`update products set price_twd = 1 where id = 'p27'`,
  'a price that moves to the end': sql`update products set price_twd = 2 where id = 'p10'`,
  'no price': sql`update products set price_twd = null where id = 'p3'`,
  'another category': sql`update products set category = '茶器' where id = 'p27'`,
  'a new category': sql`update products set category = '新類' where id = 'p26'`,
  'a related product hidden': sql`update products set status = 'draft' where id = 'p25'`,
  'and shown again': sql`update products set status = 'published' where id = 'p25'`,
  'a later day': sql`update products set published_at = ${day(27)} where id = 'p5'`,
  'sold out': sql`update products set availability = 'sold_out' where id = 'p24'`,
  'a product deleted': sql`delete from products where id = 'p9'`,
  'the title of the newer article': sql`update articles set title = '新題' where id = 'a2'`,
  'the title of the older article': sql`update articles set title = '舊題' where id = 'a3'`,
  'the title of an article that mentions a product': sql`update articles set title = '別題' where id = 'a0'`,
  'another author': sql`update articles set author_id = 'lin' where id = 'a6'`,
  'an article taken back': sql`update articles set status = 'archived' where id = 'a3'`,
  'the day of an article': sql`update articles set published_at = ${day(20)} where id = 'a0'`,
  'another tag': sql`update articles set tags = '["器","新"]' where id = 'a4'`,
  'the last article of a tag deleted': sql`delete from articles where id = 'a6'`,
  'a related article scheduled for later': sql`update articles set published_at = '2099-01-01T00:00:00.000Z' where id = 'a7'`,
  'and brought back': sql`update articles set published_at = ${day(7)} where id = 'a7'`,
  'a tag in common with one far away': sql`update articles set tags = '["第1","茶"]' where id = 'a9'`,
  'the title of a related article': sql`update articles set title = '改題' where id = 'a9'`,
  'a related article deleted': sql`delete from articles where id = 'a7'`,
  'what an author says of themselves': sql`update authors set bio_text = '種茶的人。' where id = 'lin'`,
  'a mention less': sql`delete from article_products where article_id = 'a1' and product_id = 'p1'`,
  'the name of an author': sql`update authors set name = '筆名' where id = 'lin'`,
  'the text of a page': sql`update pages set body_html = '<p>改寫</p>' where id = 'about'`,
  'a page taken back': sql`update pages set status = 'archived' where id = 'about'`,
  'the navigation': sql`update site set settings = replace(settings, '{"name"', '{"navigation":[],"name"')`,
  'what stands on the front page': sql`update site set settings = replace(settings, '{"navigation"', '{"front":["articles","products"],"navigation"')`,
  'the licence of the site': sql`update site set settings = replace(settings, '"about":""', '"about":"","licence":{"label":"CC","url":"/"}')`,
  'the name of the site': sql`update site set settings = replace(settings, '測試誌', '別誌')`,
};

test.for(engines)(
  'after any write every stored page on %s says what it would say without one',
  async (engine) => {
    const { app, services } = await openSite({ engine, files });
    const withoutMemory = await createApp({
      ...services,
      // Nothing that is kept may be trusted, it says.
      changeFeed: { ...services.changeFeed, catchUp: () => false, catchUpForTurn: () => false },
      queryCache: { cached: (reader, _key, read) => read(reader) },
    });
    const bodyOf = async (from: typeof app, address: string) =>
      (await request(from).get(encodeURI(address)).set({ Accept: 'text/html' })).text.replaceAll(
        requestIds,
        '',
      );

    for (const address of addresses) await bodyOf(app, address);
    for (const [what, write] of Object.entries(writes)) {
      await write.execute(services.db.write);
      // Until the next due time is known, no stored page is used.
      await expect.poll(() => services.changeFeed.catchUp()).toBe(true);
      for (const address of addresses) {
        const right = await bodyOf(withoutMemory, address);
        // On PostgreSQL the news of a write is on its way for a moment.
        await expect.poll(() => bodyOf(app, address), { message: `${what}: ${address}` }).toBe(right);
      }
    }
  },
);

/** Pages of errors name the request. */
const requestIds = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
