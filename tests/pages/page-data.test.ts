import request from 'supertest';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { PageData } from '#shared/payload/page-data.ts';
import { htmlFields } from '#shared/payload/route-payloads.ts';
import type { ArticleListPayload } from '#shared/payload/payloads.ts';
import { loaders } from '#server/pages/load/loaders.ts';
import { aCategory, anArticle, anAuthor, aPage, aProduct } from '../helpers/content.ts';
import { openSite } from '../helpers/site.ts';

const html = { Accept: 'text/html' };
const files = {
  'authors/lin.md': anAuthor({}, '她在坪林長大。'),
  'articles/spring.md': anArticle({}, '清明前後採的茶。'),
  'categories/茶葉.md': aCategory({}, '先聞乾葉。'),
  'pages/about.md': aPage({}, '從一張餐桌開始。'),
  'products/baozhong.md': aProduct({}, '花香清揚。'),
};

/** Data that the browser reads from a page. */
function dataIn(page: string): PageData {
  const [, json = ''] = /<script type="application\/json" id="page-data">([^<]*)<\/script>/.exec(page) ?? [];
  return JSON.parse(json) as PageData;
}

const pages: Record<keyof typeof htmlFields, { address: string; text: string }> = {
  product: { address: encodeURI('/product?category=茶葉'), text: '先聞乾葉。' },
  'articles-id': { address: '/articles/spring', text: '清明前後採的茶。' },
  'author-author_id': { address: '/author/lin', text: '她在坪林長大。' },
  'product-info-product_id': { address: '/product/info/baozhong', text: '花香清揚。' },
  'pages-id': { address: '/pages/about', text: '從一張餐桌開始。' },
};

test.for(Object.entries(pages))(
  'each listed HTML of %s stands on its page',
  async ([id, { address, text }]) => {
    const { app } = await openSite({ files });
    const page = (await request(app).get(address).set(html)).text;
    const names = Object.entries(htmlFields).flatMap(([of, fields]) =>
      of === id ? fields.map((field) => `${id}.${field}`) : [],
    );
    expect(names).not.toEqual([]);
    expect(dataIn(page).leftOut).toEqual(names);
    for (const name of names) expect(page.split(`data-html="${name}"`)).toHaveLength(2);
    expect(JSON.stringify(dataIn(page))).not.toContain(`<p>${text}`);
    expect(page).toContain(`<p>${text}</p>`);
  },
);

test('a payload has all its HTML', async () => {
  const { app } = await openSite({ files });
  for (const { address, text } of Object.values(pages))
    expect((await request(app).get(address.replace(/(?=\?|$)/, '/_payload.json'))).text).toContain(
      `<p>${text}</p>`,
    );
});

test('HTML of a list’s items travels in the data, each its own', async () => {
  const { app } = await openSite({ files });
  const item = { id: 'a', title: '', summary: '', tags: [], cover: null, author: { id: 'lin', name: '' } };
  const publishedAt = '2026-01-01T00:00:00.000Z';
  // A field that somebody may add one day.
  const items = ['<p>一</p>', '<p>二</p>'].map((introHtml) => ({ ...item, publishedAt, introHtml }));
  const list: ArticleListPayload = { items, tags: [], page: 1, pageCount: 1, total: 2, asOf: 0 };
  const spy = vi.spyOn(loaders, 'articles').mockResolvedValue(list);
  onTestFinished(() => spy.mockRestore());
  const { loaderData, leftOut } = dataIn((await request(app).get('/articles').set(html)).text);
  expect(loaderData.articles).toMatchObject({ items });
  expect(leftOut).toBeUndefined();
});
