import request from 'supertest';
import { expect, test } from 'vitest';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { titleFontPath } from '#server/features/media-files/title-font-routes.ts';
import { aProduct } from '../helpers/content.ts';
import { engines, preparedDatabaseConfig, urlOf } from '../helpers/databases.ts';
import { openNetwork } from '../helpers/network.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { aClockAt, openSite } from '../helpers/site.ts';
import { makeTitleFont } from '../helpers/title-font.ts';

const link = `<link rel="stylesheet" href="${titleFontPath}"/>`;

test.for(engines)('a new character is in the style sheet of every process, on %s', async (engine) => {
  const one = await openSite({ engine, files: { 'products/p.md': aProduct() } });
  const { config, db } = one.services;
  const other = await openSite({ database: config.database, env: { DATA_DIR: config.dataDir } });
  const cssOf = async (site: typeof one) => (await request(site.app).get(titleFontPath).expect(200)).text;
  expect(await cssOf(other), 'before there are files').toBe('');

  await makeTitleFont(db, config);
  await newsHasCome(other.services);
  await expect.poll(() => cssOf(other)).toContain('U+6587');
  const css = await cssOf(other);
  const [file = ''] = /media\/fonts\/\w+\.woff2/.exec(css) ?? [];
  const font = await request(other.app).get(`/${file}`).expect(200);
  expect(font.headers['content-type']).toBe('font/woff2');
  expect(font.headers['cache-control']).toContain('immutable');

  await one.import({ 'products/q.md': aProduct({ name: '鱻' }) });
  await makeTitleFont(db, { ...config, at: '2030-01-01T00:01:00Z' });
  await newsHasCome(other.services);
  // A database that is slow to answer is not waited for.
  await expect.poll(() => cssOf(other)).toContain('U+9C7B');
});

test('pages stay as they are when the font changes', async () => {
  const clock = aClockAt('2030-01-01T00:00:00Z');
  const site = await openSite({ clock, files: { 'products/p.md': aProduct() } });
  const { config, db } = site.services;
  const before = await request(site.app).get('/product').expect(200);
  expect(before.text).toContain(link);
  await makeTitleFont(db, config);
  const after = await request(site.app)
    .get('/product')
    .set('If-None-Match', before.headers['etag'] ?? '');
  expect(after.status).toBe(304);
});

test('a browser asks a minute later what the style sheet says by now', async () => {
  const site = await openSite({ files: { 'products/p.md': aProduct() } });
  await makeTitleFont(site.services.db, site.services.config);
  const first = await request(site.app).get(titleFontPath);
  expect(first.headers['cache-control']).toBe('public, max-age=60, stale-while-revalidate=518400');
  await request(site.app)
    .get(titleFontPath)
    .set('If-None-Match', first.headers['etag'] ?? '')
    .expect(304);
});

test.runIf(engines.includes('postgres'))(
  'titles keep their font when PostgreSQL does not answer',
  async () => {
    const config = await preparedDatabaseConfig('postgres');
    const network = await openNetwork(urlOf(config));
    const site = await openSite({
      database: { ...config, url: network.url } as DatabaseConfig,
      files: { 'products/p.md': aProduct() },
    });
    await makeTitleFont(site.services.db, site.services.config);
    await newsHasCome(site.services);
    const before = await request(site.app).get(titleFontPath).expect(200);
    network.fallSilent();
    network.cut();
    await expect.poll(async () => (await request(site.app).get('/readyz')).status).toBe(503);
    const after = await request(site.app).get(titleFontPath).expect(200);
    expect(after.text).toBe(before.text);
  },
);

test('a site that turns the font off names no style sheet', async () => {
  const site = await openSite({
    files: { 'site.yaml': 'name: 青葉\nfonts: { titles: off }', 'products/p.md': aProduct() },
  });
  expect((await request(site.app).get('/product')).text).not.toContain(titleFontPath);
});
