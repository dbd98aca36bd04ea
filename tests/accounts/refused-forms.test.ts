import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { Express } from 'express';
import request from 'supertest';
import { expect, onTestFinished, test } from 'vitest';
import { anAccount, get, post, rightPassword, signedIn } from '../helpers/accounts.ts';
import { aProduct } from '../helpers/content.ts';
import { openSite } from '../helpers/site.ts';

const files = { 'products/baozhong.md': aProduct() };

const origins: [headers: Record<string, string>, status: number][] = [
  [{ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }, 403],
  [{ 'Sec-Fetch-Site': 'same-site' }, 403],
  [{ 'Sec-Fetch-Site': 'anything' }, 403],
  [{ Origin: 'https://evil.example' }, 403],
  [{ Origin: 'null' }, 403],
  [{ Origin: 'http://site.test.evil.example' }, 403],
  [{ Origin: 'http://site.test' }, 303],
  [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'http://site.test' }, 303],
  [{ 'Sec-Fetch-Site': 'none' }, 303],
  [{}, 303],
];

test.for(origins)('a form from %o is answered %i', async ([headers, status]) => {
  const { app, services } = await openSite({ files });
  await anAccount(services.db);
  const cookie = await signedIn(app);
  const save = { save: 'product:baozhong' };
  const answer = await post(app, '/account/saved', save, cookie).set({ Host: 'site.test', ...headers });
  expect(answer.status).toBe(status);
  const rows = await services.db.read.selectFrom('saved_items').selectAll().execute();
  expect(rows).toHaveLength(status === 303 ? 1 : 0);
  // Signing in is refused as well: nobody is signed in to a stranger's account.
  const form = { email: 'lin@example.com', password: rightPassword };
  expect((await post(app, '/login', form).set({ Host: 'site.test', ...headers })).status).toBe(status);
});

test('a body is refused by its length, its kind or its fields', async () => {
  const { app, services } = await openSite();
  await anAccount(services.db);
  await post(app, '/login', { email: 'x'.repeat(20_000), password: '' }).expect(413);
  const large = await announceBody(app, 50_000_000);
  expect(large.statusCode).toBe(413);
  expect(large.headers.connection).toBe('close');
  const json = await request(app).post('/login').send({ email: 'lin@example.com', password: rightPassword });
  expect(json.status).toBe(422);
  const twice = `email=lin%40example.com&password=${encodeURIComponent(rightPassword)}&password=x`;
  await request(app).post('/login').type('form').send(twice).expect(422);
  await request(app).post('/login').type('form').send('__proto__[x]=1&constructor=2').expect(422);
  await post(app, '/account', { do: 'toString' }, await signedIn(app)).expect(422);
});

test.for(['/login', '/account', '/account/saved'])(
  '%s takes forms, and says so when asked for something else',
  async (address) => {
    const { app } = await openSite();
    for (const method of ['put', 'delete', 'patch'] as const) {
      const answer = await request(app)[method](address);
      expect(answer.status).toBe(405);
      expect(answer.headers['allow']).toBe('GET, HEAD, POST');
    }
    expect((await get(app, address)).headers['allow']).toBeUndefined();
  },
);

/** The answer to a form of which only the length has come so far. */
async function announceBody(app: Express, length: number): Promise<IncomingMessage> {
  const server = createServer(app).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': length };
  const sent = httpRequest(`http://127.0.0.1:${portOf(server)}/login`, { method: 'POST', headers });
  sent.on('error', () => {});
  sent.flushHeaders();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
