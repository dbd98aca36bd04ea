import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { availabilities, isForSale, plainAvailability } from '#shared/kinds/availabilities.ts';
import type { PayloadBody } from '#shared/payload/route-payloads.ts';
import { aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { thingsOf } from '../helpers/page-description.ts';
import { openSite, type TestSite } from '../helpers/site.ts';

const files: Files = {
  'site.yaml': 'name: 測試誌\nfooter:\n  email: hello@example.com\n',
  'products/numbered.md': aProduct({ name: '蓋碗', sku: 'QY-120 <a>' }),
  'products/plain.md': aProduct({ name: '壺', category: '茶器' }),
  'products/unpriced.md': aProduct({ name: '老茶 & 壺', price: undefined, sku: 'OLD-1' }).replace(
    'price: undefined\n',
    '',
  ),
};

const get = async ({ app }: Pick<TestSite, 'app'>, address: string) =>
  (await request(app).get(address).set('Accept', 'text/html').expect(200)).text;
const mainOf = (html: string) => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';

test('the number of a product stands on its page, and none is made up', async () => {
  const site = await openSite({ files });
  const numbered = await get(site, '/product/info/numbered');
  expect(mainOf(numbered)).toMatch(/>貨號<\/span><span class="select-all">QY-120 &lt;a&gt;<\/span>/);
  expect(thingsOf(numbered)[0]).toMatchObject({ sku: 'QY-120 <a>' });
  const plain = await get(site, '/product/info/plain');
  expect(mainOf(plain)).not.toContain('貨號');
  expect(thingsOf(plain)[0]).toMatchObject({ '@type': 'Product', name: '壺' });
  expect(thingsOf(plain)[0]).not.toHaveProperty('sku');
});

test('a product without a price offers to ask, where the site has an address', async () => {
  const site = await openSite({ files });
  const asked = mainOf(await get(site, '/product/info/unpriced'));
  const subject = encodeURIComponent('詢問：老茶 & 壺（OLD-1）');
  expect(asked).toContain(`href="mailto:hello@example.com?subject=${subject}"`);
  expect(asked).toContain('寫信詢問');
  expect(mainOf(await get(site, '/product/info/plain'))).not.toContain('mailto:');
  await site.import({ 'site.yaml': 'name: 測試誌\n' });
  await newsHasCome(site.services);
  const without = mainOf(await get(site, '/product/info/unpriced'));
  expect(without).toContain('價格洽詢');
  expect(without).not.toMatch(/mailto:|詢問/);
});

test('a list in another order is not to be found, and its plain one is', async () => {
  const site = await openSite({ files, env: { PUBLIC_URL: 'https://tea.example' } });
  const headOf = async (address: string) => {
    const html = await get(site, address);
    return [
      / name="robots" content="([^"]*)"/.exec(html)?.[1],
      / rel="canonical" href="([^"]*)"/.exec(html)?.[1],
      / property="og:url" content="([^"]*)"/.exec(html)?.[1],
    ];
  };
  const plain = 'https://tea.example/product?category=%E8%8C%B6%E5%99%A8';
  expect(await headOf('/product?category=茶器')).toEqual([undefined, plain, plain]);
  for (const sort of ['newest', 'price-asc', 'price-desc'])
    expect(await headOf(`/product?category=茶器&sort=${sort}`)).toEqual(['noindex', undefined, plain]);
});

describe.for(engines)('on %s', (engine) => {
  test('what cannot be bought comes last among related products, as soon as it cannot', async () => {
    const dated = (day: number, more = {}) =>
      aProduct({ name: `茶${day}`, publishedAt: `2026-01-0${day}T08:00:00+08:00`, ...more });
    const site = await openSite({
      engine,
      files: {
        'products/p1.md': dated(1),
        'products/p2.md': dated(2, { availability: 'preorder' }),
        'products/p3.md': dated(3, { availability: 'discontinued' }),
        'products/p4.md': dated(4, { availability: 'sold_out' }),
        'products/p5.md': dated(5),
        'products/p6.md': dated(6, { availability: 'sold_out' }),
        'products/p7.md': dated(7),
      },
    });
    const related = async () => {
      const { body }: { body: PayloadBody } = await request(site.app).get('/product/info/p7/_payload.json');
      return body.data['product-info-product_id']?.related.map(({ id }) => id);
    };
    expect(await related()).toEqual(['p5', 'p2', 'p1', 'p6']);
    expect(await related()).toEqual(['p5', 'p2', 'p1', 'p6']);
    // A number that does not stand there.
    await site.import({ 'products/p4.md': dated(4) });
    await newsHasCome(site.services);
    expect(await related()).toEqual(['p5', 'p4', 'p2', 'p1']);
    await site.import({ 'products/p5.md': dated(5, { availability: 'sold_out' }) });
    await newsHasCome(site.services);
    expect(await related()).toEqual(['p4', 'p2', 'p1', 'p6']);
  });

  test('a list begins with what can be had, the newest first, and follows at once', async () => {
    const dated = (day: number, more = {}) =>
      aProduct({ publishedAt: `2026-01-0${day}T08:00:00+08:00`, ...more });
    const site = await openSite({
      engine,
      files: {
        'products/p1.md': dated(1, { availability: 'preorder' }),
        'products/p2.md': dated(2),
        'products/p3.md': dated(3, { availability: 'discontinued', category: '茶器' }),
        'products/p4.md': dated(4, { availability: 'sold_out' }),
      },
    });
    const idsAt = async (address: string) => {
      const { body }: { body: PayloadBody } = await request(site.app).get(address);
      const list = body.data.product ?? body.data.index;
      return list?.items.map(({ id }) => id);
    };
    const all = '/product/_payload.json';
    const category = `${all}?category=${encodeURIComponent('茶葉')}`;
    const newest = `${all}?sort=newest`;
    expect(await idsAt(all)).toEqual(['p2', 'p1', 'p4', 'p3']);
    expect(await idsAt('/_payload.json')).toEqual(['p2', 'p1', 'p4', 'p3']);
    expect(await idsAt(category)).toEqual(['p2', 'p1', 'p4']);
    expect(await idsAt(newest)).toEqual(['p4', 'p3', 'p2', 'p1']);
    await site.import({ 'products/p2.md': dated(2, { availability: 'sold_out' }) });
    await newsHasCome(site.services);
    expect(await idsAt(all)).toEqual(['p1', 'p4', 'p3', 'p2']);
    expect(await idsAt(category)).toEqual(['p1', 'p4', 'p2']);
    expect(await idsAt(newest)).toEqual(['p4', 'p3', 'p2', 'p1']);
  });

  test('every writer keeps the key of what can be had', async () => {
    const site = await openSite({ engine, files: { 'products/p.md': aProduct() } });
    const { write } = site.services.db;
    const key = async (id: string) => {
      const query = write.selectFrom('products').select('stock_key').where('id', '=', id);
      return (await query.executeTakeFirstOrThrow()).stock_key;
    };
    for (const availability of availabilities) {
      const expected = isForSale(availability) ? 1 : 0;
      await write
        .updateTable('products')
        .set({ availability: plainAvailability(availability) })
        .execute();
      expect(await key('p'), availability).toBe(expected);
      await site.import({
        'products/p.md': aProduct({ availability }),
        'products/q.md': aProduct({ availability }),
      });
      expect([await key('p'), await key('q')], availability).toEqual([expected, expected]);
    }
  });
});
