import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleSite } from '../helpers/built-site.ts';
import { getRaw, sendLines, type RawAnswer } from '../helpers/raw-request.ts';

const site = sampleSite;

/** An address of each kind that is answered with an ETag. */
async function addresses(): Promise<string[]> {
  const { origin } = site();
  const html = await (await fetch(`${origin}/articles`)).text();
  const drawing = /\/media\/[^" ]+\.svg/.exec(html)?.[0] ?? '';
  const script = /\/assets\/[^" ]+\.js/.exec(html)?.[0] ?? '';
  return [
    ...[drawing, script, '/favicon.svg'],
    ...['/builds/latest.json', '/api/_nuxt_icon/lucide.json?icons=leaf', '/speculation-rules.json'],
    ...['/articles', '/articles/_payload.json'],
  ];
}

const repeated = ['cache-control', 'etag', 'vary', 'expires', 'content-location'];

function fieldsOf(answer: RawAnswer) {
  return Object.fromEntries(repeated.map((name) => [name, answer.headers[name]]));
}

test.for(['gzip', 'br', 'identity'])('a 304 repeats what the 200 said, in %s', async (coding) => {
  for (const address of await addresses()) {
    const whole = await getRaw(site().origin, address, { 'Accept-Encoding': coding });
    expect.soft(whole.status, address).toBe(200);
    expect.soft(whole.headers['vary'], address).toMatch(/accept-encoding/i);
    const same = await getRaw(site().origin, address, {
      'Accept-Encoding': coding,
      'If-None-Match': whole.headers['etag'] ?? '"none"',
    });
    expect.soft(same.status, address).toBe(304);
    expect.soft(fieldsOf(same), address).toEqual(fieldsOf(whole));
  }
});

describe('a part of a file', () => {
  const favicon = readFileSync(path.resolve('public/favicon.svg'));

  async function fileAndWhole(): Promise<[address: string, whole: RawAnswer][]> {
    const files = (await addresses()).slice(0, 3);
    return Promise.all(
      files.map(async (file) => [file, await getRaw(site().origin, file)] as [string, RawAnswer]),
    );
  }

  test.for(['gzip', 'br', 'gzip, deflate, br, zstd'])(
    'is one of the file itself, not of its %s',
    async (coding) => {
      for (const [address, whole] of await fileAndWhole()) {
        const { length } = whole.body;
        const [first, last] = [3, length - 2];
        const part = await getRaw(site().origin, address, {
          'Accept-Encoding': coding,
          Range: `bytes=${first}-${last}`,
        });
        expect.soft(part.status, address).toBe(206);
        expect.soft(part.headers['content-encoding'], address).toBeUndefined();
        expect.soft(part.headers['content-range'], address).toBe(`bytes ${first}-${last}/${length}`);
        expect.soft(part.body.equals(whole.body.subarray(first, last + 1)), address).toBe(true);
        expect.soft(fieldsOf(part), address).toEqual(fieldsOf(whole));
      }
    },
  );

  test('that is not there is refused with the length of the file', async () => {
    for (const [address, whole] of await fileAndWhole()) {
      const { length } = whole.body;
      const refused = await getRaw(site().origin, address, {
        'Accept-Encoding': 'gzip',
        Range: `bytes=${length}-`,
      });
      expect.soft(refused.status, address).toBe(416);
      expect.soft(refused.headers['content-range'], address).toBe(`bytes */${length}`);
      // The refusal of a range must not be cached for ever.
      expect.soft(refused.headers['cache-control'] ?? '', address).not.toContain('immutable');
    }
  });

  test('is given only to who has the rest of the same file', async () => {
    const { headers } = await getRaw(site().origin, '/favicon.svg');
    const ask = (ifRange: string) =>
      getRaw(site().origin, '/favicon.svg', { Range: 'bytes=0-9', 'If-Range': ifRange });
    expect((await ask('"another"')).status).toBe(200);
    expect((await ask(headers['last-modified'] ?? '')).status).toBe(206);
    expect((await ask('Mon, 01 Jan 2001 00:00:00 GMT')).status).toBe(200);
    // A weak one says that the file means the same, not that its bytes are the same (RFC 9110 §13.1.5).
    expect(headers['etag']).toMatch(/^W\//);
    const weak = await ask(headers['etag'] ?? '');
    expect(weak.status).toBe(200);
    expect(weak.body.equals(favicon)).toBe(true);
  });

  test('is not what HEAD asks for', async () => {
    const lines = ['HEAD /favicon.svg HTTP/1.1', 'Host: localhost', 'Range: bytes=0-9'];
    const { status, headers } = await sendLines(site().origin, lines);
    expect(status).toBe(200);
    expect(headers['content-length']).toBe(String(favicon.length));
  });

  test('is not made of a page', async () => {
    const page = await getRaw(site().origin, '/articles', { Range: 'bytes=0-9', 'Accept-Encoding': 'gzip' });
    expect(page.status).toBe(200);
    expect(page.headers['content-range']).toBeUndefined();
  });
});

test('another method than GET and HEAD is refused at the address of a file, with what is allowed', async () => {
  const known = await addresses();
  const missing = ['/media/none.svg', '/assets/none.js', '/builds/none.json', '/builds/meta/none.json'];
  for (const address of [...known, ...missing, '/media/', '/healthz']) {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await sendLines(site().origin, [
        `${method} ${address} HTTP/1.1`,
        'Host: localhost',
        'Accept: text/html',
        'Content-Length: 0',
      ]);
      expect.soft(answer.status, `${method} ${address}`).toBe(405);
      expect.soft(answer.headers['allow'], `${method} ${address}`).toBe('GET, HEAD');
      // It is answered with a page, which has a style.
      expect.soft(answer.headers['content-security-policy'], address).toContain("style-src 'self'");
    }
  }
});
