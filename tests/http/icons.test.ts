import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import express, { type Express } from 'express';
import request from 'supertest';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { maxIconNames } from '#server/features/icons/icon-request.ts';
import { iconRoutes } from '#server/features/icons/icon-routes.ts';
import { installedCollections } from '#server/features/icons/installed-collections.ts';
import { production } from '#scripts/build/folders.ts';
import { startSite } from '../helpers/built-site.ts';
import { silentLog } from '../helpers/databases.ts';
import { findFreePort } from '#scripts/tools/free-port.ts';
import {
  anIconService,
  dripping,
  flooding,
  hanging,
  knowing,
  sending,
  type IconServiceDouble,
} from '../helpers/icon-service.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { aClockAt, openSite } from '../helpers/site.ts';

const base = '/api/_nuxt_icon';
const square = '<path d="M1 1h8v8H1z"/>';
const circle = '<circle cx="5" cy="5" r="4"/>';
const tabler = { tabler: { square, circle } };

const cachedLong = 'public, max-age=86400, s-maxage=604800, stale-while-revalidate=604800';
const cachedBriefly = 'public, max-age=30';

/** The whole app with an icon service behind it. */
async function openSiteWith(service: IconServiceDouble, options: Parameters<typeof openSite>[0] = {}) {
  return openSite({ ...options, env: { ICON_API_URL: service.url, ...options.env } });
}

/** The routes alone, with a service that may take only this long. */
function impatientApp(iconApiUrl: string, timeoutMs: number): Express {
  const options = { collectionsDir: 'node_modules/@iconify-json', fetch, log: silentLog, clock: systemClock };
  const routes = iconRoutes({ ...options, iconApiUrl: `${iconApiUrl}/`, timeoutMs });
  return express().set('etag', false).use(routes);
}

describe('installed collections', () => {
  const found: [address: string, names: string[]][] = [
    ['/lucide.json?icons=x', ['x']],
    ['/lucide?icons=x', ['x']],
    ['/lucide.json?icons=sun,moon', ['moon', 'sun']],
    ['/lucide.json?icons=sun%2Cmoon', ['moon', 'sun']],
    ['/lucide.json?icons=moon,sun,moon', ['moon', 'sun']],
    ['/lucide.json?icons=x&v=2', ['x']],
    [`/lucide.json?icons=${'x,'.repeat(maxIconNames)}x`, ['x']],
    ['/simple-icons.json?icons=github', ['github']],
    // An alias brings the icon that it is drawn as.
    ['/lucide.json?icons=activity-square', ['square-activity']],
  ];

  test('answer with what was asked for, in Iconify’s form', async () => {
    const { app } = await openSite();
    for (const [address, names] of found) {
      const response = await request(app).get(base + address);
      expect.soft(response.status, address).toBe(200);
      expect.soft(response.type, address).toBe('application/json');
      expect.soft(response.headers['cache-control'], address).toBe(cachedLong);
      const prefix = address.split(/[/.?]/)[1];
      expect.soft(response.body, address).toMatchObject({ prefix, width: 24, height: 24 });
      expect.soft(response.body.lastModified, address).toBeGreaterThan(1_600_000_000);
      expect.soft(Object.keys(response.body.icons), address).toEqual(names);
      for (const name of names) expect.soft(response.body.icons[name].body, name).toMatch(/^<[a-z].*\/?>$/);
      expect.soft(response.body, address).not.toHaveProperty('not_found');
    }
  });

  test('an alias is told as one', async () => {
    const { app } = await openSite();
    const { body } = await request(app).get(`${base}/lucide.json?icons=activity-square`);
    expect(body.aliases).toEqual({ 'activity-square': { parent: 'square-activity' } });
  });

  test('icons that are not there are listed beside those that are, and looked for again soon', async () => {
    const { app } = await openSite();
    const response = await request(app).get(`${base}/lucide.json?icons=constructor,x,no-such-icon`);
    expect(response.status).toBe(200);
    expect(Object.keys(response.body.icons)).toEqual(['x']);
    expect(response.body.not_found).toEqual(['constructor', 'no-such-icon']);
    expect(response.headers['cache-control']).toBe(cachedBriefly);
  });

  const missing = [
    '/lucide.json?icons=no-such-icon',
    '/lucide.json?icons=constructor',
    '/lucide?icons=no-such-icon,nor-this',
    '/l-ucide.json?icons=x',
    '/constructor.json?icons=x',
    '/tabler.json?icons=square',
    '/lucide-json?icons=x',
  ];

  test('answer 404 when they have none of the icons, and stay with it', async () => {
    const { app } = await openSite();
    for (const address of [...missing, ...missing]) {
      const response = await request(app).get(base + address);
      expect.soft(response.status, address).toBe(404);
      expect.soft(response.headers['cache-control'], address).toBe(cachedBriefly);
      expect.soft(response.body, address).toMatchObject({ error: true, statusCode: 404 });
    }
  });

  test('the same icons in any order are the same answer, which is not sent again', async () => {
    const { app } = await openSite();
    const first = await request(app).get(`${base}/lucide.json?icons=sun,moon,x`);
    const second = await request(app).get(`${base}/lucide?icons=x,moon,sun,x`);
    expect(second.text).toBe(first.text);
    expect(second.headers['etag']).toBe(first.headers['etag']);
    expect(first.headers['etag']).toMatch(/^W\/"[\w-]{22}"$/);

    const again = await request(app)
      .get(`${base}/lucide.json?icons=moon,sun,x`)
      .set('If-None-Match', first.headers['etag'] ?? '');
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
    expect(again.headers['cache-control']).toBe(cachedLong);

    const other = await request(app).get(`${base}/lucide.json?icons=moon,sun`);
    expect(other.headers['etag']).not.toBe(first.headers['etag']);
  });

  test('HEAD answers as GET does, and every other method is refused', async () => {
    const { app } = await openSite();
    const head = await request(app).head(`${base}/lucide.json?icons=x`);
    expect(head.status).toBe(200);
    expect(head.headers['cache-control']).toBe(cachedLong);
    expect(head.text).toBeFalsy();
    for (const method of ['post', 'put', 'patch', 'delete'] as const) {
      const response = await request(app)[method](`${base}/lucide.json?icons=x`);
      expect.soft(response.status, method).toBe(405);
      expect.soft(response.headers['allow'], method).toBe('GET, HEAD');
    }
  });

  test('icons are under the base path and nowhere else', async () => {
    const { app } = await openSite({ env: { BASE_PATH: '/shop/' } });
    await request(app).get(`/shop${base}/lucide.json?icons=x`).expect(200);
    await request(app).get(`${base}/lucide.json?icons=x`).expect(404);
  });

  test('an answer is compressed for whoever takes it so', async () => {
    const { app } = await openSite();
    const names = 'sun,moon,search,settings,menu,house,mail,phone,camera,map,clock,star,heart';
    const response = await request(app).get(`${base}/lucide.json?icons=${names}`);
    expect(response.headers['content-encoding']).toMatch(/gzip|br/);
    expect(Object.keys(response.body.icons)).toHaveLength(13);
  });

  test('the built server has its collections', async () => {
    const { origin } = await startSite(production, { SAMPLE_CONTENT: 'off' });
    for (const collection of installedCollections) {
      const { status } = await fetch(`${origin}${base}/${collection}.json?icons=x`);
      expect.soft(status, collection).toBe(200);
    }
  });
});

const refused: [what: string, address: string][] = [
  ['no icons', '/lucide.json'],
  ['no icons of another collection', '/tabler.json'],
  ['an empty list', '/lucide.json?icons='],
  ['an empty name', '/lucide.json?icons=x,,sun'],
  ['a comma at the end', '/lucide.json?icons=x,'],
  ['two lists', '/lucide.json?icons=x&icons=sun'],
  ['a list in brackets', '/lucide.json?icons[]=x'],
  ['a name in capitals', '/lucide.json?icons=Sun'],
  ['a name with a space', '/lucide.json?icons=x,%20sun'],
  ['a name with a double hyphen', '/lucide.json?icons=a--b'],
  ['a name that ends in a hyphen', '/lucide.json?icons=a-'],
  ['a name that is a path', '/lucide.json?icons=..%2f..%2fx'],
  ['a name with a line break', '/lucide.json?icons=x%0a'],
  ['a name of 65 characters', `/lucide.json?icons=${'a'.repeat(65)}`],
  ['the prototype as an icon', '/lucide.json?icons=__proto__'],
  ['too many names', `/lucide.json?icons=${numbered(maxIconNames + 1)}`],
  ['a list that is too long', `/lucide.json?icons=${'x,'.repeat(1800)}x`],
  ['the prototype as a collection', '/__proto__.json?icons=x'],
  ['a collection in capitals', '/Lucide.json?icons=x'],
  ['a collection with a dot', '/m.di.json?icons=square'],
  ['the suffix twice', '/lucide.json.json?icons=x'],
  ['a collection that ends in a hyphen', '/lucide-.json?icons=x'],
  ['a collection of 65 characters', `/${'a'.repeat(65)}.json?icons=x`],
  ['only the suffix', '/.json?icons=x'],
  ['an address', '/http:127.0.0.1:8080?icons=x'],
  ['an address with slashes', '/http:%2f%2f127.0.0.1:8080%2f?icons=x'],
  ['a host', '/%2f%2f127.0.0.1:8080?icons=x'],
  ['a host with backslashes', '/%5c%5c127.0.0.1:8080?icons=x'],
  ['a user before a host', '/@127.0.0.1:8080?icons=x'],
  ['a path upwards', '/..%2f..%2fadmin?icons=x'],
  ['a path upwards with the suffix', '/..%2flucide.json?icons=x'],
  ['a query inside', '/tabler%3ficons=square%26?icons=x'],
  ['a fragment inside', '/tabler%23?icons=square'],
  ['a NUL', '/lucide%00?icons=x'],
  ['full-width letters', '/%EF%BD%8Cucide.json?icons=x'],
];

test('what is no collection or no list of icons is a bad request that goes nowhere', async () => {
  const service = await anIconService(knowing(tabler));
  const { app } = await openSiteWith(service);
  for (const [what, address] of refused) {
    const response = await request(app).get(base + address);
    expect.soft(response.status, what).toBe(400);
    expect.soft(response.headers['cache-control'], what).toBe('no-store');
    expect.soft(response.body, what).toMatchObject({ error: true, statusCode: 400 });
    expect.soft(response.body.message, what).toMatch(/^[A-Z].{10,}/);
  }
  expect(service.requests).toEqual([]);
});

test('an address with other segments is none of ours and goes nowhere', async () => {
  const service = await anIconService(knowing(tabler));
  const { app } = await openSiteWith(service);
  const others = ['', '/', '//127.0.0.1:8080?icons=x', '/lucide/x.json?icons=x', '/lucide.json/?icons=x'];
  for (const address of others) {
    const { status } = await request(app).get(base + address);
    expect.soft(status, address).toBe(404);
  }
  expect(service.requests).toEqual([]);
});

test('a list may be as long as the limit', async () => {
  const { app } = await openSite();
  const response = await request(app).get(`${base}/lucide.json?icons=x,${numbered(maxIconNames - 1)}`);
  expect(response.status).toBe(200);
  expect(response.body.not_found).toHaveLength(maxIconNames - 1);
  const longest = Array.from({ length: maxIconNames }, (_, i) => String(i).padStart(64, 'a')).join();
  await request(app).get(`${base}/lucide.json?icons=${longest}`).expect(404);
});

describe('collections of the icon service', () => {
  test('an icon that is not installed comes from the service, once', async () => {
    const service = await anIconService(knowing(tabler));
    const { app } = await openSiteWith(service);
    for (const address of ['/tabler.json?icons=square,circle', '/tabler?icons=circle,square']) {
      const response = await request(app).get(base + address);
      expect(response.status).toBe(200);
      expect(response.body).toEqual({
        prefix: 'tabler',
        icons: {
          circle: { body: circle, width: 24, height: 24 },
          square: { body: square, width: 24, height: 24 },
        },
      });
      expect(response.headers['cache-control']).toBe(cachedLong);
    }
    expect(service.requests).toEqual(['/tabler.json?icons=circle%2Csquare']);
  });

  test('a list asks the service only for what is not known yet', async () => {
    const service = await anIconService(knowing(tabler));
    const { app } = await openSiteWith(service);
    await request(app).get(`${base}/tabler.json?icons=square,none`);
    const { body } = await request(app).get(`${base}/tabler.json?icons=square,none,circle`);
    expect(Object.keys(body.icons)).toEqual(['circle', 'square']);
    expect(body.not_found).toEqual(['none']);
    expect(service.requests).toEqual(['/tabler.json?icons=none%2Csquare', '/tabler.json?icons=circle']);
  });

  test('the service is never asked about an installed collection', async () => {
    const service = await anIconService(knowing({ lucide: { 'no-such-icon': square } }));
    const { app } = await openSiteWith(service);
    await request(app).get(`${base}/lucide.json?icons=no-such-icon`).expect(404);
    expect(service.requests).toEqual([]);
  });

  test('what one collection lacks changes no other with a similar name', async () => {
    const service = await anIconService(knowing({ 'a-b': { c: square }, a: { 'b-c': circle } }));
    const { app } = await openSiteWith(service);
    for (const other of ['/l-ucide.json?icons=x', '/luci-de.json?icons=x', '/ab.json?icons=c'])
      await request(app)
        .get(base + other)
        .expect(404);
    await request(app).get(`${base}/lucide.json?icons=x`).expect(200);
    const first = await request(app).get(`${base}/a-b.json?icons=c`).expect(200);
    const second = await request(app).get(`${base}/a.json?icons=b-c`).expect(200);
    expect(first.body.icons.c.body).toBe(square);
    expect(second.body.icons['b-c'].body).toBe(circle);
  });

  test('an icon may be called as a property of every object', async () => {
    const service = await anIconService(
      knowing({ constructor: { constructor: square }, tabler: { square } }),
    );
    const { app } = await openSiteWith(service);
    const { body } = await request(app).get(`${base}/constructor.json?icons=constructor,x`).expect(200);
    expect(body.icons.constructor.body).toBe(square);
    expect(body.not_found).toEqual(['x']);
    await request(app).get(`${base}/tabler.json?icons=constructor`).expect(404);
  });

  test('an alias of the service becomes an icon of its own', async () => {
    const set = {
      prefix: 'tabler',
      icons: { square: { body: square } },
      aliases: { block: { parent: 'square', rotate: 1 }, loop: { parent: 'loop' } },
      width: 24,
    };
    const service = await anIconService(sending(200, JSON.stringify(set)));
    const { app } = await openSiteWith(service);
    const { body } = await request(app).get(`${base}/tabler.json?icons=block,loop`);
    expect(body).toEqual({
      prefix: 'tabler',
      icons: { block: { body: square, width: 24, rotate: 1 } },
      not_found: ['loop'],
    });
  });

  test('nothing of the visitor goes to the service, and nothing of the service but icons comes back', async () => {
    const seen: http.IncomingHttpHeaders[] = [];
    const service = await anIconService((incoming, response) => {
      seen.push(incoming.headers);
      response.setHeader('Set-Cookie', 'a=b');
      response.setHeader('X-Service', 'yes');
      knowing(tabler)(incoming, response);
    });
    const { app } = await openSiteWith(service);
    const response = await request(app)
      .get(`${base}/tabler.json?icons=square&token=secret`)
      .set({ Cookie: 'session=1', Authorization: 'Bearer 1', 'X-Forwarded-For': '192.0.2.1', Referer: '/x' });
    expect(response.status).toBe(200);
    expect(response.headers).not.toHaveProperty('set-cookie');
    expect(response.headers).not.toHaveProperty('x-service');
    expect(service.requests).toEqual(['/tabler.json?icons=square']);
    expect(JSON.stringify(seen)).not.toMatch(/session|Bearer|192\.0\.2\.1|referer/);
  });

  test('the service may be below a path', async () => {
    const service = await anIconService(knowing(tabler));
    const { app } = await openSite({ env: { ICON_API_URL: `${service.url}/icons/v1` } });
    await request(app).get(`${base}/tabler.json?icons=square`).expect(200);
    expect(service.requests).toEqual(['/icons/v1/tabler.json?icons=square']);
  });

  test('equal requests at the same time are one call', async () => {
    const service = await anIconService((incoming, response) => {
      setTimeout(() => knowing(tabler)(incoming, response), 100);
    });
    const origin = await listen((await openSiteWith(service)).app);
    const addresses = Array.from({ length: 12 }, (_, i) =>
      i % 2 ? '/tabler.json?icons=square,circle' : '/tabler?icons=circle,square',
    );
    const answers = await Promise.all(addresses.map((address) => fetch(origin + base + address)));
    expect(answers.map(({ status }) => status)).toEqual(addresses.map(() => 200));
    expect(service.requests).toHaveLength(1);
  });

  test('the same icons of two collections at the same time are two calls', async () => {
    const drawings = { tabler: { square }, box: { square: circle } };
    const service = await anIconService((incoming, response) => {
      setTimeout(() => knowing(drawings)(incoming, response), 100);
    });
    const origin = await listen((await openSiteWith(service)).app);
    const ask = async (collection: string) =>
      JSON.parse(await (await fetch(`${origin}${base}/${collection}.json?icons=square`)).text());
    const [first, second] = await Promise.all([ask('tabler'), ask('box')]);
    expect(first.icons.square.body).toBe(square);
    expect(second.icons.square.body).toBe(circle);
  });

  test('only so many calls to the service are under way at once', async () => {
    const service = await anIconService(hanging);
    const origin = await listen(impatientApp(service.url, 2000));
    const ask = (name: number) => fetch(`${origin}${base}/tabler.json?icons=n${name}`);
    const first = Array.from({ length: 20 }, (_, i) => ask(i));
    await expect.poll(() => service.requests.length, { timeout: 10_000 }).toBe(20);
    const refusal = await ask(20);
    expect(refusal.status).toBe(503);
    expect(refusal.headers.get('retry-after')).toBe('1');
    expect(refusal.headers.get('cache-control')).toBe('no-store');
    expect((await fetch(`${origin}${base}/lucide.json?icons=x`)).status).toBe(200);
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual(first.map(() => 504));

    service.answer = knowing({ tabler: { n20: square } });
    expect((await ask(20)).status).toBe(200);
  });

  test('an icon is kept for a week, its absence for half a minute', async () => {
    const clock = aClockAt('2026-11-20T04:00:00Z');
    const service = await anIconService(knowing({ tabler: { square } }));
    const { app } = await openSiteWith(service, { clock });
    const statusOf = async (name: string) =>
      (await request(app).get(`${base}/tabler.json?icons=${name}`)).status;
    expect([await statusOf('square'), await statusOf('new')]).toEqual([200, 404]);

    service.answer = knowing({ tabler: { square: circle, new: square } });
    clock.set('2026-11-20T04:00:29Z');
    expect([await statusOf('square'), await statusOf('new')]).toEqual([200, 404]);
    expect(service.requests).toHaveLength(2);
    clock.set('2026-11-20T04:00:31Z');
    expect([await statusOf('square'), await statusOf('new')]).toEqual([200, 200]);
    expect(service.requests).toHaveLength(3);

    clock.set('2026-11-27T04:00:01Z');
    const { body } = await request(app).get(`${base}/tabler.json?icons=square`);
    expect(body.icons.square.body).toBe(circle);
    expect(service.requests).toHaveLength(4);
  });

  test('a collection that the service does not know is not found, and asked for again soon', async () => {
    const clock = aClockAt('2026-11-20T04:00:00Z');
    const service = await anIconService(knowing({}));
    const { app } = await openSiteWith(service, { clock });
    for (const names of ['square', 'square', 'circle', 'circle,square']) {
      const response = await request(app).get(`${base}/tabler.json?icons=${names}`);
      expect.soft(response.status, names).toBe(404);
      expect.soft(response.headers['cache-control'], names).toBe(cachedBriefly);
      expect.soft(response.body, names).toMatchObject({ error: true, statusCode: 404 });
    }
    expect(service.requests).toHaveLength(1);
    service.answer = knowing(tabler);
    clock.set('2026-11-20T04:00:31Z');
    await request(app).get(`${base}/tabler.json?icons=square`).expect(200);
  });

  test('more icons than are kept take no more memory, and are all answered', async () => {
    const big = `<path d="${'M1 1'.repeat(25_000)}"/>`;
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`n${i}`, big]));
    const service = await anIconService(knowing({ tabler: many }));
    const { app } = await openSiteWith(service);
    for (const round of [1, 2]) {
      for (const name of Object.keys(many)) {
        const { status } = await request(app).get(`${base}/tabler.json?icons=${name}`);
        expect.soft(status, `${name} in round ${round}`).toBe(200);
      }
    }
    // 4 MB hold 39 of them.
    expect(service.requests.length).toBeGreaterThan(60);
  });
});

describe('an icon service that fails', () => {
  const failures: [what: string, answer: IconServiceDouble['answer'], status: number][] = [
    ['never answers', hanging, 504],
    ['never finishes its answer', dripping, 504],
    ['sends without end', flooding, 502],
    ['sends 10 MB', sending(200, Buffer.alloc(10_000_000, ' ')), 502],
    ['packs 10 MB into little', sending(200, gzipSync(Buffer.alloc(10_000_000)), gzip()), 502],
    ['cuts the connection', (_incoming, response) => response.destroy(), 502],
    ['cuts its answer', cutting, 502],
    ['is in trouble', sending(500, '{"prefix":"tabler","icons":{}}'), 502],
    ['is overloaded', sending(503, 'later'), 502],
    ['refuses us', sending(403, 'no'), 502],
    ['answers without content', sending(204, ''), 502],
    ['sends HTML', sending(200, '<!doctype html><title>Welcome</title>'), 502],
    ['sends nothing', sending(200, ''), 502],
    ['sends null', sending(200, 'null'), 502],
    ['sends a list', sending(200, '[]'), 502],
    ['sends the number that Iconify sends for what is wrong', sending(200, '404'), 502],
    ['answers about another collection', sending(200, '{"prefix":"mdi","icons":{}}'), 502],
    ['sends icons without drawings', sending(200, '{"prefix":"tabler","icons":{"square":{}}}'), 502],
    ['sends null for an icon', sending(200, '{"prefix":"tabler","icons":{"square":null}}'), 502],
    ['sends a size that is text', sized('"24\\" onload=\\"alert(1)"'), 502],
    ['sends a size that is no number', sized('1e999'), 502],
    ['sends brackets without end', sending(200, '['.repeat(200_000)), 502],
    ['sends what is not UTF-8', sending(200, Buffer.from([0xff, 0xfe, 0x00])), 502],
  ];

  test.for(failures)(
    'that %s costs only its own icons, until it is well again',
    async ([, answer, status]) => {
      const service = await anIconService(answer);
      const app = impatientApp(service.url, 1000);
      for (const attempt of ['first', 'second']) {
        const response = await request(app).get(`${base}/tabler.json?icons=square`);
        expect.soft(response.status, attempt).toBe(status);
        expect.soft(response.headers['cache-control'], attempt).toBe('no-store');
        expect.soft(response.headers, attempt).not.toHaveProperty('etag');
        expect.soft(response.body, attempt).toMatchObject({ error: true, statusCode: status });
        expect.soft(response.body.message, attempt).toContain('icon service');
      }
      expect(service.requests).toHaveLength(2);
      await request(app).get(`${base}/lucide.json?icons=x`).expect(200);

      service.answer = knowing(tabler);
      await request(app).get(`${base}/tabler.json?icons=square`).expect(200);
    },
  );

  test('that cannot be reached is a bad gateway', async () => {
    const { app } = await openSite({ env: { ICON_API_URL: `http://127.0.0.1:${await findFreePort()}` } });
    const response = await request(app).get(`${base}/tabler.json?icons=square`);
    expect(response.status).toBe(502);
    expect(response.headers['cache-control']).toBe('no-store');
    await request(app).get(`${base}/lucide.json?icons=x`).expect(200);
  });

  test('that answers late is waited for, for 1500 ms', async () => {
    const limits = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => limits.mockRestore());
    const service = await anIconService((incoming, response) => {
      setTimeout(() => knowing(tabler)(incoming, response), 5000);
    });
    const { app } = await openSiteWith(service);
    expect((await request(app).get(`${base}/tabler.json?icons=square`)).status).toBe(504);
    expect(limits.mock.calls).toContainEqual([1500]);
  });

  test.for([301, 302, 303, 307, 308])('that redirects with %i is not followed', async (status) => {
    const elsewhere = await anIconService(knowing(tabler));
    const location = `${elsewhere.url}/tabler.json?icons=square`;
    const service = await anIconService(sending(status, '', { Location: location }));
    const { app } = await openSiteWith(service);
    const response = await request(app).get(`${base}/tabler.json?icons=square`);
    expect(response.status).toBe(502);
    expect(elsewhere.requests).toEqual([]);
  });

  test('is not told to visitors in its own words, and is logged with the cause', async () => {
    const { log, lines } = keptLog();
    const service = await anIconService(sending(500, 'secret 10.0.0.7'));
    const { app } = await openSiteWith(service, { log });
    const { text } = await request(app).get(`${base}/tabler.json?icons=square`);
    expect(text).not.toMatch(/secret|127\.0\.0\.1|stack|ZodError/);
    const [line] = lines.filter(({ msg }) => msg.includes('icon service'));
    expect(line).toMatchObject({ level: 'warn', collection: 'tabler', icons: ['square'] });
    expect(JSON.stringify(line)).toContain('status 500');
  });

  test('in thousands of ways at once is logged in one short line', async () => {
    const { log, lines } = keptLog();
    const icons = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`n${i}`, 0]));
    const service = await anIconService(sending(200, JSON.stringify({ prefix: 'tabler', icons })));
    const { app } = await openSiteWith(service, { log });
    await request(app).get(`${base}/tabler.json?icons=square`).expect(502);
    const told = lines.filter(({ msg }) => msg.includes('icon service')).map((line) => JSON.stringify(line));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('not an icon set: icons.n0');
    expect(told[0]?.length).toBeLessThan(3000);
  });

  test('does not take away what is known from before', async () => {
    const service = await anIconService(knowing(tabler));
    const { app } = await openSiteWith(service);
    await request(app).get(`${base}/tabler.json?icons=square`).expect(200);
    service.answer = sending(500, '');
    await request(app).get(`${base}/tabler.json?icons=square`).expect(200);
    await request(app).get(`${base}/tabler.json?icons=circle,square`).expect(502);
  });

  test('by sending what no page may show gets none of it shown', async () => {
    const { log, lines } = keptLog();
    const hostile = {
      script: '<script>alert(1)</script>',
      handler: '<path onload="alert(1)"/>',
      elsewhere: '<use href="https://elsewhere.example/x.svg#a"/>',
      fine: square,
    };
    const service = await anIconService(knowing({ tabler: hostile }));
    const { app } = await openSiteWith(service, { log });
    for (const attempt of ['asked', 'kept']) {
      const address = `${base}/tabler.json?icons=${Object.keys(hostile).join()}`;
      const response = await request(app).get(address).expect(200);
      expect.soft(Object.keys(response.body.icons), attempt).toEqual(['fine']);
      expect.soft(response.body.not_found, attempt).toEqual(['elsewhere', 'handler', 'script']);
      expect.soft(response.text, attempt).not.toMatch(/alert|elsewhere\.example/);
    }
    await request(app).get(`${base}/tabler.json?icons=script`).expect(404);
    expect(lines.filter(({ msg }) => msg.includes('icon service'))).toMatchObject([
      { level: 'warn', collection: 'tabler', icons: ['elsewhere', 'handler', 'script'] },
    ]);
  });

  test('by sending more than was asked for gets only that kept', async () => {
    const set = { prefix: 'tabler', icons: { square: { body: square }, circle: { body: circle } } };
    const service = await anIconService(sending(200, JSON.stringify(set)));
    const { app } = await openSiteWith(service);
    const { body } = await request(app).get(`${base}/tabler.json?icons=square`);
    expect(body.icons).toEqual({ square: { body: square } });
    await request(app).get(`${base}/tabler.json?icons=circle`);
    expect(service.requests).toHaveLength(2);
  });
});

function numbered(count: number): string {
  return Array.from({ length: count }, (_, i) => `n${i}`).join();
}

function gzip(): Record<string, string> {
  return { 'Content-Encoding': 'gzip' };
}

function sized(width: string): IconServiceDouble['answer'] {
  return sending(200, `{"prefix":"tabler","icons":{"square":{"body":"<g/>","width":${width}}}}`);
}

function cutting(_incoming: http.IncomingMessage, response: http.ServerResponse): void {
  response.writeHead(200, { 'Content-Length': '1000' });
  response.write('{"prefix":"tabler",');
  setTimeout(() => response.destroy(), 20);
}

/** At an address, so that requests can overlap. */
async function listen(app: Express): Promise<string> {
  const server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
