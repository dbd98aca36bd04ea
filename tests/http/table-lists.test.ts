import request from 'supertest';
import { expect, test } from 'vitest';
import type { PayloadBody } from '#shared/payload/route-payloads.ts';
import { aCategory, aDrawing, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { openSite, type TestSite } from '../helpers/site.ts';

const part = (name: string, fields: Record<string, unknown>) =>
  aProduct({ name, category: 'parts', price: 3, ...fields });

const files: Files = {
  'site.yaml': 'name: 測試誌\n',
  'categories/parts.md': aCategory({
    ...{ name: '零件', view: 'table', filters: ['阻值'] },
    columns: ['brand', '阻值', '長', '封裝'],
  }),
  'products/a.md': part('甲電阻', {
    ...{ sku: 'R-1', brand: '微光', publishedAt: '2026-01-03T00:00:00Z' },
    specs: { 阻值: '10 kΩ', 尺寸: { 長: ['2 公釐', '3 公釐'] }, 無關: '是' },
  }),
  'products/b.md': part('乙電阻', {
    ...{ price: 1280, availability: 'sold_out', specs: { 阻值: '100 Ω', 封裝: '不算' } },
    publishedAt: '2026-01-02T00:00:00Z',
    options: [{ name: '封裝', values: ['0402', '0603', '0805'] }],
    variants: [
      { id: 'b', options: { 封裝: '0805' } },
      { id: 'a', options: { 封裝: '0402' } },
    ],
  }),
  'products/c.md': part('丙座', {
    price: 0,
    publishedAt: '2026-01-01T00:00:00Z',
    availability: 'sold_out',
  }),
};

const html = { Accept: 'text/html' };
const address = '/product?category=parts';

async function read({ app }: Pick<TestSite, 'app'>, path: string, status = 200): Promise<string> {
  const { text } = await request(app).get(path).set(html).expect(status);
  return /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? '';
}

/** Texts of the cells in each row of the page's table, the head among them. */
function rowsIn(page: string): string[][] {
  return [...page.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) =>
      cell
        .replaceAll(/<[^>]+>/g, ' ')
        .trim()
        .replaceAll(/\s+/g, ' '),
    ),
  );
}

async function payloadOf({ app }: Pick<TestSite, 'app'>, path: string) {
  const { data }: PayloadBody = (await request(app).get(path).expect(200)).body;
  return data;
}

test('a category with a table lists each product with its number, the columns, price and availability', async () => {
  const page = await read(await openSite({ files }), address);
  expect(rowsIn(page)).toEqual([
    ['名稱', '貨號', '品牌', '阻值', '長', '封裝', '價格', '供應狀況'],
    ['甲電阻', 'R-1 複製', '微光', '10 kΩ', '2 公釐、3 公釐', '', 'NT$3', '有現貨'],
    // An option says of each variant what a spec of its name says of all.
    ['乙電阻', '', '', '100 Ω', '', '0402、0805', 'NT$1,280', '已售完'],
    ['丙座', '', '', '', '', '', '免費', '已售完'],
  ]);
  expect(page).toMatch(/<button [^>]*aria-label="複製貨號 R-1"/);
  expect(page).not.toContain('class="card"');
  expect(page).toContain('<th scope="row"><a href="/product/info/a"');
  expect(page, 'numbers stand below each other').toMatch(/<th scope="col" class="text-end">阻值</);
  expect(page).toMatch(/<th scope="col">封裝</);
});

test('a table has pictures where one of its products has one', async () => {
  const site = await openSite({ files });
  expect(await read(site, address)).not.toContain('<img');
  await site.import({
    'media/a.svg': aDrawing,
    'products/a.md': part('甲電阻', { images: [{ src: 'media/a.svg', alt: '電阻' }] }),
  });
  await newsHasCome(site.services);
  const page = await read(site, address);
  expect(rowsIn(page)[0]?.[0], 'a head without words').toBe('');
  expect(page.match(/<img/g)).toHaveLength(1);
});

test('orders, filters and pages of a table are those of cards', async () => {
  const more = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`products/p${i}.md`, part(`電阻 ${i}`, { price: 5 })]),
  );
  const site = await openSite({ files: { ...files, ...more } });
  const names = async (query: string) =>
    rowsIn(await read(site, address + query))
      .slice(1)
      .map(([name]) => name);
  expect((await names('&sort=price-desc'))[0]).toBe('乙電阻');
  expect(await names('&page=2')).toHaveLength(33 - 24);
  expect(await names(`&f=${encodeURIComponent('阻值:10 kΩ')}`)).toEqual(['甲電阻']);
  const response = await request(site.app)
    .get(`${address}&f=${encodeURIComponent('阻值:10 kΩ')}`)
    .set(html);
  expect(response.text).toContain('<meta name="robots" content="noindex"/>');
  const nothing = await read(site, `${address}&f=${encodeURIComponent('阻值:1 Ω')}`, 404);
  expect(nothing).toContain('沒有符合這些篩選的商品。');
  expect(nothing).not.toContain('<table');
});

test('the data of a table has its cards too, for pages that were opened before there were tables', async () => {
  const site = await openSite({ files });
  const { product } = await payloadOf(site, '/product/_payload.json?category=parts');
  expect(product?.items.map(({ name, summary }) => [name, summary])).toEqual([
    ['甲電阻', ''],
    ['乙電阻', ''],
    ['丙座', ''],
  ]);
  expect(product?.table?.rows[0]).toEqual({ sku: 'R-1', values: ['微光', '10 kΩ', '2 公釐、3 公釐', ''] });
});

test('lists of cards have no table: of all products, of other categories, and on the front page', async () => {
  const site = await openSite({
    files: {
      ...files,
      'categories/other.md': aCategory({ columns: ['阻值'] }),
      'products/d.md': aProduct({ category: 'other' }),
    },
  });
  for (const path of [
    '',
    '?category=other',
    '?category=other&availability=in_stock',
    '?brand=%E5%BE%AE%E5%85%89',
  ]) {
    const { product } = await payloadOf(site, `/product/_payload.json${path}`);
    expect([path, product?.total !== 0, product?.table]).toEqual([path, true, undefined]);
  }
  const { index } = await payloadOf(site, '/_payload.json?category=parts');
  expect([index?.total, index?.table]).toEqual([3, undefined]);
  expect(await read(site, '/?category=parts')).toContain('class="card"');
});

test.for(engines)('a kept table follows each write on %s', async (engine) => {
  const site = await openSite({ engine, files });
  const cells = async () => rowsIn(await read(site, address)).map((row) => row.join('|'));
  expect((await cells())[1]).toBe('甲電阻|R-1 複製|微光|10 kΩ|2 公釐、3 公釐||NT$3|有現貨');
  // Filters say nothing of numbers.
  const numbered = String(files['products/a.md']).replace('R-1', 'R-2');
  await site.import({ 'products/a.md': numbered });
  await newsHasCome(site.services);
  expect(await cells()).toContain('甲電阻|R-2 複製|微光|10 kΩ|2 公釐、3 公釐||NT$3|有現貨');
  await site.import({ 'products/a.md': numbered.replace('10 kΩ', '12 kΩ') });
  await newsHasCome(site.services);
  expect(await cells()).toContain('甲電阻|R-2 複製|微光|12 kΩ|2 公釐、3 公釐||NT$3|有現貨');
  await site.import({ 'categories/parts.md': aCategory({ name: '零件', view: 'table', columns: ['長'] }) });
  await newsHasCome(site.services);
  expect((await cells())[0]).toBe('名稱|貨號|長|價格|供應狀況');
  await site.import({ 'categories/parts.md': aCategory({ name: '零件', columns: ['長'] }) });
  await newsHasCome(site.services);
  expect(await cells()).toEqual([]);
});
