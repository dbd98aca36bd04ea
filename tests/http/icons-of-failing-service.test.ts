import http from 'node:http';
import { gzipSync } from 'node:zlib';
import request from 'supertest';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findFreePort } from '#scripts/tools/servers/free-port.ts';
import {
  anIconService,
  dripping,
  flooding,
  hanging,
  knowing,
  sending,
  type IconServiceDouble,
} from '../helpers/icon-service.ts';
import { base, circle, impatientApp, openSiteWith, square, tabler } from '../helpers/icons.ts';
import { keptLog } from '../helpers/log-lines.ts';
import { openSite } from '../helpers/site.ts';

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
      // Only what never ends is waited for in vain.
      const app = impatientApp(service.url, status === 504 ? 300 : 60_000);
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
    const timeout = new AbortController();
    const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
    onTestFinished(() => limits.mockRestore());
    const service = await anIconService((incoming, response) => {
      response.once('close', () => knowing(tabler)(incoming, response));
      timeout.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    });
    const { app } = await openSiteWith(service);
    expect((await request(app).get(`${base}/tabler.json?icons=square`)).status).toBe(504);
    expect(limits.mock.calls).toEqual([[1500]]);
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

function gzip(): Record<string, string> {
  return { 'Content-Encoding': 'gzip' };
}

function sized(width: string): IconServiceDouble['answer'] {
  return sending(200, `{"prefix":"tabler","icons":{"square":{"body":"<g/>","width":${width}}}}`);
}

function cutting(_incoming: http.IncomingMessage, response: http.ServerResponse): void {
  response.writeHead(200, { 'Content-Length': '1000' });
  response.write('{"prefix":"tabler",', () => response.destroy());
}
