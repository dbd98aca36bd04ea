import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { verifyPassword } from '#server/features/accounts/passwords/password-hash.ts';
import { anAccount, cookiesOf, get, post, rightPassword, signedIn } from '../helpers/accounts.ts';
import { engines } from '../helpers/databases.ts';
import { aClockAt, openSite } from '../helpers/site.ts';

const wrong = '電子郵件或密碼不正確。';

describe.for(engines)('on %s', (engine) => {
  test('the right password signs in, and the session is stored hashed', async () => {
    const { app, services } = await openSite({ engine });
    await anAccount(services.db);
    const answer = await post(app, '/login', { email: ' Lin@Example.com ', password: rightPassword });
    expect(answer.status).toBe(303);
    expect(answer.headers['location']).toBe('/account');
    expect(answer.headers['cache-control']).toBe('no-store');
    await anAccount(services.db, { email: 'editor@example.com', role: 'editor' });
    const editor = await post(app, '/login', { email: 'editor@example.com', password: rightPassword });
    expect(editor.headers['location']).toBe('/edit');
    const [line = ''] = answer.headers['set-cookie'] as unknown as string[];
    expect(line).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);

    const page = await get(app, '/account', cookiesOf(answer));
    expect(page.status).toBe(200);
    expect(page.text).toContain('林小青');
    expect(page.text).toContain('lin@example.com');
    expect(page.headers['cache-control']).toBe('private, no-store');

    const secret = /session=([\w-]+)/.exec(line)?.[1] ?? '';
    const tables = ['sessions', 'known_devices', 'accounts', 'account_events', 'attempts'] as const;
    for (const table of tables) {
      const rows = JSON.stringify(await services.db.read.selectFrom(table).selectAll().execute());
      expect(rows, table).not.toContain(secret);
      expect(rows, table).not.toContain(rightPassword);
    }
    const { id_hash } = await services.db.read
      .selectFrom('sessions')
      .select('id_hash')
      .executeTakeFirstOrThrow();
    await get(app, '/account', `session=${id_hash}`).expect(303);
  });

  test('nobody can tell a wrong password from a missing or disabled account', async () => {
    const { app, services } = await openSite({ engine });
    await anAccount(services.db);
    const gone = await anAccount(services.db, { email: 'gone@example.com' });
    await anAccount(services.db, { email: 'google@example.com', hasPassword: false });
    await services.db.write
      .updateTable('accounts')
      .set({ disabled_at: '2026-11-02T00:00:00.000Z' })
      .where('id', '=', gone.id)
      .execute();
    const attempts: [email: string, password: string][] = [
      ['lin@example.com', 'wrong password'],
      ['lin@example.com', ''],
      ['nobody@example.com', rightPassword],
      ['gone@example.com', rightPassword],
      ['google@example.com', ''],
      ['no address', rightPassword],
      ["' or 1=1 --", rightPassword],
    ];
    for (const [email, password] of attempts) {
      const answer = await post(app, '/login', { email, password });
      expect.soft(answer.status, email).toBe(422);
      expect.soft(answer.text, email).toContain(wrong);
      expect.soft(answer.text, email).toContain('<title>錯誤：登入');
      expect.soft(answer.headers['set-cookie'], email).toBeUndefined();
      expect.soft(answer.headers['cache-control'], email).toBe('private, no-store');
      if (password !== '') expect.soft(answer.text, email).not.toContain(password);
    }
  });

  test('a session ends unused, and at its end in any case', async () => {
    const clock = aClockAt('2026-11-20T00:00:00Z');
    const env = { SESSION_IDLE_MINUTES: '60', SESSION_HOURS: '3' };
    const { app, services } = await openSite({ engine, clock, env });
    await anAccount(services.db);
    const idle = await signedIn(app);
    clock.set('2026-11-20T00:59:00Z');
    await get(app, '/account', idle).expect(200);
    clock.set('2026-11-20T01:58:00Z');
    await get(app, '/account', idle).expect(200);
    clock.set('2026-11-20T02:59:00Z');
    const over = await get(app, '/account', idle);
    expect(over.status).toBe(303);
    // Taken back, so that this browser gets everybody's pages again.
    expect(String(over.headers['set-cookie'])).toMatch(/^session=; .*1970/);

    clock.set('2026-11-20T03:00:00Z');
    const busy = await signedIn(app);
    for (const time of ['03:50', '04:40', '05:30']) {
      clock.set(`2026-11-20T${time}:00Z`);
      await get(app, '/account', busy).expect(200);
    }
    clock.set('2026-11-20T06:00:00Z');
    await get(app, '/account', busy).expect(303);
  });

  test('a remembered session outlives the browser for as long as configured', async () => {
    const clock = aClockAt('2026-11-01T00:00:00Z');
    const env = { REMEMBERED_SESSION_IDLE_DAYS: '7', REMEMBERED_SESSION_DAYS: '10' };
    const { app, services } = await openSite({ engine, clock, env });
    await anAccount(services.db);
    const answer = await post(app, '/login', {
      email: 'lin@example.com',
      password: rightPassword,
      remember: 'on',
    });
    expect(String(answer.headers['set-cookie'])).toContain('Max-Age=864000');
    clock.set('2026-11-07T23:00:00Z');
    await get(app, '/account', cookiesOf(answer)).expect(200);
    clock.set('2026-11-11T00:00:00Z');
    await get(app, '/account', cookiesOf(answer)).expect(303);
  });

  test('another process knows at once of an ended session or disabled account', async () => {
    const { app, services } = await openSite({ engine });
    const account = await anAccount(services.db);
    const elsewhere = await openSite({ engine, database: services.config.database });
    const cookie = await signedIn(app);
    await get(elsewhere.app, '/account', cookie).expect(200);
    await post(app, '/account', { do: 'sign-out' }, cookie).expect(303);
    await get(elsewhere.app, '/account', cookie).expect(303);

    const again = await signedIn(app);
    await get(elsewhere.app, '/account', again).expect(200);
    await services.db.write
      .updateTable('accounts')
      .set({ disabled_at: '2026-11-02T00:00:00.000Z' })
      .where('id', '=', account.id)
      .execute();
    await get(elsewhere.app, '/account', again).expect(303);
  });

  test('a hash weaker than today’s is replaced at the next sign-in', async () => {
    const { app, services } = await openSite({ engine });
    const { id } = await anAccount(services.db);
    // The same password with m=8192, t=1.
    const weak = '$argon2id$v=19$m=8192,t=1,p=1$AAECAwQFBgcICQoLDA0ODw$' + (await weakHashOf(rightPassword));
    await services.db.write
      .updateTable('accounts')
      .set({ password_hash: weak })
      .where('id', '=', id)
      .execute();
    await signedIn(app);
    const row = await services.db.read
      .selectFrom('accounts')
      .select('password_hash')
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(row.password_hash, rightPassword)).toBe(true);
    await signedIn(app);
  });
});

async function weakHashOf(password: string): Promise<string> {
  const { argon2Sync } = await import('node:crypto');
  const nonce = Buffer.from('AAECAwQFBgcICQoLDA0ODw', 'base64');
  const hash = argon2Sync('argon2id', {
    message: password,
    nonce,
    parallelism: 1,
    tagLength: 32,
    memory: 8192,
    passes: 1,
  });
  return hash.toString('base64').replaceAll('=', '');
}

test.for(engines)('each sign-in on %s begins a new session, whatever cookie came', async (engine) => {
  const { app, services } = await openSite({ engine });
  await anAccount(services.db);
  const planted = 'session=planted-by-someone-else-0123456789abcdefgh';
  const form = { email: 'lin@example.com', password: rightPassword };
  const first = cookiesOf(await post(app, '/login', form, planted));
  expect(first).not.toContain('planted');
  await get(app, '/account', planted).expect(303);

  const second = cookiesOf(await post(app, '/login', form, first));
  expect(/session=[^;]+/.exec(second)).not.toEqual(/session=[^;]+/.exec(first));
  await get(app, '/account', first).expect(303);
  await get(app, '/account', second).expect(200);
});

test('over https the cookies are the host’s alone', async () => {
  const { app, services } = await openSite({ env: { PUBLIC_URL: 'https://www.example.com' } });
  await anAccount(services.db);
  const answer = await post(app, '/login', { email: 'lin@example.com', password: rightPassword });
  const lines = answer.headers['set-cookie'] as unknown as string[];
  for (const line of lines) expect(line).toMatch(/^__Host-.*; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
  await get(app, '/account', cookiesOf(answer)).expect(200);
  // A cookie of another name, which another host of the domain could set, is none.
  await get(app, '/account', cookiesOf(answer).replaceAll('__Host-', '')).expect(303);
});

const nexts: [next: string, to: string][] = [
  ['/account/saved', '/shop/account/saved'],
  ['/articles/spring?x=1#y', '/shop/articles/spring?x=1#y'],
  ['', '/shop/account'],
  ['https://evil.example/', '/shop/account'],
  ['//evil.example', '/shop/account'],
  ['/\\evil.example', '/shop/account'],
  ['/..//evil.example', '/shop/account'],
  ['javascript:alert(1)', '/shop/account'],
  ['\t//evil.example', '/shop/account'],
  ['http:evil.example', '/shop/account'],
];

test.for(nexts)('after signing in with next “%s” one is at %s', async ([next, to]) => {
  const { app, services } = await openSite({ env: { BASE_PATH: '/shop/' } });
  await anAccount(services.db);
  const answer = await post(app, '/shop/login', { email: 'lin@example.com', password: rightPassword, next });
  expect(answer.status).toBe(303);
  expect(answer.headers['location']).toBe(to);
  // A signed-in visitor is redirected at once, to the same place.
  const again = await get(app, `/shop/login?next=${encodeURIComponent(next)}`, cookiesOf(answer));
  expect(again.status).toBe(303);
  expect(again.headers['location']).toBe(to);
});

test('a signed-in page leads others to the login page and back', async () => {
  const { app } = await openSite();
  for (const address of ['/account', '/account/saved']) {
    const page = await get(app, address);
    expect(page.status).toBe(303);
    expect(page.headers['location']).toBe(`/login?next=${encodeURIComponent(address)}`);
    expect(page.headers['cache-control']).toBe('private, no-store');
    const payload = await request(app).get(`${address}/_payload.json`);
    expect(payload.body).toEqual({ data: {}, seeOther: `/login?next=${encodeURIComponent(address)}` });
    const form = await post(app, address, { do: 'delete', save: 'product:x' });
    expect(form.status).toBe(303);
    expect(form.headers['location']).toMatch(/^\/login\?next=/);
  }
});

test('a script is told as data what is wrong or where to go', async () => {
  const { app, services } = await openSite();
  await anAccount(services.db);
  const send = (fields: Record<string, string>) =>
    request(app).post('/login').set('Accept', 'application/json').type('form').send(fields);
  const refused = await send({ email: 'lin@example.com', password: 'wrong password' });
  expect(refused.status).toBe(422);
  expect(refused.body).toEqual({ problem: { code: 'wrong-sign-in', email: 'lin@example.com' } });
  const done = await send({ email: 'lin@example.com', password: rightPassword, next: '/articles' });
  expect(done.status).toBe(200);
  expect(done.body).toEqual({ seeOther: '/articles' });
});

test('the fields of the form are what password managers and keyboards expect', async () => {
  const { app } = await openSite();
  const { text } = await get(app, '/login');
  const inputs = [...text.matchAll(/<input [^>]*>/g)].map(([tag]) => tag.toLowerCase());
  const input = (name: string) => inputs.find((tag) => tag.includes(`name="${name}"`)) ?? '';
  expect(input('email')).toContain('autocomplete="username"');
  expect(input('password')).toContain('autocomplete="current-password"');
  expect(input('password')).toContain('type="password"');
  const form = /<form [^>]*action="\/login"[\s\S]*?<\/form>/.exec(text)?.[0];
  expect(form).not.toMatch(/onpaste|autocomplete="off"|maxlength/i);
  expect(text).toMatch(/<form [^>]*action="\/login" method="post"/);
});
