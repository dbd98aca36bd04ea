import { describe, expect, test } from 'vitest';
import { sampleSite } from '../helpers/built-site.ts';
import { sendLines } from '../helpers/raw-request.ts';

const site = sampleSite;

describe('the name of the host', () => {
  const hosts: [what: string, lines: string[], status: number][] = [
    ['one', ['Host: www.example.com'], 200],
    ['one with a port', ['Host: www.example.com:8080'], 200],
    ['an address', ['Host: [::1]:3000'], 200],
    ['none that is known', ['Host:'], 200],
    ['two', ['Host: www.example.com', 'Host: evil.example'], 400],
    ['the same twice', ['Host: www.example.com', 'hOST: www.example.com'], 400],
    ['two in one', ['Host: www.example.com, evil.example'], 400],
    ['one with a path', ['Host: www.example.com/x'], 400],
    ['one with a user', ['Host: me@www.example.com'], 400],
    ['one with a space', ['Host: www example.com'], 400],
    ['one that breaks off', ['Host: [::1'], 400],
    ['one with a port that is none', ['Host: www.example.com:http'], 400],
    ['no field at all', [], 400],
  ];

  test.for(hosts)('%s is answered as it should be', async ([, lines, status]) => {
    for (const address of ['/product', '/product', '/favicon.svg', '/_payload.json', '/healthz']) {
      const answer = await sendLines(site().origin, [
        `GET ${address} HTTP/1.1`,
        'Accept: text/html',
        ...lines,
      ]);
      expect.soft(answer.status, address).toBe(status);
      // Node itself refuses a request without one.
      if (lines.length > 0)
        expect.soft(answer.headers['content-security-policy'], address).toContain("default-src 'none'");
    }
  });
});

describe('an address with its host', () => {
  const get = (target: string, host = 'localhost') =>
    sendLines(site().origin, [`GET ${target} HTTP/1.1`, `Host: ${host}`, 'Accept: text/html']);

  const targets: [target: string, same: string][] = [
    ['http://www.example.com/product', '/product'],
    ['http://www.example.com/product?page=2', '/product?page=2'],
    ['HTTPS://www.example.com:8443/articles', '/articles'],
    ['http://[::1]:3000/articles/_payload.json', '/articles/_payload.json'],
    ['http://www.example.com', '/'],
    ['http://www.example.com?page=2', '/?page=2'],
    ['http://www.example.com/favicon.svg', '/favicon.svg'],
    ['http://www.example.com/nope', '/nope'],
    ['http://www.example.com//evil.example/', '//evil.example/'],
  ];

  test.for(targets)('%s is the path %s', async ([target, same]) => {
    const [plain, absolute] = [await get(same), await get(target)];
    expect(absolute.status).toBe(plain.status);
    expect(absolute.headers['etag']).toBe(plain.headers['etag']);
    expect(absolute.headers['location']).toBe(plain.headers['location']);
    expect(absolute.body.toString()).toBe(plain.body.toString());
    expect(absolute.body.toString()).not.toContain('www.example.com');
  });

  test('is known to the page store under its path', async () => {
    await get('/author/lin-zhiyuan');
    const stored = await get('http://elsewhere.example/author/lin-zhiyuan');
    expect(stored.status).toBe(200);
    expect(stored.headers['server-timing']).toBe('store;desc=hit');
  });

  const refused = ['ftp://h/product', 'http:///product', 'http://me@h/product', 'javascript:alert(1)', '*'];
  test.for(refused)('%s is refused', async (target) => {
    expect((await get(target)).status).toBe(400);
  });

  test('counts as the host of the request, whatever the field says', async () => {
    const post = (origin: string) =>
      sendLines(site().origin, [
        'POST http://www.example.com/color-mode HTTP/1.1',
        'Host: other.example',
        `Origin: ${origin}`,
        'Content-Length: 0',
      ]);
    // Without a mode in it: understood, and wrong.
    expect((await post('http://www.example.com')).status).toBe(400);
    expect((await post('http://other.example')).status).toBe(403);
  });
});
