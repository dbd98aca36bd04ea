import robotsParser from 'robots-parser';
import request from 'supertest';
import { expect, test } from 'vitest';
import { anArticle, anAuthor, aDrawing, type Files } from '../helpers/content.ts';
import { openSite } from '../helpers/site.ts';

const origin = 'https://tea.example';
const files: Files = {
  'authors/lin.md': anAuthor({ avatar: 'media/lin.svg' }),
  'articles/spring.md': anArticle(),
  'media/lin.svg': aDrawing,
  'site.yaml': 'name: 測試誌\n',
};

async function readRobots(env: Record<string, string>) {
  const { app } = await openSite({ env });
  const { text, type } = await request(app).get('/robots.txt').expect(200);
  expect(type).toBe('text/plain');
  return robotsParser(`${origin}/robots.txt`, text);
}

const allowed = [
  '/',
  '/product',
  '/articles/spring',
  '/author/lin',
  '/media/a.webp',
  '/assets/a.js',
  '/sitemap.xml',
];
const refused = ['/search?q=tea', '/search', '/account', '/account/saved', '/login', '/edit/articles'];

test('a crawler may read what everybody sees, and nothing else', async () => {
  const robots = await readRobots({ PUBLIC_URL: origin });
  for (const path of allowed) expect.soft(robots.isAllowed(origin + path, 'Googlebot'), path).toBe(true);
  for (const path of refused) expect.soft(robots.isAllowed(origin + path, 'Googlebot'), path).toBe(false);
  expect(robots.getSitemaps()).toEqual([`${origin}/sitemap.xml`]);
});

test('below a base path it tells of that part of the host alone', async () => {
  const robots = await readRobots({ PUBLIC_URL: origin, BASE_PATH: '/shop/' });
  expect(robots.isAllowed(`${origin}/shop/articles`)).toBe(true);
  expect(robots.isAllowed(`${origin}/shop/search`)).toBe(false);
  expect(robots.isAllowed(`${origin}/search`)).toBe(true);
  expect(robots.getSitemaps()).toEqual([`${origin}/shop/sitemap.xml`]);
  const hidden = await readRobots({ BASE_PATH: '/shop/', ALLOW_INDEXING: 'off' });
  expect(hidden.isAllowed(`${origin}/shop/articles`)).toBe(false);
  expect(hidden.isAllowed(`${origin}/blog`)).toBe(true);
});

test('without PUBLIC_URL it names no sitemap', async () => {
  expect((await readRobots({})).getSitemaps()).toEqual([]);
});

test('with ALLOW_INDEXING=off nothing may be read', async () => {
  const robots = await readRobots({ PUBLIC_URL: origin, ALLOW_INDEXING: 'off' });
  for (const path of [...allowed, ...refused])
    expect.soft(robots.isAllowed(origin + path, 'Googlebot'), path).toBe(false);
  expect(robots.getSitemaps()).toEqual([]);
});

/** An address for each kind of answer. */
const answers: [address: string, status: number][] = [
  ['/articles/spring', 200],
  ['/articles/spring/_payload.json', 200],
  ['/articles/nope', 404],
  ['/Articles/spring', 308],
  ['/login', 200],
  ['/account', 303],
  ['/robots.txt', 200],
  ['/manifest.webmanifest', 200],
  ['/media/nope.webp', 404],
  ['/healthz', 200],
  ['/articles/%', 400],
  ['/edit', 303],
  ['/edit/articles', 404],
];

test('with ALLOW_INDEXING=off every answer says that it is not to be found', async () => {
  const { app } = await openSite({ env: { PUBLIC_URL: origin, ALLOW_INDEXING: 'off' }, files });
  // The second time some come from the store.
  for (const _ of ['made', 'stored']) {
    for (const [address, status] of answers) {
      const answer = await request(app).get(address).set('Accept', 'text/html');
      expect.soft(answer.status, address).toBe(status);
      expect.soft(answer.headers['x-robots-tag'], address).toBe('noindex, nofollow');
    }
  }
  const stored = await request(app).get('/articles/spring').set('Accept', 'text/html');
  expect(stored.headers['server-timing']).toContain('hit');
  const known = await request(app)
    .get('/articles/spring')
    .set({ Accept: 'text/html', 'If-None-Match': stored.headers['etag'] ?? '' })
    .expect(304);
  expect(known.headers['x-robots-tag']).toBe('noindex, nofollow');
});

test('otherwise only what is nobody else’s, or nothing, says so', async () => {
  const { app } = await openSite({ env: { PUBLIC_URL: origin }, files });
  for (const address of ['/articles/spring', '/articles', '/author/lin']) {
    const { headers, text } = await request(app).get(address).set('Accept', 'text/html').expect(200);
    expect.soft(headers['x-robots-tag'], address).toBeUndefined();
    expect.soft(text, address).not.toContain('noindex');
  }
  for (const address of ['/login?next=%2Faccount', '/nope']) {
    const { text } = await request(app).get(address).set('Accept', 'text/html');
    expect.soft(text, address).toContain('<meta name="robots" content="noindex"/>');
    expect.soft(text, address).not.toContain('canonical');
  }
});
