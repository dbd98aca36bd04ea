import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { aDrawing, anArticle, anAuthor, aPage, aProduct, type Files } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { aClockAt, openSite } from '../helpers/site.ts';

const files: Files = {
  'authors/lin.md': anAuthor({ avatar: 'media/lin.svg' }),
  'authors/張若水.md': anAuthor({ name: '張若水' }),
  'articles/spring.md': anArticle(
    { cover: 'media/lin.svg', products: ['baozhong'], tags: ['茶', 'a/b'] },
    '## 雨\n\n**「重點」**的字',
  ),
  'articles/茶席.md': anArticle({ title: '茶席小記', author: '張若水' }),
  'articles/draft.md': anArticle({ title: '草稿', status: 'draft', tags: ['草'] }),
  'articles/archived.md': anArticle({ title: '舊文', status: 'archived' }),
  'articles/later.md': anArticle({ title: '明年', publishedAt: '2027-01-01T00:00:00+08:00' }),
  'products/baozhong.md': aProduct({ images: [{ src: 'media/lin.svg', alt: '茶' }] }),
  'products/hidden.md': aProduct({ name: '未上架', status: 'draft' }),
  'pages/about.md': aPage({ summary: '一本雜誌', cover: 'media/lin.svg' }, '[文章](/articles)'),
  'pages/關於.md': aPage({ title: '中文網址' }, '註[^1]\n\n[^1]: 說明'),
  'pages/draft.md': aPage({ status: 'draft' }),
  'pages/archived.md': aPage({ status: 'archived' }),
  'media/lin.svg': aDrawing,
  'site.yaml': 'name: 測試誌\ndescription: 測試用的網站。\n',
};
const clock = aClockAt('2026-11-20T04:00:00Z');

const answers: [address: string, status: number, text: string][] = [
  ['/', 200, '文山包種茶'],
  ['/product', 200, '文山包種茶'],
  ['/product?category=%E8%8C%B6%E8%91%89', 200, '文山包種茶'],
  ['/product?sort=price-desc', 200, '文山包種茶'],
  ['/product?category=&sort=', 200, '文山包種茶'],
  ['/product?utm_source=x', 200, '文山包種茶'],
  ['/product/info/baozhong', 200, 'NT$680'],
  ['/articles', 200, '春茶日記'],
  ['/articles/spring', 200, '<strong>「重點」</strong>'],
  ['/articles/%E8%8C%B6%E5%B8%AD', 200, '茶席小記'],
  ['/articles/tag/%E8%8C%B6', 200, '春茶日記'],
  ['/articles/tag/a~47b', 200, '#a/b'],
  ['/author/lin', 200, '林知遠'],
  ['/author/%E5%BC%B5%E8%8B%A5%E6%B0%B4', 200, '張若水'],
  ['/pages/about', 200, '一本雜誌'],
  ['/pages/%E9%97%9C%E6%96%BC', 200, '中文網址'],
  ['/pages/%E9%97%9C%E6%96%BC', 200, 'aria-label="回到內文"'],
  ['/login', 200, '電子郵件'],
  ['/search', 200, '最新文章'],
  ['/search?q=%E5%8C%85%E7%A8%AE', 200, '<mark>包種</mark>'],
  ['/search?q=%E8%8D%89%E7%A8%BF', 200, '找不到「草稿」'],
  ['/search?q=%E5%8C%85%E7%A8%AE&kind=products&page=2', 404, 'Page not found: /search?q='],
  ['/nope', 404, 'Page not found: /nope'],
  ['/nope/%E4%B8%AD?a=%E4%B8%AD&b=%20', 404, 'Page not found: /nope/中?a=中&amp;b=%20'],
  ['/articles/none', 404, 'Page not found: /articles/none'],
  ['/articles/draft', 404, 'Page not found: /articles/draft'],
  ['/articles/archived', 404, 'Page not found: /articles/archived'],
  ['/articles/later', 404, 'Page not found: /articles/later'],
  ['/product/info/none', 404, 'Page not found: /product/info/none'],
  ['/product/info/hidden', 404, 'Page not found: /product/info/hidden'],
  ['/product/info', 404, 'Page not found: /product/info'],
  ['/articles/tag', 404, 'Page not found: /articles/tag'],
  ['/articles/tag/%E8%8D%89', 404, 'Page not found: /articles/tag/草'],
  ['/articles/tag/none', 404, 'Page not found: /articles/tag/none'],
  ['/articles/tag/%E8%8C%B6?page=2', 404, 'Page not found'],
  ['/articles/tag/%E8%8C%B6?page=0', 404, 'Page not found'],
  ['/author/none', 404, 'Page not found: /author/none'],
  ['/pages', 404, 'Page not found: /pages'],
  ['/pages/none', 404, 'Page not found: /pages/none'],
  ['/pages/draft', 404, 'Page not found: /pages/draft'],
  ['/pages/archived', 404, 'Page not found: /pages/archived'],
  ['/articles/spring/more', 404, 'Page not found'],
  ['/product?page=0', 404, 'Page not found: /product?page=0'],
  ['/product?page=2', 404, 'Page not found'],
  ['/product?page=-1', 404, 'Page not found'],
  ['/product?page=1.5', 404, 'Page not found'],
  ['/product?page=01', 404, 'Page not found'],
  ['/product?page=abc', 404, 'Page not found'],
  ['/product?page=', 404, 'Page not found'],
  ['/product?page=99999999999999999999', 404, 'Page not found'],
  ['/product?category=nope', 404, 'Page not found'],
  ['/product?sort=random', 404, 'Page not found'],
  ['/articles?page=2', 404, 'Page not found'],
  ['/author/lin?page=2', 404, 'Page not found'],
  ['//product', 404, 'Page not found'],
  ['/articles/constructor', 404, 'Page not found'],
  ['/__proto__', 404, 'Page not found'],
];

test('a list of nothing has nothing to choose from', async () => {
  const { app } = await openSite({ files: {} });
  const { text } = await request(app).get('/product').set('Accept', 'text/html').expect(200);
  expect(text).toContain('這裡還沒有商品。');
  expect(text).not.toContain('aria-label="商品分類"');
  expect(text).not.toContain('aria-label="排序"');
});

describe.for(engines)('on %s', (engine) => {
  test('every address answers with its status and its page, and its payload agrees', async () => {
    const { app } = await openSite({ engine, files, clock });
    for (const [address, status, text] of answers) {
      const page = await request(app).get(address);
      expect.soft(page.status, address).toBe(status);
      expect.soft(page.type, address).toBe('text/html');
      expect.soft(page.text, address).toContain(text);
      expect.soft(page.text, address).toContain('<html lang="zh-TW"');
      expect.soft(page.text, address).toMatch(/<title>[^<]+<\/title>/);

      const [path = '', query] = address.split('?');
      const payloadAddress = `${path.replace(/\/$/, '')}/_payload.json${query === undefined ? '' : `?${query}`}`;
      const payload = await request(app).get(payloadAddress);
      expect.soft(payload.status, payloadAddress).toBe(status);
      const type = status === 200 ? 'application/json' : 'application/problem+json';
      expect.soft(payload.type, payloadAddress).toBe(type);
      if (status === 404) expect.soft(payload.body).toMatchObject({ error: true, statusCode: 404 });
    }
  });

  test('content that becomes due appears at its second, and not before', async () => {
    const moving = aClockAt('2026-12-31T15:59:59Z');
    const { app } = await openSite({ engine, files, clock: moving });
    await request(app).get('/articles/later').expect(404);
    expect((await request(app).get('/articles')).text).not.toContain('明年');
    moving.set('2026-12-31T16:00:00Z');
    await request(app).get('/articles/later').expect(200);
    expect((await request(app).get('/articles')).text).toContain('明年');
  });
});

const spellings: [asked: string, right: string][] = [
  ['/product/', '/product'],
  ['/PRODUCT', '/product'],
  ['/Product/Info/baozhong', '/product/info/baozhong'],
  ['/articles/spring/', '/articles/spring'],
  ['/articles/%73pring', '/articles/spring'],
  // 茶 in lower-case escapes, and é of NFD in NFC.
  ['/articles/%e8%8c%b6%e5%b8%ad', '/articles/%E8%8C%B6%E5%B8%AD'],
  ['/articles/cafe%CC%81', '/articles/caf%C3%A9'],
  ['/product/?page=2&x=1', '/product?page=2&x=1'],
  ['/articles/_payload.json/', '/articles/_payload.json/'],
  ['/ARTICLES/_payload.json', '/articles/_payload.json'],
];

test('another spelling of an address is redirected for good to the one spelling', async () => {
  const { app } = await openSite({ files, clock });
  for (const [asked, right] of spellings) {
    if (asked === right) continue;
    const response = await request(app).get(asked);
    expect.soft(response.status, asked).toBe(308);
    expect.soft(response.headers['location'], asked).toBe(right);
  }
});

test('an address that is not percent-encoded UTF-8 is a bad request', async () => {
  const { app } = await openSite({ files });
  const response = await request(app).get('/articles/%E0%A4%A').set('Accept', 'text/html');
  expect(response.status).toBe(400);
  expect(response.text).toContain('<html');
});

test('every page has its own title, description and canonical address', async () => {
  const { app } = await openSite({ files, clock, env: { PUBLIC_URL: 'https://tea.example' } });
  const addresses = [
    '/',
    '/product',
    '/login',
    '/articles',
    '/articles/spring',
    '/articles/tag/%E8%8C%B6',
    '/author/lin',
    '/product/info/baozhong',
  ];
  const titles = new Set<string>();
  for (const address of addresses) {
    const { text } = await request(app).get(address);
    titles.add(/<title>([^<]+)<\/title>/.exec(text)?.[1] ?? '');
    expect.soft(text, address).toMatch(/<meta name="description" content="[^"]+"/);
    expect.soft(text, address).toContain(`<link rel="canonical" href="https://tea.example${address}"/>`);
  }
  expect(titles.size).toBe(addresses.length);
});

test('a list is described by what stands in it', async () => {
  const { app } = await openSite({
    files: {
      'products/a.md': aProduct({ name: '甲', category: '腳踏車' }),
      'products/b.md': aProduct({ name: '乙'.repeat(200), category: '輪胎' }),
      ...files,
    },
    clock,
  });
  const description = async (address: string) => {
    const { text } = await request(app).get(address).set('Accept', 'text/html');
    return /<meta name="description" content="([^"]+)"/.exec(text)?.[1];
  };
  expect(await description(`/product?category=${encodeURIComponent('腳踏車')}`)).toBe(
    '腳踏車，共 1 件：甲。',
  );
  expect(await description(`/product?category=${encodeURIComponent('輪胎')}`)).toBe('輪胎，共 1 件。');
  expect(await description('/articles')).toMatch(/^文章，共 \d+ 篇：.+。$/);
});

test('a sorted list is in order, with products without a price last', async () => {
  const { app } = await openSite({
    files: {
      'products/a.md': aProduct({ name: '甲', price: 300 }),
      'products/b.md': aProduct({ name: '乙', price: 100 }),
      'products/c.md': '---\nname: 丙\ncategory: 茶葉\npublishedAt: 2026-01-01T00:00:00Z\n---\n',
      'products/d.md': aProduct({ name: '丁', price: 200 }),
    },
  });
  const names = async (address: string) =>
    (await request(app).get(address)).body.data.product.items
      .map((item: { name: string }) => item.name)
      .join('');
  expect(await names('/product/_payload.json?sort=price-asc')).toBe('乙丁甲丙');
  expect(await names('/product/_payload.json?sort=price-desc')).toBe('甲丁乙丙');
});

test('a list shows 24 a page, and the pages together show everything once', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 50 }, (_, i) => [`products/p${i}.md`, aProduct({ name: `商品${i}` })]),
  );
  const { app } = await openSite({ files: many });
  const seen: string[] = [];
  for (const page of [1, 2, 3]) {
    const { body } = await request(app).get(`/product/_payload.json?page=${page}`).expect(200);
    expect(body.data.product).toMatchObject({ page, pageCount: 3, total: 50 });
    seen.push(...body.data.product.items.map((item: { id: string }) => item.id));
  }
  expect(seen.length).toBe(50);
  expect(new Set(seen).size).toBe(50);
  await request(app).get('/product?page=4').expect(404);
});

test('a site without any content still has its pages', async () => {
  const { app } = await openSite();
  for (const address of ['/', '/product', '/articles', '/login']) {
    const response = await request(app).get(address);
    expect.soft(response.status, address).toBe(200);
  }
});
