import request from 'supertest';
import { expect, test } from 'vitest';
import { anArticle, anAuthor, aProduct } from '../helpers/content.ts';
import { aClockAt, openSite } from '../helpers/site.ts';

const files = {
  'authors/lin.md': anAuthor(),
  'products/tea.md': aProduct(),
  'articles/one.md': anArticle({
    title: '第一篇',
    publishedAt: '2026-01-01T08:00:00+08:00',
    products: ['tea'],
  }),
  'articles/two.md': anArticle({ title: '第二篇', publishedAt: '2026-01-02T08:00:00+08:00' }),
  'articles/three.md': anArticle({ title: '第三篇', publishedAt: '2026-01-03T08:00:00+08:00' }),
  'articles/draft.md': anArticle({ publishedAt: '2026-01-02T12:00:00+08:00', status: 'draft' }),
  'articles/coming.md': anArticle({ publishedAt: '2026-01-03T12:00:00+08:00' }),
};

const addresses = ['/articles', '/articles/two', '/author/lin', '/product/info/tea'];

test('a page says how long ago its articles are, as it is when it is asked, and the same until that changes', async () => {
  const clock = aClockAt('2026-01-03T02:00:00.000Z');
  const { app } = await openSite({ files, clock });
  const textOf = async (address: string) => (await request(app).get(address)).text;
  const before = await Promise.all(addresses.map(textOf));
  for (const [index, text] of before.entries())
    expect
      .soft(text, addresses[index])
      .toMatch(/<time dateTime="[^"]+" title="2026年1月[12]日 08:00">[12] 天前</);
  clock.set('2026-01-03T02:29:59.999Z');
  expect(await Promise.all(addresses.map(textOf))).toEqual(before);
  expect(await textOf('/articles')).toContain('>2 小時前<');
  clock.set('2026-01-03T02:30:00.000Z');
  expect(await textOf('/articles')).toContain('>3 小時前<');
  clock.set('2026-01-03T11:59:59.999Z');
  expect(await textOf('/articles/two')).toContain('>1 天前<');
  clock.set('2026-01-03T12:00:00.000Z');
  expect(await textOf('/articles/two')).toContain('>2 天前<');
  clock.set('2026-01-05T00:00:00.000Z');
  for (const address of addresses) expect.soft(await textOf(address), address).toMatch(/[34] 天前</);
});

test('an article names its date too, for fingers, which open no tooltip', async () => {
  const { app } = await openSite({ files, clock: aClockAt('2026-01-03T02:00:00.000Z') });
  const { text } = await request(app).get('/articles/two');
  expect(text.replace(/<[^>]*>/g, '')).toContain('2026年1月2日（1 天前）');
});

test('an article leads to the published ones before and after it', async () => {
  const { app } = await openSite({ files, clock: aClockAt('2026-01-03T02:00:00.000Z') });
  const neighboursOf = async (id: string) => {
    const { body } = await request(app).get(`/articles/${id}/_payload.json`);
    const { older, newer } = body.data['articles-id'];
    return [older?.title ?? null, newer?.title ?? null];
  };
  expect(await neighboursOf('one')).toEqual([null, '第二篇']);
  expect(await neighboursOf('two')).toEqual(['第一篇', '第三篇']);
  expect(await neighboursOf('three')).toEqual(['第二篇', null]);
});
