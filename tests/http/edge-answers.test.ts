import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { markGone, redirectToPath } from '#server/features/editing/site/redirects.ts';
import type { ReadGuards } from '#server/freshness/read-guard.ts';
import { anAccount, signedIn } from '../helpers/accounts.ts';
import { anArticle, aProduct } from '../helpers/content.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { keysOf } from '../helpers/purge-receiver.ts';
import { aClockAt, openSite } from '../helpers/site.ts';
import { afterFirstQuery, files, get, markOf, untilKept } from '../helpers/stored-pages.ts';

const env = { CDN_MAX_AGE: '60', PUBLIC_URL: 'https://tea.example' };
const asked = 'public, max-age=0, must-revalidate';
const stale = 'stale-while-revalidate=60, stale-if-error=86400';
const atEdge = `max-age=60, ${stale}`;
const kept = `${asked}, s-maxage=60, ${stale}`;

const shared = [
  '/',
  '/product',
  '/product/info/baozhong',
  '/articles/spring',
  '/articles/spring.md',
  '/articles/spring/_payload.json',
  '/feed.xml',
  '/sitemap.xml',
  '/llms.txt',
];

test('pages, payloads and documents say how long the edge may keep them', async () => {
  const site = await openSite({ files, env });
  for (const address of shared) {
    for (const mark of ['miss', 'hit']) {
      const answer = await get(site, address, mark === 'hit' ? { 'Accept-Encoding': 'br' } : {});
      expect.soft(markOf(answer), address).toBe(mark);
      expect.soft(answer.headers['cache-control'], address).toBe(kept);
      expect.soft(answer.headers['cdn-cache-control']).toBe(atEdge);
      expect.soft(answer.headers['vary'], address).toMatch(/^Accept-Encoding, Cookie$/);
      expect.soft(answer.headers['etag'], address).toBeDefined();
      const keys = keysOf(answer);
      expect.soft(keys.slice(0, 2)).toEqual(['all', expect.stringMatching(/^s\w{10}$/)]);
      expect.soft(keys.length, address).toBeGreaterThan(3);
      expect.soft(answer.headers['cache-tag']).toBe(keys.join(','));
    }
  }
});

test('an answer that is known already carries its keys again', async () => {
  const site = await openSite({ files, env });
  const { headers } = await get(site, '/product');
  const again = await get(site, '/product', { 'If-None-Match': headers['etag'] ?? '' });
  expect(again.status).toBe(304);
  expect(again.headers['cache-control']).toBe(kept);
  expect(keysOf(again).filter((key) => key.startsWith('t'))).toEqual(
    keysOf({ headers }).filter((key) => key.startsWith('t')),
  );
});

test('without CDN_MAX_AGE the answers are as they were', async () => {
  const site = await openSite({ files, env: { PUBLIC_URL: env.PUBLIC_URL } });
  for (const address of shared) {
    const { headers } = await get(site, address);
    const isPayload = address.endsWith('_payload.json');
    expect.soft(headers['cache-control'], address).toBe(isPayload ? 'no-cache' : asked);
    expect.soft(headers['vary'], address).toBe('Accept-Encoding');
    for (const name of ['surrogate-key', 'cache-tag', 'cdn-cache-control'])
      expect.soft(headers).not.toHaveProperty(name);
  }
});

test('what is missing, gone or moved is kept at the edge, in the form of pages', async () => {
  const site = await openSite({ files, env });
  await writeTransaction(site.services.db, async (trx) => {
    const by = { by: '林', at: '2026-11-20T04:00:00.000Z' };
    await markGone(trx, { from: '/articles/over', ...by });
    await redirectToPath(trx, { from: '/articles/old', to: '/articles', ...by });
  });
  await newsHasCome(site.services);
  for (const [address, status] of [
    ['/articles/none', 404],
    ['/articles/over', 410],
    ['/articles/old', 308],
    ['/articles/old/_payload.json', 308],
  ] as const) {
    const first = await get(site, address);
    expect.soft(first.status).toBe(status);
    for (const answer of [first, await get(site, address)]) {
      expect.soft(answer.headers['cache-control'], address).toBe(kept);
      expect.soft(answer.headers['vary'], address).toContain('Cookie');
      expect.soft(keysOf(answer).length, address).toBeGreaterThan(3);
    }
  }
  expect((await get(site, '/articles/none')).headers['vary']).toContain('User-Agent');
  for (const headers of [{ Accept: 'application/json' }, { 'User-Agent': 'Googlebot/2.1' }] as const) {
    const answer = await get(site, '/articles/none', headers);
    expect.soft(answer.status).toBe(404);
    expect.soft(answer.headers['cache-control']).toBe(asked);
    expect.soft(keysOf(answer)).toEqual([]);
  }
});

test('what is one visitor’s own, or nobody keeps, has no time at the edge', async () => {
  const site = await openSite({ files, env });
  await anAccount(site.services.db);
  const cookie = await signedIn(site.app);
  const answers = [
    ...(await Promise.all(shared.slice(0, 4).map((address) => get(site, address, { Cookie: cookie })))),
    await get(site, '/', { Cookie: '__Host-session=over' }),
    await get(site, '/login'),
    await get(site, '/search?q=x'),
    await get(site, '/%E0%A4%A'),
    await request(site.app).post('/articles/spring').set('Accept', 'text/html'),
  ];
  for (const { headers } of answers) {
    expect.soft(headers['cache-control'] ?? '').not.toContain('s-maxage');
    expect.soft(keysOf({ headers })).toEqual([]);
  }
});

test('each colour mode is an answer of its own, and cookies are named', async () => {
  const site = await openSite({ files, env });
  await untilKept(site, '/product');
  const dark = await get(site, '/product', { Cookie: 'color-mode=dark' });
  expect(markOf(dark)).toBe('miss');
  expect(dark.text).not.toBe((await get(site, '/product')).text);
  expect(dark.headers['vary']).toContain('Cookie');
  expect(dark.headers).not.toHaveProperty('set-cookie');
});

test('the time at the edge ends when a page changes by itself', async () => {
  const clock = aClockAt('2026-11-20T04:00:00.000Z');
  const article = anArticle({ publishedAt: '2026-11-20T11:56:50+08:00' });
  const site = await openSite({ clock, env, files: { ...files, 'articles/spring.md': article } });
  const times = async () => {
    const { headers } = await get(site, '/articles/spring');
    const { maxAge, again } =
      /s-maxage=(?<maxAge>\d+)(?:, stale-while-revalidate=(?<again>\d+))?/.exec(
        headers['cache-control'] ?? '',
      )?.groups ?? {};
    return [maxAge, again];
  };
  // The page's phrase for its age changes after three and a half minutes.
  expect(await times()).toEqual(['19', undefined]);
  clock.set('2026-11-20T03:59:30.000Z');
  expect(await times()).toEqual(['49', undefined]);
  const { etag = '' } = (await get(site, '/articles/spring')).headers;
  const statusAgain = async () => (await get(site, '/articles/spring', { 'If-None-Match': etag })).status;
  expect(await statusAgain()).toBe(304);
  clock.set('2026-11-20T04:00:18.500Z');
  expect(await times()).toEqual([undefined, undefined]);
  // By a 304 nginx would keep its copy for once more the time that it had.
  expect(await statusAgain()).toBe(200);
});

test('the time of a sitemap at the edge ends when something in it becomes due', async () => {
  const clock = aClockAt('2026-11-20T04:00:00.000Z');
  const later = anArticle({ publishedAt: '2026-11-20T12:00:20+08:00' });
  const site = await openSite({ clock, env, files: { ...files, 'articles/later.md': later } });
  for (const address of ['/sitemap.xml', '/sitemap.xml'])
    expect((await get(site, address)).headers['cache-control']).toContain('s-maxage=19,');
});

test('an answer that was overtaken while it was made has no time', async () => {
  const site = await openSite({ files, env });
  const during = [() => site.import({ 'products/baozhong.md': aProduct({ name: '凍頂烏龍' }) })];
  const app = await createApp({
    ...site.services,
    db: {
      ...site.services.db,
      readForPages: site.services.db.readForPages.withPlugin(afterFirstQuery(during)),
    },
  });
  const old = await get({ app }, '/product/info/baozhong');
  expect(during).toEqual([]);
  expect(old.headers['cache-control']).toBe(asked);
  expect(keysOf(old)).toEqual([]);
  expect((await get({ app }, '/product/info/baozhong')).headers['cache-control']).toBe(kept);
});

test('an answer that was overtaken while others waited for it has no time for them', async () => {
  const site = await openSite({ files, env });
  const { services } = site;
  const waits = Promise.withResolvers<void>();
  let later: ReturnType<typeof get> | undefined;
  const during = [
    async () => {
      later = get({ app }, '/product/info/baozhong');
      void later.then();
      await waits.promise;
      await site.import({ 'products/baozhong.md': aProduct({ name: '凍頂烏龍' }) });
    },
  ];
  const readForPages = services.db.readForPages.withPlugin(afterFirstQuery(during));
  const readGuards: ReadGuards = {
    begin() {
      const guard = services.readGuards.begin();
      const isUntouched = () => {
        // A request that finds another one's read joins it.
        waits.resolve();
        return guard.isUntouched();
      };
      return { ...guard, isUntouched };
    },
  };
  const app = await createApp({ ...services, readGuards, db: { ...services.db, readForPages } });
  const first = await get({ app }, '/product/info/baozhong');
  const second = await later;
  expect([first, second].map((answer) => answer && markOf(answer))).toEqual(['miss', 'hit']);
  expect(second?.text).toBe(first.text);
  expect(second?.headers['cache-control']).toBe(asked);
});
