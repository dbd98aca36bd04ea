import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { sql } from 'kysely';
import request from 'supertest';
import { expect, onTestFinished, test } from 'vitest';
import { aDrawing, anArticle, anAuthor, aProduct } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { openSite } from '../helpers/site.ts';

const files = {
  'products/baozhong.md': aProduct({ images: [{ src: 'media/tea.svg', alt: '茶' }] }),
  'media/tea.svg': aDrawing,
};

test('every answer carries the security headers and names no software', async () => {
  const { app } = await openSite({ files });
  for (const address of [
    '/',
    '/nope',
    '/_payload.json',
    '/healthz',
    '/assets/none.js',
    '/articles/%E0%A4%A',
  ]) {
    const { headers } = await request(app).get(address);
    const csp = headers['content-security-policy'] ?? '';
    expect.soft(csp, address).toContain("default-src 'none'");
    expect.soft(csp, address).not.toContain('unsafe');
    expect.soft(headers['x-content-type-options'], address).toBe('nosniff');
    expect.soft(headers['x-frame-options'], address).toBe('DENY');
    expect.soft(headers['permissions-policy'], address).toContain('camera=()');
    expect.soft(headers['x-powered-by'], address).toBeUndefined();
    expect.soft(headers['x-request-id'], address).toMatch(/^[\w-]{8,64}$/);
  }
});

const transports: [env: Record<string, string>, header: string | undefined][] = [
  [{}, undefined],
  [{ PUBLIC_URL: 'http://tea.example' }, undefined],
  [{ PUBLIC_URL: 'https://tea.example' }, 'max-age=31536000'],
  [{ PUBLIC_URL: 'https://tea.example', HSTS_SUBDOMAINS: 'on' }, 'max-age=31536000; includeSubDomains'],
];

test.for(transports)('with %o browsers are told to keep to https: %s', async ([env, header]) => {
  const { app } = await openSite({ env });
  const { headers } = await request(app).get('/healthz');
  expect(headers['strict-transport-security']).toBe(header);
});

test('a request id is taken over when it is well-formed, and replaced when it is not', async () => {
  const { app } = await openSite({ files });
  const taken = await request(app).get('/healthz').set('X-Request-Id', 'abcd-1234-efgh');
  expect(taken.headers['x-request-id']).toBe('abcd-1234-efgh');
  const replaced = await request(app).get('/healthz').set('X-Request-Id', 'no good');
  expect(replaced.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

test('HEAD answers as GET does, without a body', async () => {
  const { app } = await openSite({ files });
  for (const [address, status] of [
    ['/', 200],
    ['/nope', 404],
    ['/_payload.json', 200],
  ] as const) {
    const response = await request(app).head(address);
    expect.soft(response.status, address).toBe(status);
    expect.soft(response.text, address).toBeFalsy();
  }
});

test('another method than GET and HEAD is refused with what is allowed', async () => {
  const { app } = await openSite({ files });
  for (const method of ['post', 'put', 'patch', 'delete'] as const) {
    const response = await request(app)[method]('/product').set('Accept', 'application/json');
    expect.soft(response.status, method).toBe(405);
    expect.soft(response.headers['allow'], method).toBe('GET, HEAD');
    expect
      .soft(response.body, method)
      .toMatchObject({ error: true, statusCode: 405, message: 'Method Not Allowed' });
  }
});

test('a page is compressed for whoever takes it so', async () => {
  const { app } = await openSite({ files });
  const response = await request(app).get('/').set('Accept-Encoding', 'gzip');
  expect(response.headers['content-encoding']).toBe('gzip');
  expect(response.headers['vary']).toContain('Accept-Encoding');
  expect(response.text).toContain('文山包種茶');
});

test('media is served for ever under its content hash, and a missing file is not a page', async () => {
  const { app } = await openSite({ files });
  const { body } = await request(app).get('/_payload.json');
  const { src } = body.data.index.items[0].picture;
  const picture = await request(app).get(src);
  expect(picture.status).toBe(200);
  expect(picture.type).toBe('image/svg+xml');
  expect(picture.headers['cache-control']).toContain('immutable');
  expect(picture.headers['content-security-policy']).toContain('sandbox');
  expect(Buffer.from(picture.body).toString()).toBe(aDrawing);

  for (const address of [
    '/media/none.svg',
    '/assets/none.js',
    '/media/../site.db',
    '/media/%2e%2e/site.db',
  ]) {
    const missing = await request(app).get(address);
    expect.soft(missing.status, address).toBe(404);
    expect.soft(missing.headers['cache-control'], address).not.toContain('immutable');
  }
});

test('the data block cannot be left by what it contains', async () => {
  const evil = '</script><script>alert(1)</script><!--';
  const { app } = await openSite({ files: { 'products/evil.md': aProduct({ name: evil, summary: evil }) } });
  const { text } = await request(app).get('/product/info/evil');
  expect(text).not.toContain('<script>alert');
  const block = /<script type="application\/json" id="page-data">([^<]*)<\/script>/.exec(text)?.[1] ?? '';
  expect(JSON.parse(block).loaderData['product-info-product_id'].name).toBe(evil);
});

test('what a path contains is shown as text', async () => {
  const { app } = await openSite({ files });
  const { text } = await request(app).get(
    '/%3Cimg%20src=x%20onerror=alert(1)%3E?q="><script>alert(1)</script>',
  );
  expect(text).not.toMatch(/<img src=x|<script>alert/);
});

test.for(engines)(
  'a failing query on %s is a 500 that says nothing, logged once with the request id',
  async (engine) => {
    const { log, lines } = keptLog();
    const { app, services } = await openSite({ engine, files, log });
    await sql`alter table article_products rename to elsewhere`.execute(services.db.write);
    for (const [address, accept] of [
      ['/product/info/baozhong', 'text/html'],
      ['/product/info/baozhong/_payload.json', 'application/json'],
    ] as const) {
      lines.length = 0;
      const response = await request(app).get(address).set('Accept', accept);
      expect(response.status).toBe(500);
      expect(response.text).toContain('Internal Server Error');
      expect(response.text).not.toMatch(/database|sqlite|table|relation/i);
      const failures = lines.filter((line) => line.level === 'error' && 'requestId' in line);
      expect(failures.map((line) => line['requestId'])).toEqual([response.headers['x-request-id']]);
      expect(response.text).toContain(response.headers['x-request-id']);
      expect(lines.filter((line) => line.msg === 'request')).toHaveLength(1);
    }
    await services.db.close();
    const ready = await request(app).get('/readyz');
    expect(ready.status).toBe(503);
    await request(app).get('/healthz').expect(200);
  },
);

test('health and readiness are told, and readiness ends when the process stops', async () => {
  const { app, services } = await openSite({ files });
  expect((await request(app).get('/healthz').expect(200)).body).toEqual({ status: 'ok' });
  await request(app).get('/readyz').expect(200);
  services.lifecycle.isStopping = true;
  await request(app).get('/readyz').expect(503);
  await request(app).get('/healthz').expect(200);
});

test('a process that is replaced is ready, and ends each connection with an answer', async () => {
  const { app, services } = await openSite({ files, env: { PAGE_STORE_MB: '8' } });
  const agent = new http.Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const connectionOf = async (path: string) =>
    (await request(app).get(path).agent(agent).expect(200)).headers['connection'];
  for (const path of ['/product', '/product', '/readyz']) expect(await connectionOf(path)).toBe('keep-alive');
  services.lifecycle.isReplaced = true;
  for (const path of ['/product', '/readyz', '/articles']) expect(await connectionOf(path)).toBe('close');
});

test('under a base path every address has it, and nothing is outside', async () => {
  const article = anArticle({ author: 'lin' }, '看[商品](/product)。\n\n![茶](media/tea.svg)');
  const { app } = await openSite({
    env: { BASE_PATH: '/shop/' },
    files: { ...files, 'authors/lin.md': anAuthor(), 'articles/spring.md': article },
  });
  const { text } = await request(app).get('/shop/articles/spring').expect(200);
  const addresses = [...text.matchAll(/(?:href|src|content)="(\/[^"]*)"/g)].map((match) => match[1]);
  expect(addresses.length).toBeGreaterThan(5);
  expect(addresses.filter((address) => !address?.startsWith('/shop/'))).toEqual([]);
  expect(text).toContain('<a href="/shop/product"');

  await request(app).get('/shop/product/info/baozhong').expect(200);
  const home = await request(app).get('/shop/_payload.json').expect(200);
  expect(home.body.data.index.total).toBe(1);
  await request(app).get('/shop/healthz').expect(200);
  expect((await request(app).get('/shop/nope')).text).toContain('Page not found: /nope');
  for (const outside of ['/', '/product', '/shopping', '/healthz']) {
    const response = await request(app).get(outside);
    expect.soft(response.status, outside).toBe(404);
  }
});

test('the sample content fills an empty database, and only an empty one', async () => {
  const { app } = await openSite({ env: { SAMPLE_CONTENT: 'auto' } });
  const { body } = await request(app).get('/_payload.json');
  expect(body.data.index.total).toBe(48);
  expect((await request(app).get('/articles/_payload.json')).body.data.articles.total).toBe(16);
  const settings = await readFile(path.resolve('server/sample-content/site.yaml'), 'utf8');
  expect(settings).toContain(body.data.layout.name);
});

test('what is long travels once: an article’s text is in its page, not again in the page’s data', async () => {
  const { app } = await openSite({
    files: { 'authors/lin.md': anAuthor(), 'articles/spring.md': anArticle({}, '只說一次的話。') },
  });
  const { text } = await request(app).get('/articles/spring');
  expect(text.split('只說一次的話。')).toHaveLength(2);
  const payload = await request(app).get('/articles/spring/_payload.json');
  expect(payload.body.data['articles-id'].bodyHtml).toContain('只說一次的話。');
});

test('the policy lets nothing inline run, and no text become HTML but through the site’s own rule', async () => {
  const { app } = await openSite({ files });
  for (const address of ['/product', '/product', '/nope', '/_payload.json', '/healthz']) {
    const policy =
      (await request(app).get(address).set('Accept', 'text/html')).headers['content-security-policy'] ?? '';
    expect.soft(policy, address).toContain("default-src 'none'");
    expect.soft(policy, address).toContain("script-src 'self';");
    expect.soft(policy, address).toContain("require-trusted-types-for 'script';trusted-types qingye");
    expect.soft(policy, address).not.toMatch(/unsafe|nonce/);
  }
});
