import { sql } from 'kysely';
import request from 'supertest';
import { expect, test } from 'vitest';
import { aPage, anArticle, anAuthor, problemsOf, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { openSite } from '../helpers/site.ts';

const files: Files = {
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle(),
  'pages/about.md': aPage(),
  'pages/關於.md': aPage(),
  'site.yaml': `name: 青葉
navigation:
  - label: 首頁
    path: /
  - label: 文章
    path: /articles
  - label: 誌
    path: /pages/關於
  - label: 茶葉
    path: /product?category=茶葉
`,
};

type App = Awaited<ReturnType<typeof openSite>>['app'];

/** The links of the header but for the account's: words, address, and whether they say that one is there. */
async function headerLinks(app: App, address: string): Promise<string[]> {
  const { text } = await request(app).get(address).set('Accept', 'text/html');
  const [, list = ''] = /<nav class="site-menu"[^>]*><ul>(.*?)<\/ul><\/nav>/.exec(text) ?? [];
  const links = [...list.matchAll(/<a href="([^"]*)"(?: aria-current="([^"]*)")?[^>]*>([^<]*)<\/a>/g)];
  return links
    .map(([, href, current, label]) => [label, href, current].filter(Boolean).join(' '))
    .filter((link) => !link.startsWith('登入'));
}

test('the header shows what site.yaml names, and where one is', async () => {
  const { app } = await openSite({ files });
  const category = '茶葉 /product?category=%E8%8C%B6%E8%91%89';
  expect(await headerLinks(app, '/')).toEqual([
    '首頁 / page',
    '文章 /articles',
    '誌 /pages/%E9%97%9C%E6%96%BC',
    category,
  ]);
  expect(await headerLinks(app, '/articles/spring')).toContain('文章 /articles true');
  expect(await headerLinks(app, encodeURI('/pages/關於'))).toContain('誌 /pages/%E9%97%9C%E6%96%BC page');
  expect(await headerLinks(app, '/pages/about')).not.toContainEqual(expect.stringMatching(/ (page|true)$/));
});

test('its addresses have the base path', async () => {
  const { app } = await openSite({ files, env: { BASE_PATH: '/qy/' } });
  expect(await headerLinks(app, '/qy/articles')).toEqual([
    '首頁 /qy/',
    '文章 /qy/articles page',
    '誌 /qy/pages/%E9%97%9C%E6%96%BC',
    '茶葉 /qy/product?category=%E8%8C%B6%E8%91%89',
  ]);
});

test.for(engines)(
  'settings on %s that were stored before it came have products and articles',
  async (engine) => {
    const { app, services } = await openSite({ engine, files });
    await sql`update site set settings = '{"name":"舊站"}'`.execute(services.db.write);
    const links = ['商品 /product', '文章 /articles page'];
    await expect.poll(() => headerLinks(app, '/articles')).toEqual(links);
    expect(await headerLinks(app, '/')).toEqual(['商品 /product', '文章 /articles']);
    expect((await request(app).get('/').set('Accept', 'text/html')).text).toContain('舊站');
  },
);

test('a footer that was stored before its links came has none', async () => {
  const { app, services } = await openSite({ files });
  const stored = '{"name":"舊站","footer":{"about":"舊介紹"}}';
  await sql`update site set settings = ${stored}`.execute(services.db.write);
  await expect
    .poll(async () => (await request(app).get('/articles').set('Accept', 'text/html')).text)
    .toContain('舊介紹');
});

test('none are shown when it is empty', async () => {
  const { app } = await openSite({ files: { 'site.yaml': 'name: 青葉\nnavigation: []\n' } });
  expect(await headerLinks(app, '/')).toEqual([]);
});

test.for([
  ['label: 商店\n    path: https://shop.example/', 'navigation.0.path is "https://shop.example/"'],
  ['label: 外面\n    path: /..//x.example', 'navigation.0.path is "/..//x.example"'],
  [`label: ${'長'.repeat(13)}\n    path: /`, `navigation.0.label is "${'長'.repeat(13)}"`],
  ['label: 商品\n    url: /product', 'navigation.0.path is missing'],
])('a link that the header cannot show is named: %j', async ([link, wrong]) => {
  const problems = await problemsOf({ 'site.yaml': `name: 青葉\nnavigation:\n  - ${link}\n` });
  expect(problems[0]).toContain(wrong);
});
