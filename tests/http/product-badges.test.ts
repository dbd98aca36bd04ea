import request from 'supertest';
import { expect, test } from 'vitest';
import { aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { aClockAt, openSite, type TestSite } from '../helpers/site.ts';

const files: Files = {
  'products/new.md': aProduct({ name: '新壺', publishedAt: '2026-11-01T08:00:00+08:00', badges: ['限量'] }),
  'products/old.md': aProduct({
    name: '舊壺',
    ...{ publishedAt: '2026-01-01T00:00:00Z', salePrice: 500, salePriceUntil: '2026-12-02T00:00:00Z' },
  }),
};

/** Words on the card of each product in the list, and on its page. */
async function badgesOf({ app }: TestSite) {
  const words = (html: string) =>
    Array.from(
      html.matchAll(/<span class="inline-block text-primary">([^<]*)/g),
      ([, word = '']) => word,
    ).join(' ');
  const { text } = await request(app).get('/product').set('Accept', 'text/html').expect(200);
  const cards = text.split('<li class="card">').slice(1);
  const pages = await Promise.all(
    ['new', 'old'].map((id) => request(app).get(`/product/info/${id}`).expect(200)),
  );
  return [
    ...['新壺', '舊壺'].map((name) => words(cards.find((card) => card.includes(name)) ?? '')),
    ...pages.map((page) => words(page.text.split('id="related"', 1)[0] ?? '')),
  ];
}

test.for(engines)('a product is new and on sale up to the moment, without a write, on %s', async (engine) => {
  const clock = aClockAt('2026-11-30T23:59:59.998Z');
  const site = await openSite({ engine, files, clock });
  const both = ['新品 限量', '特價', '新品 限量', '特價'];
  expect(await badgesOf(site)).toEqual(both);
  // The stored pages too.
  expect(await badgesOf(site)).toEqual(both);
  clock.set('2026-12-01T00:00:00.000Z');
  expect(await badgesOf(site)).toEqual(['限量', '特價', '限量', '特價']);
  clock.set('2026-12-02T00:00:00.000Z');
  expect(await badgesOf(site)).toEqual(['限量', '', '限量', '']);
});

test('the settings say for how many days a product is new, and 0 is never', async () => {
  const clock = aClockAt('2026-11-03T23:59:59Z');
  const site = await openSite({ files: { ...files, 'site.yaml': 'name: 測試誌\nnewDays: 3\n' }, clock });
  expect((await badgesOf(site))[0]).toBe('新品 限量');
  clock.set('2026-11-04T00:00:00Z');
  expect((await badgesOf(site))[0]).toBe('限量');
  await site.import({ 'site.yaml': 'name: 測試誌\n' });
  expect((await badgesOf(site))[0]).toBe('新品 限量');
  await site.import({ 'site.yaml': 'name: 測試誌\nnewDays: 0\n' });
  expect((await badgesOf(site))[0]).toBe('限量');
  await expect(site.import({ 'site.yaml': 'name: 測試誌\nnewDays: 400\n' })).rejects.toThrow();
});
