import robotsParser from 'robots-parser';
import request from 'supertest';
import { expect, test } from 'vitest';
import { filterNames } from '#shared/address/product-filters.ts';
import { anArticle, anAuthor, aCategory, aProduct, type Files } from '../helpers/content.ts';
import { thingsOf } from '../helpers/page-description.ts';
import { openSite } from '../helpers/site.ts';
import { readSitemap } from '../helpers/sitemaps.ts';

const origin = 'https://tea.example';
const ids = Array.from({ length: 26 }, (_, n) => `part-${n}`);

/** Products of two pages of a list, with filters, brands, and one with variants. */
const files: Files = {
  'site.yaml': 'name: 測試誌\n',
  'authors/lin.md': anAuthor(),
  'articles/spring.md': anArticle({ products: ids.slice(0, 3) }),
  'categories/parts.md': aCategory({ name: '零件', filters: ['brand', '阻值'] }),
  'categories/resistors.md': aCategory({ name: '電阻', parent: 'parts', filters: ['阻值'] }),
  ...Object.fromEntries(
    ids.map((id, n) => [
      `products/${id}.md`,
      aProduct({
        ...{ name: `電阻 ${n}`, category: 'resistors', brand: `${n % 3} 號廠`, price: 10 + n },
        ...{ availability: n % 5 === 0 ? 'sold_out' : 'in_stock', specs: { 阻值: `${n % 7} Ω` } },
        ...(n === 4 && {
          options: [{ name: '長度', values: ['1 m', '2 m'] }],
          variants: [
            { id: 'a', options: { 長度: '1 m' } },
            { id: 'b', options: { 長度: '2 m' }, price: 99 },
          ],
        }),
      }),
    ]),
  ),
};

/** Site paths that a page links, without those that it asks a crawler not to follow. */
function followedIn(html: string): string[] {
  return [...html.matchAll(/<a\s([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const href = /\bhref="([^"]*)"/.exec(attributes)?.[1]?.replaceAll('&amp;', '&');
    if (href === undefined || /\brel="[^"]*nofollow/.test(attributes)) return [];
    const { origin: target, pathname, search } = new URL(href, origin);
    return target === origin ? [pathname + search] : [];
  });
}

test('a program reaches every product by links, sitemap and feed, reads its data, and follows no filter', async () => {
  const { app } = await openSite({ env: { PUBLIC_URL: origin }, files });
  const get = (path: string) => request(app).get(path).set('Accept', 'text/html');
  const robots = robotsParser(`${origin}/robots.txt`, (await get('/robots.txt')).text);
  const pages = new Map<string, string>();
  const waiting = ['/'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path) || !robots.isAllowed(origin + path, 'Googlebot')) continue;
    const { status, text } = await get(path);
    expect([path, status]).toEqual([path, 200]);
    pages.set(path, text);
    waiting.push(...followedIn(text));
  }
  const paths = [...pages.keys()];
  const filtered = paths.filter((path) =>
    [...new URL(path, origin).searchParams.keys()].some((name) =>
      filterNames.some((other) => other === name),
    ),
  );
  expect(filtered).toEqual([]);
  // The filters themselves were met.
  expect(pages.get('/product?category=resistors')).toContain('name="f" value="阻值:3 Ω"');
  const products = ids.map((id) => `/product/info/${id}`);
  expect(paths).toEqual(expect.arrayContaining([...products, '/product?category=parts']));
  for (const path of products) {
    const data = thingsOf(pages.get(path) ?? '').filter(({ '@type': type }) =>
      String(type).startsWith('Product'),
    );
    expect([path, data.length]).toEqual([path, 1]);
  }

  const inSitemap = (await readSitemap(app, origin)).flatMap((file) => file.pages.map(({ url }) => url));
  const readable = paths.map((path) => origin + path);
  expect(inSitemap.filter((url) => !readable.includes(url))).toEqual([]);
  expect(inSitemap).toEqual(expect.arrayContaining(products.map((path) => origin + path)));
  expect(inSitemap.filter((url) => /variant=|[?&](?:f|brand)=/.test(url))).toEqual([]);

  const feed = /<link [^>]*type="application\/feed\+json"[^>]*>/.exec(pages.get('/product') ?? '')?.[0] ?? '';
  const href = /href="([^"]*)"/.exec(feed)?.[1] ?? '';
  const { items } = JSON.parse((await get(new URL(href, origin).pathname)).text);
  expect(items.length).toBeGreaterThan(10);
  for (const { url } of items) expect(readable).toContain(url);
});
