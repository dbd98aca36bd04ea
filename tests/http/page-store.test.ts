import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { anArticle, aProduct } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { aClockAt, openSite } from '../helpers/site.ts';
import { afterFirstQuery, files, get, markOf, untilKept } from '../helpers/stored-pages.ts';

describe.for(engines)('on %s', (engine) => {
  test('a page is rendered once, and again when something that it shows has changed', async () => {
    const site = await openSite({ engine, files });
    for (const address of ['/product', '/product/info/baozhong', '/articles/spring']) {
      expect.soft(markOf(await get(site, address)), address).toBe('miss');
      await untilKept(site, address);
    }
    await site.import({ 'products/baozhong.md': aProduct({ name: '凍頂烏龍' }) });
    for (const address of ['/product', '/product/info/baozhong', '/product/_payload.json']) {
      await expect.poll(async () => (await get(site, address)).text).toContain('凍頂烏龍');
    }
    expect(markOf(await get(site, '/articles/spring'))).toBe('hit');
  });

  test('a page that changed while it was rendered is not kept', async () => {
    const site = await openSite({ engine, files });
    const duringRender: (() => Promise<void>)[] = [];
    const interrupted = await createApp({
      ...site.services,
      db: {
        ...site.services.db,
        readForPages: site.services.db.readForPages.withPlugin(afterFirstQuery(duringRender)),
      },
    });
    duringRender.push(() => site.import({ 'products/baozhong.md': aProduct({ name: '凍頂烏龍' }) }));
    await get({ app: interrupted }, '/product/info/baozhong');
    expect(duringRender).toEqual([]);
    await expect
      .poll(async () => (await get({ app: interrupted }, '/product/info/baozhong')).text)
      .toContain('凍頂烏龍');
    expect((await get({ app: interrupted }, '/product/info/baozhong')).text).toContain('凍頂烏龍');
  });

  test('an article that becomes due appears without a write', async () => {
    const clock = aClockAt('2026-11-20T12:00:00Z');
    const coming = anArticle({ title: '冬茶預告', publishedAt: '2026-11-20T20:00:01+08:00' });
    const site = await openSite({ engine, clock, files: { ...files, 'articles/winter.md': coming } });
    await untilKept(site, '/articles');
    expect((await get(site, '/articles')).text).not.toContain('冬茶預告');
    expect((await get(site, '/articles/winter')).status).toBe(404);
    clock.set('2026-11-20T12:00:01Z');
    await expect.poll(async () => (await get(site, '/articles')).text).toContain('冬茶預告');
    expect((await get(site, '/articles/winter')).status).toBe(200);
  });
});

test('many who ask at once for the same page wait for one rendering', async () => {
  const site = await openSite({ files });
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(site, '/product')));
  expect(answers.map(markOf).filter((mark) => mark === 'miss')).toHaveLength(1);
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
});

test('a stored answer is the rendered one, in each coding, with an ETag of its own', async () => {
  const site = await openSite({ files });
  for (const address of ['/product', '/product/_payload.json']) {
    const rendered = await get(site, address);
    await untilKept(site, address);
    const etags = new Set<string>();
    for (const coding of ['identity', 'gzip', 'br']) {
      const stored = await get(site, address, { 'Accept-Encoding': coding });
      expect.soft(stored.text, coding).toBe(rendered.text);
      expect.soft(stored.headers['content-encoding'] ?? 'identity').toBe(coding);
      expect.soft(stored.headers['vary']).toContain('Accept-Encoding');
      expect.soft(stored.type).toBe(rendered.type);
      expect.soft(stored.headers['cache-control']).toBe(rendered.headers['cache-control']);
      expect
        .soft(stored.headers['content-security-policy'])
        .toBe(rendered.headers['content-security-policy']);
      expect.soft(stored.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
      etags.add(stored.headers['etag'] ?? '');
    }
    expect(etags.size).toBe(3);
  }
});

test('pages that are asked for often become smaller, one after the other, and stay the same', async () => {
  const site = await openSite({ files });
  const coded = { 'Accept-Encoding': 'br' };
  for (const address of ['/product', '/articles']) {
    await untilKept(site, address, coded);
    const first = await get(site, address, coded);
    const length = Number(first.headers['content-length']);
    for (let n = 0; n < 20; n += 1) await get(site, address, coded);
    await expect
      .poll(async () => Number((await get(site, address, coded)).headers['content-length']))
      .toBeLessThan(length);
    const better = await get(site, address, coded);
    expect(better.text).toBe(first.text);
    expect(better.headers['etag']).not.toBe(first.headers['etag']);
    expect((await get(site, address, { 'Accept-Encoding': 'identity' })).text).toBe(first.text);
  }
});

const accepted: [header: string, coding: string][] = [
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['deflate', 'identity'],
  ['*', 'br'],
  ['identity', 'identity'],
  ['nonsense;;', 'identity'],
];

test.for(accepted)('who accepts %s gets %s', async ([header, coding]) => {
  const site = await openSite({ files });
  await untilKept(site, '/product');
  const { headers } = await get(site, '/product', { 'Accept-Encoding': header });
  expect(headers['content-encoding'] ?? 'identity').toBe(coding);
});

test('who has the page already gets 304, before and after it is kept', async () => {
  const site = await openSite({ files });
  await untilKept(site, '/product');
  const { headers } = await get(site, '/product');
  const etag = headers['etag'] ?? '';
  const again = await get(site, '/product', { 'If-None-Match': `"other", W/${etag}` });
  expect(again.status).toBe(304);
  expect(again.text).toBe('');
  expect(again.headers['etag']).toBe(etag);
  for (const name of ['cache-control', 'vary', 'content-security-policy'])
    expect.soft(again.headers[name], name).toBe(headers[name]);
  expect(again.headers['content-length']).toBeUndefined();

  const restarted = { app: await createApp(site.services) };
  expect((await get(restarted, '/product', { 'If-None-Match': etag })).status).toBe(304);

  await site.import({ 'products/baozhong.md': aProduct({ name: '凍頂烏龍' }) });
  expect((await get(site, '/product', { 'If-None-Match': etag })).status).toBe(200);
});

test('with PAGE_STORE_MB=0 each page is rendered anew, and right', async () => {
  const site = await openSite({ files, env: { PAGE_STORE_MB: '0' } });
  await get(site, '/product');
  expect(markOf(await get(site, '/product'))).toBe('miss');
  await site.import({ 'products/baozhong.md': aProduct({ name: '凍頂烏龍' }) });
  expect((await get(site, '/product')).text).toContain('凍頂烏龍');
});

test('while changes may be missed nothing stored is used, and afterwards everything is read anew', async () => {
  const site = await openSite({ files });
  await untilKept(site, '/product');
  const { catchUp } = site.services.changeFeed;
  site.services.changeFeed.catchUp = () => false;
  expect(markOf(await get(site, '/product'))).toBe('miss');
  expect(markOf(await get(site, '/product'))).toBe('miss');
  site.services.changeFeed.catchUp = catchUp;
  expect(markOf(await get(site, '/product'))).toBe('hit');
});

test('while the database cannot be asked, nothing is shown that was known to have changed', async () => {
  const site = await openSite({ files });
  await untilKept(site, '/product/info/baozhong');
  await site.import({ 'products/baozhong.md': aProduct({ name: '凍頂烏龍', status: 'archived' }) });
  site.services.changeFeed.catchUp();
  site.services.changeFeed.catchUp = () => false;
  await site.services.db.read.destroy();
  expect((await get(site, '/product/info/baozhong')).status).toBe(503);
});

test('while the database cannot be asked, a page is answered as it was known, and says so', async () => {
  const site = await openSite({ files });
  await untilKept(site, '/product');
  site.services.changeFeed.catchUp = () => false;
  await site.services.db.read.destroy();
  const known = await get(site, '/product');
  expect(known.status).toBe(200);
  expect(known.text).toContain('文山包種茶');
  expect(markOf(known)).toBe('stale');
  const unknown = await get(site, '/articles');
  expect(unknown.status).toBe(503);
  expect(unknown.headers['retry-after']).toMatch(/^\d+$/);
});

test('loaders that do not end are given up, as rendering is', async () => {
  const env = { RENDER_DEADLINE_MS: '100' };
  const site = await openSite({ files, env });
  await untilKept(site, '/product');
  const { db } = site.services;
  const readForPages = db.readForPages.withPlugin(afterFirstQuery([() => new Promise(() => {})]));
  const app = await createApp({ ...site.services, db: { ...db, readForPages } });
  const late = await request(app).get('/product/info/baozhong').set('Accept', 'text/html');
  expect(late.status).toBe(503);
  expect(late.headers['retry-after']).toMatch(/^\d+$/);
});
