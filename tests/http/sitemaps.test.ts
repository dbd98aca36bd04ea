import { sql, type KyselyPlugin } from 'kysely';
import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { aDrawing, anArticle } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { newsHasCome } from '../helpers/news-has-come.ts';
import { aClockAt, openSite } from '../helpers/site.ts';
import { listedContent, readSitemap, type ReadFile } from '../helpers/sitemaps.ts';

const origin = 'https://tea.example';
const env = { PUBLIC_URL: origin };

const now = '2026-11-20T04:00:00Z';

function pagesOf(read: readonly ReadFile[]): Record<string, string | undefined> {
  return Object.fromEntries(read.flatMap(({ pages }) => pages.map(({ url, lastmod }) => [url, lastmod])));
}

test.for(engines)('%s names each page that visitors see, and when it changed', async (engine) => {
  const { app } = await openSite({ engine, env, files: listedContent, clock: aClockAt(now) });
  const read = await readSitemap(app, origin);
  expect(pagesOf(read)).toEqual({
    [`${origin}/articles/spring`]: '2026-03-04T13:06:07+08:00',
    [`${origin}/articles/%E8%8C%B6%E5%B8%AD`]: '2026-01-02T08:00:00+08:00',
    [`${origin}/product/info/lin's`]: '2026-01-01T08:00:00+08:00',
    [`${origin}/author/lin`]: undefined,
    [`${origin}/author/%E5%BC%B5%E8%8B%A5%E6%B0%B4`]: undefined,
    [`${origin}/pages/about`]: undefined,
    [`${origin}/pages/dated`]: '2026-05-01T08:00:00+08:00',
    [`${origin}/product`]: undefined,
    [`${origin}/articles`]: undefined,
    [`${origin}/product?category=%E8%8C%B6%20%26%20%E5%99%A8`]: undefined,
    [`${origin}/articles/tag/%E6%98%A5`]: undefined,
    [`${origin}/articles/tag/%E8%8C%B6%20%26%20%E5%B8%AD`]: undefined,
  });
  expect(read.map(({ path, lastmod }) => [path, lastmod])).toEqual([
    ['/sitemaps/articles-1.xml', '2026-03-04T13:06:07+08:00'],
    ['/sitemaps/products-1.xml', '2026-01-01T08:00:00+08:00'],
    ['/sitemaps/authors-1.xml', undefined],
    ['/sitemaps/pages-1.xml', '2026-05-01T08:00:00+08:00'],
    ['/sitemaps/lists-1.xml', undefined],
  ]);
  const withPicture = read.flatMap(({ pages }) => pages.filter(({ images }) => images.length > 0));
  expect(withPicture.map(({ url }) => url.slice(origin.length))).toEqual([
    '/articles/spring',
    "/product/info/lin's",
    '/author/%E5%BC%B5%E8%8B%A5%E6%B0%B4',
  ]);
  for (const { images } of withPicture)
    expect(images).toEqual([expect.stringMatching(/^https:\/\/tea\.example\/media\/\w+\.svg$/)]);
});

test.for(engines)('what is published for later appears on %s when its time has come', async (engine) => {
  const clock = aClockAt(now);
  const { app, services } = await openSite({ engine, env, files: listedContent, clock });
  const before = await readSitemap(app, origin);
  expect(pagesOf(before)).not.toHaveProperty([`${origin}/articles/later`]);
  clock.set('2026-12-31T16:00:00Z');
  await newsHasCome(services);
  const after = await readSitemap(app, origin);
  expect(pagesOf(after)[`${origin}/articles/later`]).toBe('2027-01-01T00:00:00+08:00');
  expect(after[0]?.lastmod).toBe('2027-01-01T00:00:00+08:00');
});

test.for(engines)('whoever asks on %s after a change does not get what was begun before', async (engine) => {
  const site = await openSite({ engine, env, files: listedContent, clock: aClockAt(now) });
  const { services } = site;
  const ask = () => request(app).get('/sitemaps/articles-1.xml');
  let later: Promise<string> | undefined;
  const changeMeanwhile: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (later !== undefined) return result;
      later = Promise.resolve('');
      await site.import({ 'articles/new.md': anArticle() });
      await newsHasCome(services);
      later = ask().then(({ text }) => text);
      return result;
    },
  };
  const readForPages = services.db.readForPages.withPlugin(changeMeanwhile);
  const app = await createApp({ ...services, db: { ...services.db, readForPages } });
  await ask();
  expect(await later).toContain(`<loc>${origin}/articles/new</loc>`);
});

test('the newest change of a file is that of what is still in it', async () => {
  const { app, services } = await openSite({ env, files: listedContent, clock: aClockAt(now) });
  const newest = async () => (await readSitemap(app, origin))[0]?.lastmod;
  expect(await newest()).toBe('2026-03-04T13:06:07+08:00');
  await sql`delete from articles where id = 'spring'`.execute(services.db.write);
  expect(await newest()).toBe('2026-01-02T08:00:00+08:00');
  await sql`update articles set status = 'draft'`.execute(services.db.write);
  expect((await readSitemap(app, origin)).map(({ path }) => path)).not.toContain('/sitemaps/articles-1.xml');
  await request(app).get('/sitemaps/articles-1.xml').expect(404);
});

test('another picture under the same name is another address in the file', async () => {
  const site = await openSite({ env, files: listedContent, clock: aClockAt(now) });
  const pictures = async () => (await readSitemap(site.app, origin))[0]?.pages[0]?.images;
  const before = await pictures();
  await site.import({ ...listedContent, 'media/lin.svg': aDrawing.replace('40', '41') });
  expect(await pictures()).not.toEqual(before);
});

test('addresses hold the base path', async () => {
  const { app } = await openSite({
    env: { ...env, BASE_PATH: '/shop/' },
    files: listedContent,
    clock: aClockAt(now),
  });
  const read = await readSitemap(app, origin, '/shop/sitemap.xml');
  expect(read[0]?.path).toBe('/shop/sitemaps/articles-1.xml');
  const pages = read.flatMap((file) => file.pages);
  expect(pages.filter(({ url }) => !url.startsWith(`${origin}/shop/`))).toEqual([]);
  expect(read[0]?.pages[0]?.images[0]).toMatch(/^https:\/\/tea\.example\/shop\/media\//);
  await request(app).get('/sitemap.xml').expect(404);
});

test('without PUBLIC_URL there is none, and the answer says why', async () => {
  const { app } = await openSite({ files: listedContent });
  const { text } = await request(app).get('/sitemap.xml').set('Host', 'evil.example').expect(404);
  expect(text).toContain('PUBLIC_URL');
  await request(app).get('/sitemaps/articles-1.xml').expect(404);
});

test('a site that is not to be found has none', async () => {
  const { app } = await openSite({ env: { ...env, ALLOW_INDEXING: 'off' }, files: listedContent });
  await request(app).get('/sitemap.xml').expect(404);
  await request(app).get('/sitemaps/articles-1.xml').expect(404);
});

test.for(['articles-2', 'articles-0', 'articles-01', 'articles', 'media-1', 'articles-9999999', 'lists-2'])(
  'there is no file %s',
  async (name) => {
    const { app } = await openSite({ env, files: listedContent });
    await request(app).get(`/sitemaps/${name}.xml`).expect(404);
  },
);

test.for(['gzip', 'identity', 'br'])('a file is sent once, and known again, in %s', async (coding) => {
  const { app } = await openSite({ env, files: listedContent, clock: aClockAt(now) });
  const ask = (method: 'get' | 'head') =>
    request(app)[method]('/sitemaps/articles-1.xml').set('Accept-Encoding', coding);
  const { headers, text } = await ask('get').expect(200);
  expect(text).toContain('<loc>https://tea.example/articles/spring</loc>');
  expect(text.endsWith('</urlset>\n')).toBe(true);
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=0, must-revalidate',
    etag: expect.stringMatching(/^"[\w-]{22}-\w+"$/),
    vary: expect.stringContaining('Accept-Encoding'),
  });
  expect(headers['content-encoding']).toBe(coding === 'identity' ? undefined : coding);
  await ask('get')
    .set('If-None-Match', headers['etag'] ?? '')
    .expect(304);
  const head = await ask('head').expect(200);
  expect(head.headers['etag']).toBe(headers['etag']);
  expect(head.text).toBeFalsy();
});
