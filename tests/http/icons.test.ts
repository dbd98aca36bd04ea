import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { maxIconNames } from '#server/features/icons/icon-request.ts';
import { anIconService, knowing } from '../helpers/icon-service.ts';
import { base, cachedBriefly, cachedLong, openSiteWith, tabler } from '../helpers/icons.ts';
import { openSite } from '../helpers/site.ts';

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

function numbered(count: number): string {
  return Array.from({ length: count }, (_, i) => `n${i}`).join();
}
