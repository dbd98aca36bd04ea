import { StatementSync } from 'node:sqlite';
import { sql, type Transaction } from 'kysely';
import request from 'supertest';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeTransaction } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { redirectToEntry, removeRedirect } from '#server/content/entries/entry-redirects.ts';
import { markGone, redirectToPath } from '#server/features/editing/site/redirects.ts';
import { anArticle, anAuthor, aPage, aProduct, type Files } from '../helpers/content.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { keyOf, renamePage } from '../helpers/entries.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { aClockAt, openSite, type TestSite } from '../helpers/site.ts';

const now = '2026-11-20T04:00:00.000Z';
const by = '林編輯';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ title: '春茶' }),
  'articles/draft.md': anArticle({ status: 'draft' }),
  'articles/soon.md': anArticle({ title: '將來', publishedAt: '2026-11-20T05:00:00Z' }),
  'products/tea.md': aProduct(),
  'pages/about.md': aPage({ title: '關於' }),
};

async function open(engine: EngineName, env: Record<string, string> = {}) {
  const clock = aClockAt(now);
  const site = await openSite({ engine, env, files, clock });
  // So that answers from now on are stored.
  await newsHasCome(site.services);
  const get = (path: string, headers: Record<string, string> = {}) =>
    request(site.app)
      .get(path)
      .set({ Accept: 'text/html', ...headers });
  const write = (work: (trx: Transaction<Schema>) => Promise<unknown>) =>
    writeTransaction(site.services.db, work);
  /** Waits until the write is known here: on PostgreSQL the notification takes a moment. */
  const expectSoon = async (path: string, ...expected: [status: number, location?: string]) =>
    expect
      .poll(async () => {
        const { status, headers } = await get(path);
        return status === 308 ? [status, headers['location']] : [status];
      })
      .toEqual(expected);
  return { site, clock, get, write, expectSoon };
}

function toEntry(site: TestSite, from: string, kind: string, id: string) {
  return writeTransaction(site.services.db, async (trx) =>
    redirectToEntry(trx, { from, entryKey: await keyOf(trx, kind, id), by, at: now }),
  );
}

test.for(engines)('an old address on %s leads to the page of its entry, in one hop', async (engine) => {
  const { site, get } = await open(engine);
  for (const [kind, id, path] of [
    ['authors', 'lin', '/author/lin'],
    ['articles', 'spring', '/articles/spring'],
    ['products', 'tea', '/product/info/tea'],
    ['pages', 'about', '/pages/about'],
  ] as const) {
    const old = path.replace(id, encodeURIComponent('舊 址'));
    await toEntry(site, old, kind, id);
    const { status, headers } = await get(`${old}?utm=%E8%8C%B6&b`);
    expect.soft([status, headers['location']]).toEqual([308, `${path}?utm=%E8%8C%B6&b`]);
    // It may move again: caches must revalidate it.
    expect.soft(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    const payload = await get(`${old}/_payload.json?a=1`);
    expect.soft([payload.status, payload.headers['location']]).toEqual([308, `${path}/_payload.json?a=1`]);
    const data = await get(`${old}/_payload.json`).redirects(1);
    expect.soft(data.body).toEqual((await get(`${path}/_payload.json`)).body);
    expect.soft((await get(old).redirects(1)).text).toBe((await get(path)).text);
  }
});

test.for(engines)('an old address on %s is known in every spelling, under a base path', async (engine) => {
  const { site, get, write } = await open(engine, { BASE_PATH: '/shop/' });
  await toEntry(site, '/2019/05/春-Tea/', 'articles', 'spring');
  await write((trx) => redirectToPath(trx, { from: '/old', to: '/product?category=茶葉', by, at: now }));
  const locationOf = async (path: string) => (await get(path)).headers['location'];
  expect(await locationOf('/shop/2019/05/%E6%98%A5-Tea')).toBe('/shop/articles/spring');
  expect(await locationOf('/shop/2019/05/%e6%98%a5-Tea/?a=1')).toBe('/shop/articles/spring?a=1');
  expect(await locationOf('/shop/2019/05/%E6%98%A5-tea')).toBe(undefined);
  const category = '/product?category=%E8%8C%B6%E8%91%89';
  expect(await locationOf('/shop/old')).toBe(`/shop${category}`);
  expect(await locationOf('/shop/old?a=1')).toBe(`/shop${category}&a=1`);
  expect(await locationOf('/shop/old/_payload.json')).toBe(
    `/shop${category.replace('?', '/_payload.json?')}`,
  );
});

test.for(engines)('a live page on %s wins over what is written of its address', async (engine) => {
  const { site, get, write, expectSoon } = await open(engine);
  await toEntry(site, '/author/lin', 'pages', 'about');
  await toEntry(site, '/articles', 'pages', 'about');
  await write((trx) => markGone(trx, { from: '/articles/spring', by, at: now }));
  for (const path of ['/author/lin', '/articles', '/articles/spring', '/author/lin/_payload.json'])
    expect.soft((await get(path)).status, path).toBe(200);
  // Its lists end, which is no reason to lead elsewhere.
  for (const path of ['/author/lin?page=9', '/articles?page=9'])
    expect.soft((await get(path)).status, path).toBe(404);
  await toEntry(site, '/author/gone', 'authors', 'lin');
  expect((await get('/author/gone?page=9')).headers['location']).toBe('/author/lin?page=9');
  // Written of a page by its own entry: no loop when the page goes.
  await toEntry(site, '/pages/about', 'pages', 'about');
  await sql`update pages set status = 'archived'`.execute(site.services.db.write);
  await expectSoon('/pages/about', 404);
  // By an operator's own hand.
  await sql`insert into redirects (from_path, to_path, created_at, account_name)
    values ('/self', '/self', ${now}, '')`.execute(site.services.db.write);
  expect((await get('/self')).status).toBe(404);
});

test.for(engines)('a page that is gone on %s says so to everybody', async (engine) => {
  const { get, write, expectSoon } = await open(engine);
  expect((await get('/articles/away')).status).toBe(404);
  await write((trx) => markGone(trx, { from: '/articles/away', by, at: now }));
  await expectSoon('/articles/away', 410);
  const page = await get('/articles/away');
  expect(page.text).toContain('410 找不到頁面');
  expect(page.text).toContain('<header');
  expect(page.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  for (const path of ['/articles/away', '/articles/away/_payload.json']) {
    const { status, body } = await get(path, { Accept: 'application/json' });
    const told = { statusCode: 410, message: 'Page gone: /articles/away', data: { path: '/articles/away' } };
    expect.soft([status, body]).toEqual([410, expect.objectContaining(told)]);
    await expect
      .poll(async () => (await get(path)).headers['server-timing'], { message: path })
      .toBe('store;desc=hit');
  }
  expect((await get('/articles/away', { 'User-Agent': 'Googlebot' })).text).toBe('Gone\n');
  await write((trx) => removeRedirect(trx, '/articles/away'));
  await expectSoon('/articles/away', 404);
});

test.for(engines)('an old address on %s tells nothing of what cannot be seen', async (engine) => {
  const { site, clock, get, expectSoon } = await open(engine);
  await toEntry(site, '/articles/a', 'articles', 'draft');
  await toEntry(site, '/articles/b', 'articles', 'soon');
  for (const path of ['/articles/a', '/articles/b', '/articles/b/_payload.json'])
    expect.soft((await get(path)).status, path).toBe(404);
  clock.set('2026-11-20T05:00:00.000Z');
  await expectSoon('/articles/b', 308, '/articles/soon');
  await sql`update articles set status = 'published' where id = 'draft'`.execute(site.services.db.write);
  await expectSoon('/articles/a', 308, '/articles/draft');
});

test.for(engines)('what is kept of an old address on %s follows every change', async (engine) => {
  const { site, get, write, expectSoon } = await open(engine);
  const { db } = site.services;
  const path = '/pages/old';
  await expectSoon(path, 404);
  await expect.poll(async () => (await get(path)).headers['server-timing']).toBe('store;desc=hit');
  await toEntry(site, path, 'pages', 'about');
  await expectSoon(path, 308, '/pages/about');

  await write((trx) => renamePage(trx, 'about', 'us'));
  await expectSoon(path, 308, '/pages/us');
  await sql`update pages set status = 'draft' where id = 'us'`.execute(db.write);
  await expectSoon(path, 404);
  await sql`update pages set status = 'published' where id = 'us'`.execute(db.write);
  await expectSoon(path, 308, '/pages/us');

  const key = await keyOf(db.read, 'pages', 'us');
  await sql`delete from pages where id = 'us'`.execute(db.write);
  await expectSoon(path, 404);
  // Out of the trash it may come back as anything.
  await sql`update entries set deleted_at = null, id = 'back' where key = ${key}`.execute(db.write);
  await expectSoon(path, 404);
  await site.import({ 'pages/back.md': aPage() });
  await expectSoon(path, 308, '/pages/back');

  await write((trx) => redirectToPath(trx, { from: path, to: '/articles/spring', by, at: now }));
  await expectSoon(path, 308, '/articles/spring');
  await write((trx) => removeRedirect(trx, path));
  await expectSoon(path, 404);
  await toEntry(site, path, 'pages', 'back');
  await sql`delete from entries where key = ${key}`.execute(db.write);
  await expectSoon(path, 404);
});

test('a kept old address and a kept 404 ask nothing of the database', async () => {
  const { site, get } = await open('sqlite');
  await toEntry(site, '/articles/old', 'articles', 'spring');
  const queries = countQueries();
  // Queries that all pages share have been cached.
  await get('/nope');
  const cold = [await queries(() => get('/articles/none')), await queries(() => get('/articles/old'))];
  const kept = [await queries(() => get('/articles/none')), await queries(() => get('/articles/old'))];
  expect(kept).toEqual([0, 0]);
  // The article and its redirect; for the other also the row of its target.
  expect(cold).toEqual([2, 3]);
});

/** Gives how many queries some work makes. */
function countQueries() {
  const all = vi.spyOn(StatementSync.prototype, 'all');
  onTestFinished(() => all.mockRestore());
  return async (work: () => PromiseLike<unknown>) => {
    all.mockClear();
    await work();
    return all.mock.calls.length;
  };
}

test.for(engines)('whoever is signed in on %s is led as everybody is', async (engine) => {
  const { site, get } = await open(engine);
  await toEntry(site, '/articles/old', 'articles', 'spring');
  const { status, headers } = await get('/articles/old', { Cookie: 'session=x' });
  expect([status, headers['location']]).toEqual([308, '/articles/spring']);
  expect(headers['cache-control']).toBe('private, no-store');
});
