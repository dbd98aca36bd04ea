import http from 'node:http';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { anIconService, hanging, knowing, sending } from '../helpers/icon-service.ts';
import {
  base,
  cachedBriefly,
  cachedLong,
  circle,
  impatientApp,
  openSiteWith,
  square,
  tabler,
} from '../helpers/icons.ts';
import { aClockAt, openSite } from '../helpers/site.ts';

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
    const allAreHere = Promise.withResolvers<void>();
    const service = await anIconService(async (incoming, response) => {
      await allAreHere.promise;
      knowing(tabler)(incoming, response);
    });
    const { app } = await openSiteWith(service);
    let here = 0;
    const origin = await listen((incoming, response) => {
      app(incoming, response);
      here += 1;
      // Each has been taken by the app, which asks the service in the turn after at the latest.
      if (here === addresses.length) setImmediate(allAreHere.resolve);
    });
    const addresses = Array.from({ length: 12 }, (_, i) =>
      i % 2 ? '/tabler.json?icons=square,circle' : '/tabler?icons=circle,square',
    );
    const answers = await Promise.all(addresses.map((address) => fetch(origin + base + address)));
    expect(answers.map(({ status }) => status)).toEqual(addresses.map(() => 200));
    expect(service.requests).toHaveLength(1);
  });

  test('the same icons of two collections at the same time are two calls', async () => {
    const drawings = { tabler: { square }, box: { square: circle } };
    const bothAreAsked = Promise.withResolvers<void>();
    const service = await anIconService(async (incoming, response) => {
      if (service.requests.length === 2) bothAreAsked.resolve();
      await bothAreAsked.promise;
      knowing(drawings)(incoming, response);
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
    const timeout = new AbortController();
    const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
    onTestFinished(() => limits.mockRestore());
    const origin = await listen(impatientApp(service.url, 2000));
    const ask = (name: number) => fetch(`${origin}${base}/tabler.json?icons=n${name}`);
    const first = Array.from({ length: 20 }, (_, i) => ask(i));
    await expect.poll(() => service.requests.length).toBe(20);
    const refusal = await ask(20);
    expect(refusal.status).toBe(503);
    expect(refusal.headers.get('retry-after')).toBe('1');
    expect(refusal.headers.get('cache-control')).toBe('no-store');
    expect((await fetch(`${origin}${base}/lucide.json?icons=x`)).status).toBe(200);
    timeout.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual(first.map(() => 504));
    expect(limits.mock.calls).toEqual(first.map(() => [2000]));

    limits.mockRestore();
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

/** At an address, so that requests can overlap. */
async function listen(app: http.RequestListener): Promise<string> {
  const server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
