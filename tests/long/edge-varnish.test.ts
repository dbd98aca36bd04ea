import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isCrawler } from '#server/http/request/crawler.ts';
import { hasVarnish, openVarnish } from '#scripts/tools/servers/open-varnish.ts';
import { anAccount, signedIn } from '../helpers/accounts.ts';
import { anArticle, aProduct } from '../helpers/content.ts';
import { engines } from '../helpers/databases.ts';
import { browserAgent, isHit, openEdgeSite, type EdgeSite } from '../helpers/edge-site.ts';
import { allIsTold } from '../helpers/purge-receiver.ts';
import { sendLines } from '../helpers/raw-request.ts';
import { files } from '../helpers/stored-pages.ts';

/** Until Varnish has the address. */
async function untilHit(
  { ask }: EdgeSite,
  path: string,
  headers: Record<string, string> = {},
): Promise<void> {
  await expect.poll(async () => isHit(await ask(path, headers))).toBe(true);
}

/** With a CDN_MAX_AGE of a second: the statuses of all answers until the page is older. */
async function statusesUntilOver({ ask }: EdgeSite, path: string): Promise<Set<number>> {
  const statuses = new Set<number>();
  const age = async () => {
    const { status, headers } = await ask(path);
    statuses.add(status);
    return Number(headers['age']);
  };
  // The age is in whole seconds.
  await expect.poll(age).toBeGreaterThan(1);
  return statuses;
}

const rename = ({ site }: EdgeSite, name: string) =>
  site.import({ 'products/baozhong.md': aProduct({ name }) });

describe.runIf(hasVarnish)('behind Varnish', () => {
  test.for(engines)('a page on %s is asked for once, and again as soon as it has changed', async (engine) => {
    const edge = await openEdgeSite(openVarnish, { engine, files });
    for (const path of ['/product', '/product/info/baozhong', '/articles/spring', '/product/_payload.json'])
      await untilHit(edge, path);
    edge.reached.length = 0;
    expect((await edge.ask('/product', {}, 'HEAD')).status).toBe(200);
    expect(isHit(await edge.ask('/product'))).toBe(true);
    expect(edge.reached).toEqual([]);
    for (let n = 0; n < 3; n += 1) {
      const name = `第${n}次`;
      await rename(edge, name);
      // A single purge is enough. It is repeated later for answers that were on their way, of which there are none.
      await allIsTold(edge.site);
      for (const path of ['/product', '/product/info/baozhong', '/product/_payload.json'])
        expect((await edge.ask(path)).body, path).toContain(name);
    }
    expect(isHit(await edge.ask('/articles/spring'))).toBe(true);
  });

  test('browsers are told to ask, and are told nothing of keys', async () => {
    const edge = await openEdgeSite(openVarnish, { files });
    for (const path of ['/product', '/product/_payload.json', '/articles/none']) {
      await untilHit(edge, path);
      const { headers } = await edge.ask(path);
      expect.soft(headers['cache-control'], path).toBe('public, max-age=0, must-revalidate');
      expect.soft(headers['vary'], path).not.toMatch(/Cookie|Edge/i);
      for (const name of [
        'surrogate-key',
        'cache-tag',
        'cdn-cache-control',
        'xkey',
        'x-edge-vary',
        'set-cookie',
      ])
        expect.soft(headers, path).not.toHaveProperty(name);
    }
    const { headers } = await edge.ask('/product');
    const again = await edge.ask('/product', { 'If-None-Match': String(headers['etag']) });
    expect([again.status, isHit(again)]).toEqual([304, true]);
  });

  test('each colour mode gets its page, whatever other cookies there are', async () => {
    const edge = await openEdgeSite(openVarnish, { files });
    const shown = async (cookie: string) => {
      const { body } = await edge.ask('/product', cookie === '' ? {} : { Cookie: cookie });
      return /<html[^>]*>/.exec(body)?.[0];
    };
    const [system, light, dark] = [
      await shown(''),
      await shown('color-mode=light'),
      await shown('color-mode=dark'),
    ];
    expect(new Set([system, light, dark]).size).toBe(3);
    edge.reached.length = 0;
    expect(await shown('a=b')).toBe(system);
    expect(await shown('color-mode=purple')).toBe(system);
    expect(await shown('x-color-mode=dark')).toBe(system);
    expect(await shown('a=b; color-mode=dark; c=d')).toBe(dark);
    expect(await shown('color-mode=; color-mode=dark')).toBe(dark);
    expect(await shown('color-mode=light; color-mode=dark')).toBe(light);
    expect(await shown('color-mode=purple; color-mode=dark')).toBe(system);
    expect(edge.reached).toEqual([]);
    // The request that fills the cache decides the stored variant.
    const odd = await edge.ask('/articles', { Cookie: 'a=b;\u00a0color-mode=dark' });
    expect(/<html[^>]*>/.exec(odd.body)?.[0]).toBe(system);
  });

  test('who is signed in is answered by the site, and nobody gets that answer', async () => {
    const edge = await openEdgeSite(openVarnish, { files });
    await anAccount(edge.site.services.db, { name: '林先生' });
    const cookie = await signedIn(edge.site.app);
    for (const path of ['/articles/spring', '/articles/spring/_payload.json']) {
      const own = await edge.ask(path, { Cookie: cookie });
      expect.soft(own.body).toContain('林先生');
      expect.soft(own.headers['cache-control']).toBe('private, no-store');
      await untilHit(edge, path);
      expect.soft((await edge.ask(path)).body).not.toContain('林先生');
      expect.soft((await edge.ask(path, { Cookie: `a=b; ${cookie}` })).body).toContain('林先生');
    }
    // An expired session is cleared, for any visitor.
    const over = await edge.ask('/articles/spring', { Cookie: 'session=over' });
    expect(over.headers['set-cookie']).toBeDefined();
    expect((await edge.ask('/articles/spring')).headers).not.toHaveProperty('set-cookie');
  });

  test('an error has the form that fits whoever asks', async () => {
    const edge = await openEdgeSite(openVarnish, { files });
    await untilHit(edge, '/articles/none');
    edge.reached.length = 0;
    expect((await edge.ask('/articles/none')).headers['content-type']).toContain('text/html');
    expect(edge.reached).toEqual([]);
    const json = { Accept: 'application/json' };
    const crawler = {
      'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    };
    expect((await edge.ask('/articles/none', json)).headers['content-type']).toContain('problem+json');
    expect((await edge.ask('/articles/none', crawler)).headers['content-type']).toContain('text/plain');
    expect((await edge.ask('/articles/none')).headers['content-type']).toContain('text/html');
    expect(edge.reached).toHaveLength(2);
    // It appears as soon as it is written.
    await edge.site.import({ 'articles/none.md': anArticle({ title: '終於' }) });
    await expect.poll(async () => (await edge.ask('/articles/none')).body).toContain('終於');
  });

  test('only who has the key may purge', async () => {
    const edge = await openEdgeSite(openVarnish, { files });
    await untilHit(edge, '/product');
    const purge = (headers: Record<string, string>, method = 'POST') =>
      edge.ask('/.edge/purge', { 'Surrogate-Key': 'all', ...headers }, method);
    expect((await purge({})).status).toBe(403);
    expect((await purge({ 'X-Purge-Key': 'wrong' })).status).toBe(403);
    expect((await purge({}, 'GET')).status).toBe(405);
    expect(isHit(await edge.ask('/product'))).toBe(true);
    const right = edge.front.env['PURGE_HEADER']?.split(': ')[1] ?? '';
    expect((await purge({ 'X-Purge-Key': right })).body).toMatch(/^200 [1-9]/);
    expect(isHit(await edge.ask('/product'))).toBe(false);
  });

  test('a target that is no path reaches neither the site nor the cache', async () => {
    const edge = await openEdgeSite(openVarnish, { files });
    edge.reached.length = 0;
    const statusOf = async (line: string) =>
      (await sendLines(edge.front.origin, [`${line} HTTP/1.1`, 'Host: localhost', 'Accept: text/html']))
        .status;
    const targets = [
      'http://elsewhere.example',
      'http://localhost?a',
      'https://localhost/product',
      'ftp://a/',
      '*',
    ];
    for (const target of targets)
      for (const method of ['GET', 'POST', 'OPTIONS'])
        expect.soft(await statusOf(`${method} ${target}`), `${method} ${target}`).toBe(400);
    expect(edge.reached).toEqual([]);
    expect(await statusOf('GET http://localhost/product')).toBe(200);
  });

  test('while the site is away, what was kept is sent, and nothing that was purged', async () => {
    const edge = await openEdgeSite(openVarnish, { files, env: { CDN_MAX_AGE: '1' } });
    await untilHit(edge, '/product');
    await untilHit(edge, '/articles/spring');
    await rename(edge, '凍頂烏龍');
    await expect.poll(async () => (await edge.ask('/product')).body).toContain('凍頂烏龍');
    await edge.stopSite();
    expect(await statusesUntilOver(edge, '/product')).toEqual(new Set([200]));
    const { status, body } = await edge.ask('/product');
    expect(status).toBe(200);
    expect(body).toContain('凍頂烏龍');
    expect((await edge.ask('/product/info/baozhong')).status).toBe(503);
  });

  test('while the site fails and says that it is there, what was kept is sent to everybody', async () => {
    const edge = await openEdgeSite(openVarnish, { files, env: { CDN_MAX_AGE: '1' } });
    await untilHit(edge, '/product');
    edge.failSite(true);
    expect(await statusesUntilOver(edge, '/product')).toEqual(new Set([200]));
    const answers = [...(await Promise.all(Array.from({ length: 8 }, () => edge.ask('/product'))))];
    for (let n = 0; n < 4; n += 1) answers.push(await edge.ask('/product'));
    expect(answers.map(({ status, body }) => [status, body.includes('包種')])).toEqual(
      answers.map(() => [200, true]),
    );
    // For an address that it lacks, Varnish itself reports the failure.
    const none = await edge.ask('/articles/spring');
    expect([none.status, none.body]).toEqual([503, 'the site fails']);
    expect((await edge.ask('/articles/spring', { Range: 'bytes=0-1' })).body).toBe('the site fails');
    edge.failSite(false);
    await expect.poll(async () => isHit(await edge.ask('/articles/spring'))).toBe(true);
  });

  test('an old address is kept, and forgotten when somebody writes at it', async () => {
    const edge = await openEdgeSite(openVarnish, { files });
    await edge.site.services.db.write
      .insertInto('redirects')
      .values({ from_path: '/old', to_path: '/product', is_gone: 0, created_at: '', account_name: '' })
      .execute();
    await untilHit(edge, '/old');
    expect(await edge.ask('/old')).toMatchObject({ status: 308, headers: { location: '/product' } });
    await edge.site.services.db.write.deleteFrom('redirects').execute();
    await expect.poll(async () => (await edge.ask('/old')).status).toBe(404);
  });

  test('no purge is lost over restarts of the site and of Varnish', async () => {
    const edge = await openEdgeSite(openVarnish, { files });
    for (let n = 0; n < 3; n += 1) {
      await untilHit(edge, '/product');
      const name = `第${n}次`;
      if (n === 1) await edge.front.kill();
      await rename(edge, name);
      await edge.restartSite();
      if (n === 1) await edge.front.start();
      await expect.poll(async () => (await edge.ask('/product')).body).toContain(name);
    }
  });

  test('brotli is kept where Varnish leaves codings to the site', async () => {
    const edge = await openEdgeSite((port) => openVarnish(port, ['-p', 'http_gzip_support=off']), { files });
    for (const [accepted, coding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, deflate', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['identity', undefined],
    ] as const) {
      await untilHit(edge, '/product', { 'Accept-Encoding': accepted });
      const { headers } = await edge.ask('/product', { 'Accept-Encoding': accepted });
      expect.soft(headers['content-encoding'], accepted).toBe(coding);
    }
  });
});

test('whom the rules take for a browser is no crawler', () => {
  const vcl = readFileSync('deploy/varnish/qingye.vcl', 'utf8');
  const [, pattern = ''] = /User-Agent ~ "(\^Mozilla[^"]+)"/.exec(vcl) ?? [];
  const [, words = ''] = /User-Agent !~ "\(\?i\)([^"]+)"/.exec(vcl) ?? [];
  const isBrowser = (agent: string) => new RegExp(pattern).test(agent) && !new RegExp(words, 'i').test(agent);
  const people = [
    browserAgent,
    `${browserAgent} Edg/150.0.0.0`,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  ];
  for (const agent of people) expect.soft([isBrowser(agent), isCrawler(agent)], agent).toEqual([true, false]);
  const others = [
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/150.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Chrome-Lighthouse',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'curl/8.0',
    '',
  ];
  for (const agent of others) expect.soft(isBrowser(agent), agent).toBe(false);
});
