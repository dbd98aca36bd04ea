import request from 'supertest';
import { expect, test } from 'vitest';
import { aClockAt, openSite } from '../helpers/site.ts';

const address = '/.well-known/security.txt';
const contact = { SECURITY_CONTACT: 'mailto:security@tea.example' };

test('who has found a weakness is told whom to write to', async () => {
  const clock = aClockAt('2026-11-20T15:30:00Z');
  const { app } = await openSite({ env: { ...contact, PUBLIC_URL: 'https://tea.example' }, clock });
  const { text, type, headers } = await request(app).get(address).expect(200);
  expect(type).toBe('text/plain');
  expect(headers['content-type']).toContain('charset=utf-8');
  expect(text.split('\n')).toEqual([
    'Contact: mailto:security@tea.example',
    expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT00:00:00Z$/),
    'Preferred-Languages: zh-TW, en',
    'Canonical: https://tea.example/.well-known/security.txt',
    '',
  ]);
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
  const days = (expires - clock.now()) / 86_400_000;
  expect(days).toBeGreaterThan(100);
  expect(days).toBeLessThan(365);
});

test('it is the same all day, and asked for again it is known', async () => {
  const clock = aClockAt('2026-11-20T00:00:01Z');
  const { app } = await openSite({ env: contact, clock });
  const { headers, text } = await request(app).get(address).expect(200);
  expect(text).not.toContain('Canonical');
  clock.set('2026-11-20T23:59:59Z');
  await request(app)
    .get(address)
    .set('If-None-Match', headers['etag'] ?? '')
    .expect(304);
});

test('it is at the root of the host, where it is looked for, whatever the base path', async () => {
  const env = { ...contact, PUBLIC_URL: 'https://tea.example', BASE_PATH: '/shop/' };
  const { app } = await openSite({ env });
  const { text } = await request(app).get(address).expect(200);
  expect(text).toContain('Canonical: https://tea.example/.well-known/security.txt');
  await request(app).get(`/shop${address}`).expect(404);
});

test('another method is refused, and without a contact there is no such file', async () => {
  const { app } = await openSite({ env: contact });
  const refused = await request(app).post(address).expect(405);
  expect(refused.headers['allow']).toBe('GET, HEAD');
  const { app: silent } = await openSite();
  await request(silent).get(address).expect(404);
});
