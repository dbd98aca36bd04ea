import request from 'supertest';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { PayloadBody } from '#shared/payload/route-payloads.ts';
import { aCategory, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { openSite, type TestSite } from '../helpers/site.ts';
import { markOf } from '../helpers/stored-pages.ts';

const tea = (name: string, specs: Record<string, string>, more: Record<string, unknown> = {}) =>
  aProduct({ name, category: 'oolong', specs, ...more });

const files: Files = {
  'site.yaml': 'name: 測試誌\n',
  'categories/tea.md': aCategory({ name: '茶', filters: ['產地', '容量'] }),
  'categories/oolong.md': aCategory({ name: '烏龍', parent: 'tea' }),
  'products/a.md': tea('甲茶', { 產地: '坪林', 容量: '150 g', 無關: '是' }, { price: 300 }),
  'products/b.md': tea('乙茶', { 產地: '坪林', 容量: '75 g' }, { price: 1280 }),
  'products/c.md': tea('丙茶', { 產地: '名間', 容量: '1 kg' }, { availability: 'sold_out', price: 900 }),
  'products/d.md': aProduct({ name: '壺', category: '茶器', specs: { 產地: '坪林' } }),
};

const html = { Accept: 'text/html' };
const list = (query: string) => `/product?category=tea&${query}`;
const f = (name: string, value: string) => `f=${encodeURIComponent(`${name}:${value}`)}`;
const pageOf = async ({ app }: Pick<TestSite, 'app'>, address: string, status = 200) =>
  (await request(app).get(address).set(html).expect(status)).text;
const mainOf = (text: string) => /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? '';
/** Names of the listed products, in their order. */
const namesIn = (text: string) => [...mainOf(text).matchAll(/<h2><a [^>]*>([^<]+)/g)].map(([, name]) => name);

async function facetsOf({ app }: Pick<TestSite, 'app'>, query: string) {
  const { body } = await request(app).get(`/product/_payload.json?${query}`).expect(200);
  const { data }: PayloadBody = body;
  return Object.fromEntries(
    (data.product?.facets?.offered ?? []).map(({ parameter, name, values }) => [
      name || parameter,
      values.map(({ value, count }) => `${value} ${count}`),
    ]),
  );
}

test('a category offers the facets that it names, with the number of its products for each value', async () => {
  const site = await openSite({ files });
  expect(await facetsOf(site, 'category=tea')).toEqual({
    產地: ['坪林 2', '名間 1'],
    // Begins with numbers, so by their size.
    容量: ['75 g 1', '150 g 1', '1 kg 1'],
    availability: ['in_stock 2', 'sold_out 1'],
  });
  expect(await facetsOf(site, 'category=oolong')).toEqual({});
  expect(mainOf(await pageOf(site, '/product?category=tea'))).toContain(
    '<input type="checkbox" name="f" value="產地:坪林"/>',
  );
});

test('values of a facet widen the list, facets narrow it, and each facet is counted without its own choice', async () => {
  const site = await openSite({ files });
  const page = await pageOf(site, list(f('產地', '坪林')));
  expect(namesIn(page).toSorted()).toEqual(['乙茶', '甲茶']);
  expect(await facetsOf(site, `category=tea&${f('產地', '坪林')}`)).toMatchObject({
    產地: ['坪林 2', '名間 1'],
    容量: ['75 g 1', '150 g 1'],
  });
  expect(namesIn(await pageOf(site, list(`${f('產地', '坪林')}&${f('容量', '75 g')}`)))).toEqual(['乙茶']);
  const both = await pageOf(site, list(`${f('產地', '名間')}&${f('產地', '坪林')}&sort=price-asc`));
  expect(namesIn(both)).toEqual(['甲茶', '丙茶', '乙茶']);
  expect(namesIn(await pageOf(site, list('availability=sold_out')))).toEqual(['丙茶']);
  expect(namesIn(await pageOf(site, list('min=300&max=900&sort=price-desc')))).toEqual(['丙茶', '甲茶']);
});

test('a filtered list is for people: not to be found, not to be followed, and never kept', async () => {
  const site = await openSite({ files });
  const address = list(f('產地', '坪林'));
  for (let i = 0; i < 2; i += 1) {
    const response = await request(site.app).get(address).set(html).expect(200);
    expect(markOf(response)).toBe('miss');
    expect(response.headers['cache-control']).toBe('private, no-cache');
    expect(response.text).toContain('<meta name="robots" content="noindex"/>');
    expect(response.text).not.toContain('rel="canonical"');
    const links = [...mainOf(response.text).matchAll(/<a [^>]*href="[^"]*[?;](?:f|min|brand)=[^>]*>/g)].map(
      ([link]) => link,
    );
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) expect(link).toContain('rel="nofollow"');
  }
  const robots = (await request(site.app).get('/robots.txt')).text;
  for (const name of ['brand', 'availability', 'min', 'max', 'f'])
    expect(robots).toContain(`Disallow: /product?*${name}=\n`);
});

const respelled: [what: string, query: string, right: string][] = [
  [
    'facets in another order',
    `${f('容量', '75 g')}&${f('產地', '坪林')}`,
    `${f('產地', '坪林')}&${f('容量', '75 g')}`,
  ],
  [
    'values in another order',
    `${f('產地', '坪林')}&${f('產地', '名間')}`,
    `${f('產地', '名間')}&${f('產地', '坪林')}`,
  ],
  ['parameters in another order', `sort=newest&${f('產地', '坪林')}`, `${f('產地', '坪林')}&sort=newest`],
  ['empty prices of a form', `min=&max=&${f('產地', '坪林')}`, f('產地', '坪林')],
  ['what goes without saying', `${f('產地', '坪林')}&sort=recommended&page=1`, f('產地', '坪林')],
  ['prices as people type them', `min=NT%241%2C280&max=%EF%BC%93%EF%BC%90%EF%BC%90`, 'min=300&max=1280'],
];

test.for(respelled)('%s lead to the one address of the list', async ([, query, right]) => {
  const site = await openSite({ files });
  const { headers } = await request(site.app).get(list(query)).set(html).expect(308);
  expect(headers['location']).toBe(list(right));
  const payload = await request(site.app).get(`/product/_payload.json?category=tea&${query}`).expect(308);
  expect(payload.headers['location']).toBe(`/product/_payload.json?category=tea&${right}`);
  expect(namesIn(await pageOf(site, list(right)))).not.toEqual([]);
});

const meaningless: [what: string, query: string][] = [
  ['a value without a name', 'f=%E5%9D%AA%E6%9E%97'],
  ['an empty value', 'f='],
  ['a value twice', `${f('產地', '坪林')}&${f('產地', '坪林')}`],
  ['more values than a form may send', Array.from({ length: 21 }, (_, i) => `f=a:${i}`).join('&')],
  ['more facets than a category has', Array.from({ length: 13 }, (_, i) => `f=a${i}:1`).join('&')],
  ['control characters', 'f=%E7%94%A2%E5%9C%B0:%00'],
  ['an availability that there is not', 'availability=tomorrow'],
];

test.for(meaningless)('%s is 404, for which no products are counted', async ([, query]) => {
  const site = await openSite({ files });
  const ask = vi.spyOn(site.services.facets, 'ask');
  await pageOf(site, list(query), 404);
  expect(ask).not.toHaveBeenCalled();
});

test('a page past the end is 404', async () => {
  const site = await openSite({ files });
  await pageOf(site, list(`${f('產地', '坪林')}&page=2`), 404);
});

test('a thousand values are refused by the length of the address', async () => {
  const site = await openSite({ files });
  await pageOf(site, list(Array.from({ length: 1000 }, (_, i) => `f=a:${i}`).join('&')), 414);
});

const nothing: [what: string, query: string][] = [
  ['a facet that the category does not have', f('無關', '是')],
  ['a value that nothing has', f('產地', '火星')],
  ['a combination that nothing has', `${f('產地', '名間')}&${f('容量', '75 g')}`],
];

test.for(nothing)('%s is 404, with the filters that lead somewhere', async ([, query]) => {
  const site = await openSite({ files });
  const page = await pageOf(site, list(query), 404);
  expect(mainOf(page)).toContain('沒有符合這些篩選的商品。');
  expect(mainOf(page)).toContain('aria-label="已套用的篩選"');
});

test('a price that cannot be read is said, and stays as it was typed', async () => {
  const site = await openSite({ files });
  const page = mainOf(await pageOf(site, list('min=1280%E5%85%83%E8%B5%B7')));
  expect(page).toContain('看不懂價格「1280元起」');
  expect(page).toMatch(/<input [^>]*aria-invalid="true"[^>]*value="1280元起"/);
  expect(page).toContain('aria-describedby="unread-prices"');
  expect(page).toContain('<div id="unread-prices"');
  expect(namesIn(page)).toHaveLength(3);
});

const shirts: Files = {
  'site.yaml': 'name: 測試誌\n',
  'categories/shirts.md': aCategory({ name: '上衣', filters: ['brand', '顏色', '尺寸'] }),
  'products/tee.md': aProduct({
    ...{ name: 'T 恤', category: 'shirts', brand: '青葉', price: 500, specs: { 顏色: '不算' } },
    options: [
      { name: '顏色', values: ['紅', '藍'] },
      { name: '尺寸', values: ['S', 'L'] },
    ],
    variants: [
      { id: 'red-s', options: { 顏色: '紅', 尺寸: 'S' } },
      { id: 'blue-s', options: { 顏色: '藍', 尺寸: 'S' } },
      { id: 'blue-l', options: { 顏色: '藍', 尺寸: 'L' }, availability: 'sold_out' },
    ],
  }),
  'products/polo.md': aProduct({ name: 'Polo 衫', category: 'shirts', brand: '山谷', specs: { 顏色: '紅' } }),
};

test('brands and options are facets, and choices hold for one variant together', async () => {
  const site = await openSite({ files: shirts });
  expect(await facetsOf(site, 'category=shirts')).toEqual({
    brand: ['山谷 1', '青葉 1'],
    availability: ['in_stock 2', 'sold_out 1'],
    顏色: ['紅 2', '藍 1'],
    尺寸: ['L 1', 'S 1'],
  });
  const shirtsBy = (query: string) => `/product?category=shirts&${query}`;
  expect(namesIn(await pageOf(site, shirtsBy(f('顏色', '藍'))))).toEqual(['T 恤']);
  await pageOf(site, shirtsBy(`${f('顏色', '紅')}&${f('尺寸', 'L')}`), 404);
  await pageOf(site, shirtsBy(`availability=in_stock&${f('尺寸', 'L')}`), 404);
  expect(namesIn(await pageOf(site, shirtsBy(`brand=${encodeURIComponent('山谷')}`)))).toEqual(['Polo 衫']);
});

test('the list of a brand is open in any category, and in none', async () => {
  const site = await openSite({ files: shirts });
  const page = await pageOf(site, `/product?brand=${encodeURIComponent('青葉')}`);
  expect(namesIn(page)).toEqual(['T 恤']);
  expect(mainOf(page)).toContain('aria-label="取消「品牌：青葉」"');
});

test('no filter is known of a text that no category has', async () => {
  const site = await openSite({ files });
  expect(await facetsOf(site, `category=${encodeURIComponent('茶器')}`)).toEqual({});
});

test('a category whose filters an operator has written as no list stops the lists of no other', async () => {
  const site = await openSite({ files });
  const { db } = site.services;
  await db.write.updateTable('categories').set({ filters: 'none' }).where('id', '=', 'oolong').execute();
  await newsHasCome(site.services);
  expect(namesIn(await pageOf(site, list(f('產地', '名間'))))).toEqual(['丙茶']);
  expect(await facetsOf(site, 'category=oolong')).toEqual({});
});

test.for(engines)('numbers on a kept list follow each write on %s', async (engine) => {
  // More than a page: the product that changes is not among the shown ones.
  const others = Array.from({ length: 30 }, (_, i) => [
    `products/more-${i}.md`,
    tea(`茶 ${i}`, { 產地: '鹿谷' }),
  ]);
  const site = await openSite({ engine, files: { ...files, ...Object.fromEntries(others) } });
  const [address, query] = ['/product?category=tea', 'category=tea'];
  await pageOf(site, address);
  expect(await facetsOf(site, query)).toMatchObject({ 容量: ['75 g 1', '150 g 1', '1 kg 1'] });
  await site.import({
    'products/c.md': tea('丙茶', { 產地: '坪林' }, { availability: 'sold_out', price: 900 }),
  });
  await newsHasCome(site.services);
  expect(await facetsOf(site, query)).toMatchObject({ 容量: ['75 g 1', '150 g 1'] });
  await site.import({ 'categories/oolong.md': aCategory({ name: '烏龍' }) });
  await newsHasCome(site.services);
  expect(await facetsOf(site, query)).toEqual({});
  await site.import({ 'categories/oolong.md': aCategory({ name: '烏龍', filters: ['產地', '容量'] }) });
  await newsHasCome(site.services);
  expect(await facetsOf(site, 'category=oolong')).toMatchObject({ 容量: ['75 g 1', '150 g 1'] });
});

test('a list waits a moment for its filters, is shown without them then, and is not kept so', async () => {
  const site = await openSite({ files });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = Promise.withResolvers<void>();
  const ask = vi.spyOn(site.services.facets, 'ask').mockImplementationOnce(() => {
    asked.resolve();
    return new Promise<never>(() => {});
  });
  const answer = pageOf(site, '/product?category=tea');
  await asked.promise;
  await vi.advanceTimersByTimeAsync(1_500);
  const page = await answer;
  expect(namesIn(page)).toHaveLength(3);
  expect(page).not.toContain('name="f"');
  ask.mockRestore();
  expect(await pageOf(site, '/product?category=tea')).toContain('name="f"');
});

test('a filtered list waits as long as a page may take', async () => {
  const site = await openSite({ files });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { ask } = site.services.facets;
  const [asked, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  vi.spyOn(site.services.facets, 'ask').mockImplementationOnce(async (question) => {
    asked.resolve();
    await read.promise;
    return ask(question);
  });
  const answer = pageOf(site, list(f('產地', '名間')));
  await asked.promise;
  await vi.advanceTimersByTimeAsync(9_000);
  read.resolve();
  expect(namesIn(await answer)).toEqual(['丙茶']);
});
