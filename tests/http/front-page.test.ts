import request from 'supertest';
import { describe, expect, test } from 'vitest';
import type { PayloadBody } from '#shared/payload/route-payloads.ts';
import { anArticle, anAuthor, aProduct, problemsOf, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { aClockAt, openSite } from '../helpers/site.ts';

const settings = 'name: 測試誌\ntagline: 慢慢寫\ndescription: 一本雜誌。\nfeatured:\n  - product: p1\n';
const day = (n: number) => `2026-01-0${n}T08:00:00+08:00`;

const files: Files = {
  'authors/lin.md': anAuthor(),
  ...Object.fromEntries(
    [1, 2, 3, 4].map((n) => [`articles/a${n}.md`, anArticle({ title: `文${n}`, publishedAt: day(n) })]),
  ),
  'articles/later.md': anArticle({ title: '明年', publishedAt: '2027-01-01T00:00:00+08:00' }),
  'products/p1.md': aProduct({ name: '茶一' }),
  'products/p2.md': aProduct({ name: '茶二' }),
  'site.yaml': settings,
};

type App = Awaited<ReturnType<typeof openSite>>['app'];

async function read(app: App, address = '/'): Promise<string> {
  return (await request(app).get(address).set('Accept', 'text/html')).text;
}

/** Outline of the page: headings with their level, and the featured row. */
function outline(html: string): string[] {
  const found = html.matchAll(/<(h[1-3])[^>]*>(?:<a [^>]*>)?([^<]+)|<section [^>]*aria-label="(精選)"/g);
  return [...found].map(([, level, words, row]) => row ?? `${level} ${words}`);
}

/** The words and address of each link of the page. */
function links(html: string): string[] {
  const found = html.matchAll(/<a (?:[^>]* )?href="([^"]*)"[^>]*>([^<]+)/g);
  return [...found].map(([, href, words]) => `${words} ${href}`);
}

const newest = ['h2 最新文章', 'h3 文4', 'h3 文3', 'h3 文2'];
const featured = ['精選', 'h2 茶一'];
const products = ['h2 商品', 'h3 茶二', 'h3 茶一'];

describe.for(engines)('on %s', (engine) => {
  test('the front page says who the site is, then features, articles and products', async () => {
    const { app } = await openSite({ engine, files });
    const html = await read(app);
    expect(outline(html)).toEqual(['h1 測試誌', ...featured, ...newest, ...products]);
    expect(html).toContain('<p class="section-title">慢慢寫</p>');
    expect(html).toContain('<p>一本雜誌。</p>');
    expect(html).toContain('<time dateTime="2026-01-04T00:00:00.000Z"');
    expect(outline(await read(app, '/product'))).toEqual(['h1 商品', 'h2 茶二', 'h2 茶一']);
  });

  test('an import puts articles first and leaves the rest out, at once', async () => {
    const { app, import: bring } = await openSite({ engine, files });
    await read(app);
    await bring({ 'site.yaml': `${settings}front: [articles, featured]\n` });
    await expect.poll(async () => outline(await read(app))).toEqual(['h1 測試誌', ...newest, ...featured]);
    await bring({ 'articles/a4.md': anArticle({ title: '新題', publishedAt: day(4) }) });
    await expect.poll(async () => outline(await read(app))).toContain('h3 新題');
  });

  test('an article that becomes due is the newest at its second', async () => {
    const clock = aClockAt('2026-12-31T15:59:59Z');
    const { app } = await openSite({ engine, files, clock });
    expect(outline(await read(app))).not.toContain('h3 明年');
    clock.set('2026-12-31T16:00:00Z');
    expect(outline(await read(app))).toContain('h3 明年');
  });

  test('a page that is not there leads to the newest, at once', async () => {
    const { app, import: bring } = await openSite({ engine, files });
    for (const address of ['/nope', '/articles/none', '/product?page=9']) {
      expect
        .soft(links(await read(app, address)), address)
        .toEqual(expect.arrayContaining(['文4 /articles/a4', '文1 /articles/a1', '茶二 /product/info/p2']));
    }
    const payload = await request(app).get('/nope/_payload.json').set('Accept', 'application/json');
    expect(payload.body.recent.articles[0]).toEqual({ id: 'a4', name: '文4' });
    await bring({ 'articles/a5.md': anArticle({ title: '剛寫好', publishedAt: day(5) }) });
    await expect.poll(async () => links(await read(app, '/nope'))).toContain('剛寫好 /articles/a5');
  });
});

test('a part of the products at / is the list, as older pages know it', async () => {
  const { app } = await openSite({ files });
  expect(outline(await read(app, '/?category=%E8%8C%B6%E8%91%89'))[0]).toBe('h1 茶葉');
  const { body }: { body: PayloadBody } = await request(app).get('/_payload.json');
  expect(body.data.index).toMatchObject({ page: 1, pageCount: 1, total: 2, categories: ['茶葉'] });
  expect(body.data.index?.items).toHaveLength(2);
});

test('a site without content shows a visitor its name, and nothing over nothing', async () => {
  const { app } = await openSite({ files: { 'site.yaml': 'name: 測試誌\n' } });
  const html = await read(app);
  expect(outline(html)).toEqual(['h1 測試誌']);
  for (const [address, text] of [
    ['/product', '這裡還沒有商品。'],
    ['/articles', '這裡還沒有文章。'],
  ] as const) {
    const page = await read(app, address);
    expect(page).toContain(text);
    expect(page.slice(page.indexOf('<main'), page.indexOf('</main'))).not.toMatch(/<form|<nav|<details/);
  }
});

test('an empty list leads to what there is elsewhere', async () => {
  const { app } = await openSite({ files: { 'products/p1.md': aProduct({ name: '茶一' }) } });
  const html = await read(app, '/articles');
  expect(links(html)).toContain('茶一 /product/info/p1');
  expect(html.slice(html.indexOf('<main'))).toContain('role="search"');
});

test('the footer says what the settings say', async () => {
  const footer = {
    address: '新北市坪林區 1 號',
    email: 'hello@tea.example',
    social: [{ label: 'Mastodon', url: 'https://social.example/@tea' }],
    licence: { label: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
    year: 2021,
  };
  const { app } = await openSite({
    files: { 'site.yaml': `name: 測試誌\nfooter: ${JSON.stringify(footer)}\n` },
  });
  const html = await read(app, '/articles');
  for (const part of [
    '新北市坪林區 1 號',
    '<a href="mailto:hello@tea.example"',
    '<a href="https://social.example/@tea" rel="me noopener"',
    '<a href="https://creativecommons.org/licenses/by/4.0/" rel="license noopener"',
    '© 2021 測試誌',
  ])
    expect.soft(html).toContain(part);
});

test.for([
  ['front: [news]', 'front.0 is "news"'],
  ['front: [articles, articles]', 'front is '],
  ['front: []', 'front is '],
  ['footer: { email: nobody }', 'footer.email is "nobody"'],
  ['footer: { year: soon }', 'footer.year is "soon"'],
  ['footer: { social: [{ label: x, url: /x }] }', 'footer.social.0.url is "/x"'],
  ['footer: { licence: CC }', 'footer.licence is "CC"'],
])('what the front page and the footer cannot show is named: %s', async ([line, wrong]) => {
  const problems = await problemsOf({ 'site.yaml': `name: 青葉\n${line}\n` });
  expect(problems[0]).toContain(wrong);
});
