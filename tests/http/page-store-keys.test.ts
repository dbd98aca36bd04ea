import request from 'supertest';
import { expect, test } from 'vitest';
import { aProduct } from '../helpers/content.ts';
import { openSite } from '../helpers/site.ts';
import { files, get, html, markOf, untilKept, type Headers } from '../helpers/stored-pages.ts';

test('HEAD has the headers of GET and no body', async () => {
  const site = await openSite({ files });
  const coded = { ...html, 'Accept-Encoding': 'br' };
  const head = () => request(site.app).head('/product').set(coded);
  const first = await head();
  await untilKept(site, '/product');
  for (const response of [first, await head()]) {
    const { headers } = await get(site, '/product', coded);
    expect(response.status).toBe(200);
    expect(response.text ?? '').toBe('');
    for (const name of ['etag', 'content-length', 'content-type', 'vary', 'cache-control'])
      expect.soft(response.headers[name], name).toBe(headers[name]);
  }
});

/** Variations of a request that must get the page of the plain address. */
const attempts: [what: string, address: string, headers: Headers][] = [
  ['an unknown parameter', '/product?utm_source=x', {}],
  ['what goes without saying', '/product?sort=recommended&page=1&category=', {}],
  ['another host', '/product', { Host: 'evil.example' }],
  ['a forwarded host', '/product', { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' }],
  ['a forwarded prefix', '/product', { 'X-Forwarded-Prefix': '/evil', 'X-Original-URL': '/evil' }],
  ['another method in a header', '/product', { 'X-HTTP-Method-Override': 'POST' }],
  ['another language', '/product', { 'Accept-Language': 'en' }],
  ['JSON', '/product', { Accept: 'application/json' }],
  ['a foreign cookie', '/product', { Cookie: 'a=b; tracking=1' }],
  [
    'an internal header',
    '/product',
    { 'X-React-Router-Prerender-Data': 'x', 'X-Middleware-Subrequest': 'x' },
  ],
  ['a payload’s name in the query', '/product?/_payload.json', {}],
];

/** Answer of another site to the plain address. */
let plain: string | undefined;

test.for(attempts)('%s gets the plain page and leaves no other behind', async ([, address, headers]) => {
  const site = await openSite({ files });
  plain ??= (await get(await openSite({ files }), '/product')).text;
  const attempt = await get(site, address, headers);
  expect(attempt.status).toBe(200);
  expect(attempt.text).toBe(plain);
  // Neither splits nor mixes: the plain address is answered from the page that the attempt stored.
  await untilKept(site, address, headers);
  const after = await get(site, '/product');
  expect(markOf(after)).toBe('hit');
  expect(after.text).toBe(plain);
});

test.for(['//product', '/./product', '/x/../product', '/PRODUCT', '/%70roduct', '/product/', '/product//'])(
  '%s is no second key of the product list',
  async (address) => {
    const site = await openSite({ files });
    await untilKept(site, '/product');
    const { status } = await get(site, address).redirects(0);
    expect([200, 308, 404]).toContain(status);
    const after = await get(site, '/product');
    expect(after.status).toBe(200);
    expect(markOf(after)).toBe('hit');
    expect(after.text).toContain('文山包種茶');
  },
);

test('`/?/_payload.json` is the front page, and the payload is itself', async () => {
  const site = await openSite({ files });
  for (let round = 0; round < 3; round += 1) {
    expect((await get(site, '/?/_payload.json')).type).toBe('text/html');
    expect((await get(site, '/_payload.json')).type).toBe('application/json');
    expect((await get(site, '/_payload.json?/')).type).toBe('application/json');
    expect((await get(site, '/')).type).toBe('text/html');
  }
});

test('a page of one colour mode is never another’s', async () => {
  const site = await openSite({ files });
  for (const mode of ['light', 'dark', 'light', 'dark']) {
    const { text } = await get(site, '/product', { Cookie: `color-mode=${mode}` });
    expect(text).toContain(`data-color-mode="${mode}"`);
  }
  expect((await get(site, '/product')).text).toContain('data-color-mode="system"');
});

test('a page that is not there says so in the form that each asks for, also from the store', async () => {
  const site = await openSite({ files });
  await untilKept(site, '/nope?x=1');
  const stored = await get(site, '/nope?x=1');
  expect(stored.status).toBe(404);
  expect(stored.text).toContain('Page not found: /nope?x=1');
  expect(stored.headers['vary']).toContain('User-Agent');
  const json = await request(site.app).get('/nope?x=1').set('Accept', 'application/json');
  expect(json.status).toBe(404);
  expect(json.body.message).toBe('Page not found: /nope?x=1');
  expect((await get(site, '/nope?x=2')).text).toContain('Page not found: /nope?x=2');
});

test.for(['', '/_payload.json'])(
  'a thing that was missing is there as soon as it is written%s',
  async (suffix) => {
    const site = await openSite({ files });
    const path = `/product/info/new${suffix}`;
    for (const mark of [undefined, 'hit', 'hit']) {
      const missing = await get(site, path);
      expect(missing.status).toBe(404);
      if (mark) expect(markOf(missing)).toBe(mark);
    }
    await site.import({ 'products/new.md': aProduct({ name: '新茶' }) });
    const response = await get(site, path);
    expect(response.status).toBe(200);
    expect(response.text).toContain('新茶');
  },
);

test('made-up addresses push no real page out', async () => {
  const site = await openSite({ files, env: { PAGE_STORE_MB: '1' } });
  await untilKept(site, '/product');
  for (let n = 0; n < 60; n += 1) {
    await get(site, `/nope-${n}`);
    await get(site, `/product/info/nope-${n}/_payload.json`);
    await get(site, `/wp-admin-${n}%0a.php`);
  }
  expect(markOf(await get(site, '/product'))).toBe('hit');
});
