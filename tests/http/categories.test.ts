import { sql } from 'kysely';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { findCategory, listCategoryTree } from '#server/features/categories/category-queries.ts';
import { createReader } from '#server/freshness/reader.ts';
import { aCategory, aProduct, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { openEditSite } from '../helpers/editing.ts';
import { readAtom } from '../helpers/feeds.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { aClockAt } from '../helpers/site.ts';

const files: Files = {
  'site.yaml': 'name: 測試誌\ncategories: [雜貨, 茶器]\n',
  'categories/tea.md': aCategory({ name: '茶', order: 1, summary: '山上的茶' }, '## 關於茶\n\n說明。'),
  'categories/oolong.md': aCategory({ name: '烏龍茶', parent: 'tea', order: 2, pinned: ['old'] }),
  'categories/green.md': aCategory({ name: '綠茶', parent: 'tea', order: 1 }),
  'categories/secret.md': aCategory({ name: '祕密', parent: 'tea', status: 'draft' }),
  'categories/below.md': aCategory({ name: '祕密之下', parent: 'secret' }),
  'categories/empty.md': aCategory({ name: '還沒有商品' }),
  'categories/gifts.md': aCategory({ name: '禮盒' }),
  'products/new.md': aProduct({ name: '新茶', category: 'oolong', publishedAt: '2026-03-01T00:00:00Z' }),
  'products/old.md': aProduct({
    ...{ name: '老茶', category: 'oolong', availability: 'sold_out', price: 100 },
    ...{ alsoIn: ['gifts'], publishedAt: '2026-01-01T00:00:00Z' },
  }),
  'products/hidden.md': aProduct({ name: '祕密的茶', category: 'secret', price: 5 }),
  'products/deep.md': aProduct({ name: '之下的茶', category: 'below', price: 6 }),
  'products/soon.md': aProduct({ name: '將來的茶', category: 'green', publishedAt: '2026-11-20T05:00:00Z' }),
  'products/pot.md': aProduct({ name: '壺', category: '茶器' }),
  'products/bag.md': aProduct({ name: '袋', category: '雜貨' }),
};

const html = { Accept: 'text/html' };

async function open(engine: EngineName) {
  const clock = aClockAt('2026-11-20T04:00:00Z');
  const site = await openEditSite(engine, files, { clock, env: { PUBLIC_URL: 'https://tea.example' } });
  const get = (path: string) => request(site.app).get(encodeURI(path)).set(html);
  const idsOn = async (path: string) => {
    const [, list = ''] =
      /<ul class="cards product-cards[^>]*>([^]*?)<\/ul>/.exec((await get(path)).text) ?? [];
    return [...new Set([...list.matchAll(/href="\/product\/info\/(\w+)"/g)].map(([, id]) => id))];
  };
  const tree = async () => {
    const reader = createReader({ db: site.services.db.read, now: clock.nowIso(), basePath: '/' });
    return (await listCategoryTree(reader)).map(
      ({ name, depth, count }) => `${'-'.repeat(depth)}${name} ${count}`,
    );
  };
  const write = async (text: string) => {
    await sql.raw(text).execute(site.services.db.write);
    await newsHasCome(site.services);
  };
  const moved = async (path: string) => {
    const { status, headers } = await get(path);
    return status === 308 ? decodeURI(String(headers['location'])) : status;
  };
  return { ...site, clock, get, idsOn, tree, write, moved };
}

describe.for(engines)('on %s', (engine) => {
  test('the tree has the categories with something to show, in their order', async () => {
    const { tree, clock, write } = await open(engine);
    expect(await tree()).toEqual([...['茶 4', '-烏龍茶 2', '-祕密之下 1', '雜貨 1', '茶器 1', '禮盒 1']]);
    clock.set('2026-11-20T05:00:00Z');
    await write(`update categories set status = 'published' where id = 'secret'`);
    expect(await tree()).toEqual([
      ...['茶 5', '-綠茶 1', '-烏龍茶 2', '-祕密 2', '--祕密之下 1', '雜貨 1', '茶器 1', '禮盒 1'],
    ]);
  });

  test('a category says what stands above it, and a text is one of its own', async () => {
    const { services, clock } = await open(engine);
    const find = (id: string) =>
      findCategory(createReader({ db: services.db.read, now: clock.nowIso(), basePath: '/' }), id);
    expect(await find('below')).toMatchObject({ name: '祕密之下', steps: [{ id: 'tea', name: '茶' }] });
    expect(await find('tea')).toMatchObject({ summary: '山上的茶', steps: [], cover: null });
    expect((await find('tea'))?.textHtml).toContain('關於茶');
    expect(await find('茶器')).toMatchObject({ id: '茶器', name: '茶器', textHtml: '' });
    expect([await find('secret'), await find('nothing'), (await find('empty'))?.name]).toEqual([
      ...[null, null, '還沒有商品'],
    ]);
  });

  test('the list of a category has its branch, each product once, in every order', async () => {
    const site = await open(engine);
    const { get, idsOn } = site;
    expect(await idsOn('/product?category=tea')).toHaveLength(4);
    expect(await idsOn('/product?category=oolong')).toEqual(['old', 'new']);
    expect(await idsOn('/product?category=oolong&sort=newest')).toEqual(['new', 'old']);
    expect(await idsOn('/product?category=oolong&sort=price-desc')).toEqual(['new', 'old']);
    expect(await idsOn('/product?category=gifts')).toEqual(['old']);
    expect(await idsOn('/product?category=茶器')).toEqual(['pot']);
    expect((await get('/product?category=secret')).status).toBe(404);
    expect((await get('/product?category=empty')).status).toBe(200);
    const { entries = [] } = await readAtom(site, '/product/feed.xml?category=tea');
    expect(entries).toHaveLength(4);
  });

  test('pages are as fresh as their category, its branch and the tree', async () => {
    const { get, write } = await open(engine);
    const pages = [
      ...['/product?category=tea', '/product?category=green', '/product?category=oolong'],
      ...['/product/info/new', '/product'],
    ];
    const isStored = async (path: string) => (await get(path)).headers['server-timing'] === 'store;desc=hit';
    const changes: [change: string, stale: string[]][] = [
      [`update categories set summary = '新的' where id = 'tea'`, ['/product?category=tea']],
      [`update categories set name = '青茶' where id = 'oolong'`, pages],
      [`update categories set parent_id = 'green' where id = 'oolong'`, pages],
      [`update products set summary = '新的' where id = 'pot'`, ['/product']],
      [`delete from category_pins`, ['/product?category=oolong', '/product/info/new']],
    ];
    for (const [change, stale] of changes) {
      for (const path of pages) await expect.poll(() => isStored(path), { message: path }).toBe(true);
      await write(change);
      const made = [];
      for (const path of pages) if (!(await isStored(path))) made.push(path);
      expect(made, change).toEqual(stale);
    }
  });

  test('an old address of a category leads to the new one in one hop, with its feed and its payload', async () => {
    const { signIn, moved, get, services } = await open(engine);
    const admin = await signIn('admin');
    const renamed = await admin.send(
      await admin.get('/edit/categories/oolong/rename'),
      { id: '青茶' },
      { value: 'rename' },
    );
    expect(renamed.status).toBe(303);
    await newsHasCome(services);
    expect(await moved('/product?category=oolong')).toBe('/product?category=青茶');
    expect(await moved('/product?category=oolong&sort=price-asc&page=2')).toBe(
      '/product?category=青茶&sort=price-asc&page=2',
    );
    expect(await moved('/?category=oolong')).toBe('/product?category=青茶');
    expect(await moved('/product/_payload.json?category=oolong')).toBe(
      '/product/_payload.json?category=青茶',
    );
    expect(await moved('/product/feed.xml?category=oolong')).toBe('/product/feed.xml?category=青茶');
    expect((await get('/product?category=青茶')).status).toBe(200);
    expect((await get('/product?category=青茶&page=9')).status).toBe(404);
    const product = await services.db.read
      .selectFrom('products')
      .select('category')
      .where('id', '=', 'new')
      .execute();
    expect(product).toEqual([{ category: '青茶' }]);
  });

  test('a category is removed when nothing is in it, and leads to the one that it was merged with', async () => {
    const { signIn, moved, write, services } = await open(engine);
    const admin = await signIn('admin');
    const remove = async (id: string, fields: Record<string, string>) =>
      admin.send(await admin.get(`/edit/categories/${id}/remove`), fields, { value: 'remove' });
    expect((await remove('tea', {})).status).not.toBe(303);
    expect((await remove('oolong', {})).status).not.toBe(303);
    await write(`update products set category = 'green' where category = 'oolong'`);
    const merged = await remove('oolong', { address: 'leads', to: '/product?category=green' });
    expect(merged.status).toBe(303);
    await newsHasCome(services);
    expect(await moved('/product?category=oolong')).toBe('/product?category=green');
    expect(await moved('/product/feed.json?category=oolong')).toBe('/product/feed.json?category=green');
  });

  test('an admin lets the address of a text lead elsewhere, and of nothing that is there', async () => {
    const { signIn, moved, write, services } = await open(engine);
    const admin = await signIn('admin');
    const add = async (from: string, to: string) => {
      const { status } = await admin.send(
        await admin.get('/edit/redirects'),
        { from, to, address: 'leads' },
        { value: 'add' },
      );
      await newsHasCome(services);
      return status;
    };
    expect(await add('/product?category=茶器', '/product?category=tea')).toBe(422);
    expect(await add('/product?category=old&sort=newest', '/product')).toBe(422);
    expect(await add('/product?category=old', '/product?category=茶器')).toBe(303);
    expect(await moved('/product?category=old')).toBe('/product?category=茶器');
    await write(`update products set category = '陶' where id = 'pot'`);
    expect(await add('/product?category=茶器', '/product?category=陶')).toBe(303);
    expect(await moved('/product?category=茶器')).toBe('/product?category=陶');
    expect(await add('/product?category=away', '/product')).toBe(303);
    expect(await moved('/product?category=away')).toBe('/product');
  });

  test('a search in a category finds its branch, by the names above a product too', async () => {
    const { get, write, services } = await open(engine);
    const found = async (path: string) =>
      [...(await get(path)).text.matchAll(/href="\/product\/info\/(\w+)"/g)].map(([, id]) => id).toSorted();
    expect(await found('/search?q=茶&kind=products&category=tea')).toEqual(['deep', 'hidden', 'new', 'old']);
    expect(await found('/search?q=烏龍&kind=products')).toEqual(['new', 'old']);
    expect(await found('/search?q=祕密&kind=products&category=gifts')).toEqual([]);
    expect((await get('/search?q=烏龍')).text).toContain('href="/product?category=oolong"');
    await write(`update categories set name = '青茶' where id = 'oolong'`);
    const marks = await services.db.read.selectFrom('search_dirty').select(['kind', 'ref']).execute();
    expect(marks.map(({ kind, ref }) => `${kind}/${ref}`).toSorted()).toEqual([
      ...['categories/oolong', 'products/new', 'products/old'],
    ]);
  });

  test('sitemap, llms.txt and the data of a product follow the tree', async () => {
    const { get } = await open(engine);
    const categories = (await get('/sitemaps/categories-1.xml')).text;
    expect(categories).toContain('https://tea.example/product?category=oolong');
    expect(categories).not.toContain('secret');
    const lists = (await get('/sitemaps/lists-1.xml')).text;
    expect(lists).toContain(`/product?category=${encodeURIComponent('茶器')}`);
    expect(lists).not.toContain('category=oolong');
    expect((await get('/llms.txt')).text).toContain('[烏龍茶](https://tea.example/product?category=oolong)');
    expect((await get('/product/info/new')).text).toContain('"category":"烏龍茶"');
    // A hidden category is not named: the product is in the one above it.
    expect((await get('/product/info/hidden')).text).not.toContain('祕密"');
  });
});
