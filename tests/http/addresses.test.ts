import { globSync } from 'node:fs';
import type { Express } from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { paths } from '#shared/address/paths.ts';
import { pageRoutes } from '#shared/address/routes.ts';
import { payloadSuffix } from '#server/pages/page-target.ts';
import { openSite } from '../helpers/site.ts';

// A line that changes is a link that breaks: in bookmarks, search engines and older clients.

test('the addresses that pages name', () => {
  const list = { page: 2, category: '茶葉&', sort: 'price-asc' } as const;
  const { googleFor, loginFor, products, articles, product, article, author, brand, tag, ...plain } = paths;
  const made = {
    ...plain,
    googleFor: googleFor('/articles?page=2'),
    loginFor: loginFor('/articles?page=2'),
    products: [products(), products(list)],
    articles: [articles(), articles({ page: 2 })],
    product: product('綠茶 a/b'),
    article: article('茶席'),
    author: [author('張若水'), author('lin', { page: 2 })],
    brand: brand('青葉 & Co'),
    tag: [tag('製茶'), tag('a/b', { page: 2 })],
  };
  expect(made).toMatchInlineSnapshot(`
    {
      "account": "/account",
      "article": "/articles/%E8%8C%B6%E5%B8%AD",
      "articles": [
        "/articles",
        "/articles?page=2",
      ],
      "author": [
        "/author/%E5%BC%B5%E8%8B%A5%E6%B0%B4",
        "/author/lin?page=2",
      ],
      "brand": "/product?brand=%E9%9D%92%E8%91%89%20%26%20Co",
      "colorMode": "/color-mode",
      "edit": "/edit",
      "google": "/login/google",
      "googleCallback": "/login/google/callback",
      "googleFor": "/login/google?next=%2Farticles%3Fpage%3D2",
      "home": "/",
      "llmsTxt": "/llms.txt",
      "login": "/login",
      "loginFor": "/login?next=%2Farticles%3Fpage%3D2",
      "product": "/product/info/%E7%B6%A0%E8%8C%B6%20a%2Fb",
      "products": [
        "/product",
        "/product?category=%E8%8C%B6%E8%91%89%26&sort=price-asc&page=2",
      ],
      "saved": "/account/saved",
      "search": "/search",
      "suggestions": "/search/suggestions.json",
      "tag": [
        "/articles/tag/%E8%A3%BD%E8%8C%B6",
        "/articles/tag/a~47b?page=2",
      ],
      "touchIcon": "/apple-touch-icon.png",
      "webManifest": "/manifest.webmanifest",
    }
  `);
});

test('the addresses of pages, and of their data', () => {
  const addresses = pageRoutes.map((route) => [
    route.path,
    ...('query' in route ? [`?${route.query.join('&')}`] : []),
  ]);
  expect(addresses.map((parts) => parts.join(' '))).toMatchInlineSnapshot(`
    [
      "/ ?category&sort&page",
      "/login ?next&notice",
      "/account ?notice",
      "/account/saved",
      "/articles ?page",
      "/articles/:id",
      "/articles/tag/:tag ?page",
      "/product ?category&brand&availability&min&max&f&sort&page",
      "/product/info/:product_id ?variant",
      "/author/:author_id ?page",
      "/pages/:id",
      "/search ?q&kind&sort&category&tag&author&availability&min&max&page",
      "*",
    ]
  `);
  expect(payloadSuffix).toMatchInlineSnapshot(`"/_payload.json"`);
});

test('the addresses that the server answers beside its pages', async () => {
  const { app } = await openSite({
    env: {
      PUBLIC_URL: 'https://www.example.com',
      SECURITY_CONTACT: 'mailto:security@example.com',
      GOOGLE_SIGN_IN: 'existing',
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
    },
  });
  expect([...routesOf(app.router.stack)]).toMatchInlineSnapshot(`
    [
      "GET /.well-known/security.txt",
      "GET /robots.txt",
      "GET /healthz",
      "GET /readyz",
      "GET /builds/latest.json",
      "GET /builds/meta/:file",
      "GET /favicon.svg /favicon.ico /apple-touch-icon.png /icon-192.png /icon-512.png",
      "GET /colors/:light-:dark.css",
      "GET /api/_nuxt_icon/:collection",
      "GET /manifest.webmanifest",
      "GET /titles.css",
      "POST /color-mode",
      "GET /speculation-rules.json",
      "GET /search/suggestions.json",
      "POST /login",
      "POST /account",
      "POST /account/saved",
      "ANY /login /account /account/saved",
      "GET /login/google",
      "GET /login/google/callback",
      "GET /account/link/:token",
      "POST /account/link/:token",
      "ANY /account/link/:token",
      "GET /edit/preview/:what",
      "GET /account/status",
      "GET /edit",
      "GET /edit/:kind/:id/remove",
      "GET /edit/:kind/:id/rename",
      "GET /edit/trash",
      "GET /edit/trash/:key/purge",
      "POST /edit/trash/:key",
      "GET /edit/redirects",
      "POST /edit/redirects",
      "GET /edit/accounts",
      "GET /edit/accounts/_new",
      "POST /edit/accounts/_new",
      "GET /edit/accounts/:id",
      "POST /edit/accounts/:id",
      "GET /edit/site",
      "POST /edit/site",
      "GET /edit/site/history",
      "GET /edit/site/history/:seq",
      "GET /edit/tags",
      "GET /edit/tags/rename",
      "POST /edit/tags/rename",
      "GET /edit/:kind/:id/history",
      "GET /edit/:kind/:id/history/:seq",
      "POST /edit/:kind/:id/history/:seq",
      "GET /edit/media",
      "POST /edit/media",
      "PUT /edit/media/_upload",
      "POST /edit/media/_replace/*path",
      "GET /edit/media/*path",
      "POST /edit/media/*path",
      "PUT /edit/:kind/:id/autosave",
      "DELETE /edit/:kind/:id/autosave",
      "PUT /edit/:kind/:id/presence",
      "GET /edit/:kind/:id/autosave",
      "POST /edit/:kind/:id/autosave",
      "POST /edit/render",
      "GET /edit/:kind/_table",
      "GET /edit/:kind/_table/export",
      "POST /edit/:kind/_table",
      "POST /edit/:kind/_many",
      "GET /edit/_picks/:what",
      "GET /edit/:kind",
      "GET /edit/:kind/_new",
      "POST /edit/:kind/_new",
      "GET /edit/:kind/:id",
      "POST /edit/:kind/:id",
      "GET /feed.xml",
      "GET /feed.json",
      "GET /author/:author_id/feed.xml",
      "GET /author/:author_id/feed.json",
      "GET /articles/tag/:tag/feed.xml",
      "GET /articles/tag/:tag/feed.json",
      "GET /product/feed.xml",
      "GET /product/feed.json",
      "GET /articles/:id.md",
      "GET /llms.txt",
      "GET /sitemap.xml",
      "GET /sitemaps/:name.xml",
    ]
  `);
  expect(globSync('**/*.*', { cwd: 'public' }).sort()).toMatchInlineSnapshot(`
    [
      "apple-touch-icon.png",
      "favicon.ico",
      "favicon.svg",
      "icon-192.png",
      "icon-512.png",
    ]
  `);
  // The folders of files, whose addresses are no pages.
  for (const folder of ['/assets', '/media']) {
    const { status, headers } = await request(app).get(`${folder}/none`);
    expect.soft([status, headers['content-type']], folder).toEqual([404, 'text/plain; charset=utf-8']);
  }
});

type Layer = Express['router']['stack'][number];

function* routesOf(stack: readonly Layer[]): Generator<string> {
  for (const { route, handle } of stack) {
    if (route) {
      const methods = route.stack.map(({ method }) => (method ?? 'any').toUpperCase());
      yield `${[...new Set(methods)].join()} ${[route.path].flat().join(' ')}`;
    }
    if ('stack' in handle) yield* routesOf(handle.stack as Layer[]);
  }
}
