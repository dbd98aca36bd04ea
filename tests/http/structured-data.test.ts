import type { Express } from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { samplePages } from '#scripts/tools/sample-pages.ts';
import { anArticle, anAuthor, aDrawing, aProduct, entry, type Files } from '../helpers/content.ts';
import { errorsIn, metaOf, thingsOf, type Thing } from '../helpers/page-description.ts';
import { openSite } from '../helpers/site.ts';

const origin = 'https://tea.example';
const env = { PUBLIC_URL: origin };

const unpriced = { name: '老茶', category: '茶葉', publishedAt: '2026-01-01T08:00:00+08:00' };

const files: Files = {
  'authors/lin.md': anAuthor({
    avatar: 'media/a.svg',
    links: [{ label: '網站', url: 'https://lin.example/' }],
  }),
  'authors/chen.md': anAuthor({ name: '陳又芳' }, ''),
  'articles/spring.md': anArticle({ cover: 'media/a.svg', updatedAt: '2026-02-03T04:05:06Z' }),
  'products/pot.md': aProduct({
    summary: '一壺茶',
    images: [
      { src: 'media/a.svg', alt: '壺' },
      { src: 'media/b.svg', alt: '蓋' },
    ],
  }),
  'products/numbered.md': aProduct({ sku: 'QY-9' }),
  'products/free.md': entry({ ...unpriced, images: [{ src: 'media/a.svg', alt: '壺' }] }),
  'products/bare.md': entry(unpriced),
  'media/a.svg': aDrawing,
  'media/b.svg': aDrawing.replace('40', '41'),
  'site.yaml': 'name: 測試誌\n',
};

async function readPage(app: Express, address: string): Promise<string> {
  return (await request(app).get(address).set('Accept', 'text/html').expect(200)).text;
}

function thingOf(html: string, type: string): Thing {
  const thing = thingsOf(html).find((each) => each['@type'] === type);
  if (thing === undefined) throw new Error(`the page says nothing of ${type}`);
  return thing;
}

test('no page of the sample content has an error in its data', async () => {
  const { app } = await openSite({ env: { ...env, SAMPLE_CONTENT: 'auto' } });
  let count = 0;
  for (const address of Object.values(samplePages)) {
    const html = await readPage(app, address);
    expect.soft(await errorsIn(html), address).toEqual([]);
    count += thingsOf(html).length;
  }
  expect(count).toBeGreaterThan(10);
});

test('a product without a price is the page of a thing, and no error', async () => {
  const { app } = await openSite({ env, files });
  for (const [id, images] of [
    ['free', 1],
    ['bare', 0],
  ] as const) {
    const html = await readPage(app, `/product/info/${id}`);
    expect(await errorsIn(html)).toEqual([]);
    expect(thingsOf(html).map((thing) => thing['@type'])).toEqual(['ItemPage', 'BreadcrumbList']);
    const { primaryImageOfPage } = thingOf(html, 'ItemPage');
    expect([primaryImageOfPage].flat().filter(Boolean)).toHaveLength(images);
  }
  const wrong = (await readPage(app, '/product/info/pot')).replace('"offers"', '"offer"');
  expect(await errorsIn(wrong)).not.toEqual([]);
});

test('a product with a price has all its pictures and an offer', async () => {
  const { app } = await openSite({ env, files });
  const product = thingOf(await readPage(app, '/product/info/pot'), 'Product');
  expect(product).toMatchObject({
    '@id': `${origin}/product/info/pot#product`,
    offers: { price: 680, priceCurrency: 'TWD', url: `${origin}/product/info/pot` },
  });
  expect(product['image']).toHaveLength(2);
  expect(thingOf(await readPage(app, '/product/info/numbered'), 'Product')).toMatchObject({ sku: 'QY-9' });
});

test('an author is described on the first page of the articles alone', async () => {
  const articles = Array.from({ length: 25 }, (_, n) => [`articles/a${n}.md`, anArticle()]);
  const { app } = await openSite({ env, files: { ...files, ...Object.fromEntries(articles) } });
  expect(thingsOf(await readPage(app, '/author/lin'))).toHaveLength(1);
  expect(thingsOf(await readPage(app, '/author/lin?page=2'))).toEqual([]);
});

test('the front page says what the site is called and who is behind it', async () => {
  const { app } = await openSite({ env, files });
  const html = await readPage(app, '/');
  expect(thingOf(html, 'WebSite')).toMatchObject({
    name: '測試誌',
    url: `${origin}/`,
    publisher: { '@id': `${origin}/#organization` },
  });
  expect(thingOf(html, 'Organization')).toEqual({
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: '測試誌',
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
  });
  for (const list of ['/product', '/?sort=price-asc'])
    expect(thingsOf(await readPage(app, list))).toEqual([]);
});

test('article and author speak of the same person, publisher and front page', async () => {
  const { app } = await openSite({ env, files });
  const article = thingOf(await readPage(app, '/articles/spring'), 'Article');
  const profile = thingOf(await readPage(app, '/author/lin'), 'ProfilePage');
  expect(article).toMatchObject({
    '@id': `${origin}/articles/spring#article`,
    datePublished: '2026-01-02T08:00:00+08:00',
    dateModified: '2026-02-03T12:05:06+08:00',
    author: {
      '@type': 'Person',
      '@id': `${origin}/author/lin#person`,
      name: '林知遠',
      url: `${origin}/author/lin`,
    },
    publisher: { '@id': `${origin}/#organization`, name: '測試誌' },
  });
  expect(profile['mainEntity']).toMatchObject({
    '@type': 'Person',
    '@id': `${origin}/author/lin#person`,
    name: '林知遠',
    description: '寫茶的人。',
    image: expect.stringMatching(/^https:\/\/tea\.example\/media\//),
    sameAs: ['https://lin.example/'],
  });
  const { mainEntity } = thingOf(await readPage(app, '/author/chen'), 'ProfilePage');
  expect(mainEntity).toEqual({
    '@type': 'Person',
    '@id': `${origin}/author/chen#person`,
    name: '陳又芳',
    url: `${origin}/author/chen`,
  });
});

test.for([
  ['/', 'website'],
  ['/articles', 'website'],
  ['/author/lin', 'profile'],
  ['/articles/spring', 'article'],
  ['/product/info/pot', 'product'],
] as const)('other sites are told what %s is', async ([address, type]) => {
  const { app } = await openSite({ env, files });
  const html = await readPage(app, address);
  const meta = metaOf(html);
  expect(meta).toMatchObject({ 'og:type': type, 'og:site_name': '測試誌', 'og:locale': 'zh_TW' });
  if (type !== 'article') return;
  expect(meta).toMatchObject({
    'article:published_time': '2026-01-02T00:00:00.000Z',
    'article:modified_time': '2026-02-03T04:05:06.000Z',
    'article:author': `${origin}/author/lin`,
  });
});

test('a site without PUBLIC_URL names nobody’s host', async () => {
  const { app } = await openSite({ files });
  const { text } = await request(app)
    .get('/articles/spring')
    .set({ Accept: 'text/html', Host: 'evil.example' });
  expect(text).not.toContain('evil.example');
  expect(text).not.toContain('article:author');
  expect(thingOf(text, 'Article')['@id']).toBe('/articles/spring#article');
});
