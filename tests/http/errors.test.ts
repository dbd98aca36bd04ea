import request from 'supertest';
import { expect, onTestFinished, test } from 'vitest';
import { aProduct } from '../helpers/content.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { openSite, type TestSite } from '../helpers/site.ts';

const files = { 'products/baozhong.md': aProduct() };
const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36';
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

type Headers = Record<string, string>;
const html = 'text/html,application/xhtml+xml,*/*;q=0.8';

const forms: [what: string, address: string, headers: Headers, type: string][] = [
  ['a browser', '/nope', { 'User-Agent': browser, Accept: html }, 'text/html'],
  ['a browser at an API address', '/api/none', { 'User-Agent': browser, Accept: html }, 'text/html'],
  [
    'fetch in a page',
    '/nope',
    { 'User-Agent': browser, Accept: '*/*', 'Sec-Fetch-Mode': 'cors' },
    'application/problem+json',
  ],
  ['who accepts JSON', '/nope', { Accept: 'application/json' }, 'application/problem+json'],
  ['who accepts both', '/nope', { Accept: 'application/json, text/html' }, 'text/html'],
  ['curl', '/nope', { 'User-Agent': 'curl/8.9.1', Accept: '*/*' }, 'application/problem+json'],
  ['HTTPie', '/nope', { 'User-Agent': 'HTTPie/3.2', Accept: '*/*' }, 'application/problem+json'],
  ['an API address', '/api/none', { Accept: '*/*' }, 'application/problem+json'],
  ['an address ending in .json', '/none.json', { Accept: '*/*' }, 'application/problem+json'],
  ['a query ending in .json', '/nope?x=.json', { Accept: '*/*' }, 'text/html'],
  ['nobody in particular', '/nope', {}, 'text/html'],
  ['a crawler', '/nope', { 'User-Agent': googlebot, Accept: html }, 'text/plain'],
  ['a phone named CUBOT', '/nope', { 'User-Agent': `${browser} CUBOT NOTE 20`, Accept: html }, 'text/html'],
];

test.for(forms)('%s at %s gets the error in its own form', async ([, address, headers, type]) => {
  const { app } = await openSite({ files });
  const response = await request(app).get(address).set(headers);
  expect(response.status).toBe(404);
  expect(response.type).toBe(type);
  const vary = response.headers['vary'] ?? '';
  for (const name of ['Accept', 'User-Agent', 'Sec-Fetch-Mode']) expect(vary).toContain(name);
});

test('an error in JSON has the fields of RFC 9457 and those of older clients', async () => {
  const { app } = await openSite({ files });
  const response = await request(app).get('/nope/%E4%B8%AD?y=%E4%B8%AD').set('Accept', 'application/json');
  const message = 'Page not found: /nope/%E4%B8%AD?y=%E4%B8%AD';
  expect(response.body).toEqual({
    error: true,
    url: '/nope/%E4%B8%AD?y=%E4%B8%AD',
    statusCode: 404,
    statusMessage: message,
    message,
    data: { path: '/nope/%E4%B8%AD?y=%E4%B8%AD' },
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: message,
    instance: response.headers['x-request-id'],
  });
});

test('a page that exists is HTML whatever is asked for', async () => {
  const { app } = await openSite({ files });
  const response = await request(app).get('/product').set('Accept', 'application/json');
  expect(response.type).toBe('text/html');
});

test('a crawler gets the bare reason, and the log has user agent and path, cut and without alarm', async () => {
  const { log, lines } = keptLog();
  const { app } = await openSite({ files, log });
  const userAgent = `${googlebot} ${'a'.repeat(12_000)}`;
  const response = await request(app).get('/nope?x=1').set({ 'User-Agent': userAgent, Accept: html });
  expect(response.text).toBe('Not Found\n');
  await request(app)
    .get(`/${'b'.repeat(5_000)}`)
    .set({ 'User-Agent': googlebot, Accept: html })
    .expect(414);
  const met = lines.filter(({ msg }) => msg === 'a crawler met an error');
  expect(met).toMatchObject([
    { level: 'info', userAgent: userAgent.slice(0, 300), path: '/nope?x=1', statusCode: 404 },
    { level: 'info', userAgent: googlebot, path: `/${'b'.repeat(299)}`, statusCode: 414 },
  ]);
  expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
});

test('a page is the same for a crawler and for a person', async () => {
  const { app } = await openSite({ files });
  const crawled = await request(app)
    .get('/product')
    .set({ 'User-Agent': googlebot, Accept: html })
    .expect(200);
  const seen = await request(app)
    .get('/product')
    .set({ 'User-Agent': 'Mozilla/5.0', Accept: html })
    .expect(200);
  expect(crawled.text).toBe(seen.text);
});

const refused: [what: string, method: 'get' | 'post', address: string, status: number][] = [
  ['another method', 'post', '/product', 405],
  ['an escape that is not UTF-8', 'get', '/articles/%E0%A4%A', 400],
  ['a lone percent sign', 'get', '/articles/%', 400],
  ['an encoded line feed', 'get', '/wp-admin%0a.php', 400],
  ['an encoded carriage return', 'get', '/login%0dzq.css', 400],
  ['a line separator', 'get', '/articles/a%E2%80%A8b', 400],
  ['a paragraph separator', 'get', '/x%E2%80%A9', 400],
  ['a NUL', 'get', '/articles/%00', 400],
  ['a control character in the address of a payload', 'get', '/articles/%7f/_payload.json', 400],
  ['an endless address', 'get', `/articles/${'x'.repeat(5000)}`, 414],
];

test.for(refused)('%s is refused on a page in the dress of the site', async ([, method, address, status]) => {
  const { app } = await openSite({ files: { ...files, 'site.yaml': 'name: 測試誌\n' } });
  const response = await request(app)[method](address).set('Accept', html);
  expect(response.status).toBe(status);
  expect(response.text).toContain('測試誌');
  expect(response.text).toContain('無法顯示這個頁面');
  expect(response.text).toContain('返回首頁');
  if (status === 405) expect(response.headers['allow']).toBe('GET, HEAD');
});

/** Lets what pages are made with be another until the test ends: all sites of a process share it. */
function setPages({ assets }: TestSite['services'], value: unknown): void {
  const { pages } = assets;
  const set = (given: unknown) => void Object.defineProperty(assets, 'pages', { value: given });
  onTestFinished(() => set(pages));
  set(value);
}

test('a page that cannot be rendered is a 500 page in the dress of the site, without what was thrown', async () => {
  const { log, lines } = keptLog();
  const { app, services } = await openSite({ files, log });
  let renders = 0;
  const { pages } = services.assets;
  setPages(services, {
    ...pages,
    // Each second one is of the error page.
    get 'product-info-product_id'() {
      renders += 1;
      if (renders % 2 === 1) throw new TypeError('Cannot read');
      return [];
    },
  });
  const response = await request(app).get('/product/info/baozhong').set('Accept', html);
  expect(response.status).toBe(500);
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.text).toContain('伺服器發生錯誤');
  expect(response.text).toContain('跳到主要內容');
  expect(response.text).toContain('Internal Server Error');
  expect(response.text).not.toMatch(/TypeError|Cannot read|reading '/);
  expect(lines.filter((line) => line.level === 'error')).toHaveLength(1);

  const json = await request(app).get('/product/info/baozhong').set('Accept', 'application/json');
  expect(json.status).toBe(500);
  expect(json.body).toMatchObject({ statusCode: 500, message: 'Internal Server Error' });
});

test('when the error page cannot be rendered either, a page that needs nothing is sent', async () => {
  const { app, services } = await openSite({ files });
  setPages(services, null);
  const response = await request(app).get('/product').set('Accept', html);
  expect(response.status).toBe(500);
  expect(response.type).toBe('text/html');
  expect(response.text).toContain('伺服器發生錯誤');
  expect(response.text).toContain(response.headers['x-request-id']);
});

test('while the database cannot be asked, an error that is no page’s is told without the layout', async () => {
  const { log, lines } = keptLog();
  const { app, services } = await openSite({ files, log });
  services.changeFeed.catchUp = () => false;
  await services.db.read.destroy();
  const response = await request(app).post('/product').set('Accept', html);
  expect(response.status).toBe(405);
  expect(response.headers['allow']).toBe('GET, HEAD');
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.text).toContain('無法顯示這個頁面');
  expect(response.text).not.toContain('跳到主要內容');
  expect(lines.filter((line) => line.level === 'error')).toHaveLength(1);
});
