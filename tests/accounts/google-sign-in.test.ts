import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findFreePort } from '#scripts/tools/servers/free-port.ts';
import { anAccount, rightPassword } from '../helpers/accounts.ts';
import { engines, type EngineName } from '../helpers/databases.ts';
import { signInAtProvider, startOpenidProvider, type OpenidProvider } from '../helpers/openid-provider.ts';
import { openSite } from '../helpers/site.ts';
import { aVisitor, type Visitor } from '../helpers/visitor.ts';

const people = {
  mei: { email: 'mei@example.com', email_verified: true, name: '陳小梅' },
  fake: { email: 'fake@example.com', email_verified: false, name: '未驗證' },
  lin: { email: 'lin@example.com', email_verified: true, name: '林小青' },
};
const failed = '無法完成 Google 登入，請再試一次。';
const unreachable = '目前無法連線到 Google';

/** A site, the service that it knows, and a visitor. */
async function setUp(engine: EngineName = 'sqlite') {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const provider = await startOpenidProvider(`${origin}/login/google/callback`, people);
  const { app, services } = await openSite({
    engine,
    env: {
      PUBLIC_URL: origin,
      GOOGLE_SIGN_IN: 'anyone',
      GOOGLE_CLIENT_ID: 'site',
      GOOGLE_CLIENT_SECRET: 'canary-client-secret',
      OIDC_ISSUER: provider.issuer,
    },
  });
  const server = app.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { db } = services;
  const accounts = () => db.read.selectFrom('accounts').selectAll().execute();
  const identities = () => db.read.selectFrom('identities').selectAll().execute();
  return { origin, provider, db, accounts, identities, visitor: aVisitor(origin) };
}

const isSignedIn = async (visitor: Visitor) => (await visitor.get('/account')).status === 200;

test.for(engines)(
  'the first time makes a reader’s account on %s, and the next time finds it',
  async (engine) => {
    const { origin, visitor, accounts, identities } = await setUp(engine);
    const page = await signInAtProvider(visitor, 'mei', '/account/saved');
    expect(page.body).toContain('陳小梅');
    expect(visitor.answers.at(-2)?.location).toBe(`${origin}/account/saved`);
    expect((await visitor.get('/account')).body).toContain('mei@example.com');

    await visitor.post('/account', { do: 'sign-out' });
    expect(await isSignedIn(visitor)).toBe(false);
    await visitor.follow(await visitor.get('/login/google'));
    expect(await isSignedIn(visitor)).toBe(true);
    expect(await accounts()).toMatchObject([
      { email: 'mei@example.com', role: 'reader', password_hash: null },
    ]);
    expect(await identities()).toMatchObject([{ subject: 'mei' }]);
  },
);

const failures: [what: string, tampering: OpenidProvider['tampering']][] = [
  ['another nonce', { claims: { nonce: 'another' } }],
  ['an id token without a nonce', { claims: { nonce: undefined } }],
  ['a subject with a NUL', { claims: { sub: 'a\0b' } }],
  ['a forged id token', { isForged: true }],
  ['an expired id token', { claims: { iat: 1000, exp: 2000 } }],
  ['an id token for another site', { claims: { aud: 'other' } }],
  ['an id token of another issuer', { claims: { iss: 'https://evil.example' } }],
  ['garbage', { tokenAnswer: '<html>oops' }],
];

test('nobody is signed in by a token that is not theirs', async () => {
  const { provider, visitor, accounts } = await setUp();
  for (const [what, tampering] of failures) {
    provider.tampering = tampering;
    expect((await signInAtProvider(visitor, 'mei')).body, what).toContain(failed);
    expect(await isSignedIn(visitor), what).toBe(false);
    expect(await accounts(), what).toEqual([]);
  }
  provider.tampering = {};
  expect((await signInAtProvider(visitor, 'mei')).body).toContain('陳小梅');
});

test('nobody is signed in by a provider that is silent, which is given up after three seconds', async () => {
  const { provider, visitor, accounts } = await setUp();
  provider.tampering = { isSilent: true };
  const limits = giveUpByHand();
  const answer = signInAtProvider(visitor, 'mei');
  await expect.poll(() => provider.silences).toBe(1);
  limits.giveUp();
  expect((await answer).body).toContain(failed);
  expect(new Set(limits.ms)).toEqual(new Set([3000]));
  expect(await isSignedIn(visitor)).toBe(false);
  expect(await accounts()).toEqual([]);
});

test('another state, and a code that was used, sign nobody in', async () => {
  const { origin, provider, visitor } = await setUp();
  provider.tampering = { holdsVisitors: true };
  expect((await signInAtProvider(visitor, 'mei')).body).toBe('held');
  const callback = provider.heldCallback;
  const [flow = ''] = visitor.cookies;
  const comeBack = async (who: Visitor, address: string, headers = {}) =>
    (await who.follow(await who.get(address, headers))).body;

  expect(await comeBack(visitor, callback.replace(/state=[^&]*/, 'state=another'))).toContain(failed);
  // The failed try has used the flow up: the right address is worth nothing now …
  expect(await comeBack(visitor, callback)).toContain(failed);
  // … and without it, in another browser, neither.
  const stranger = aVisitor(origin);
  expect(await comeBack(stranger, callback)).toContain(failed);

  const withFlow = { Cookie: `sign-in=${flow}` };
  expect(await comeBack(visitor, callback, withFlow)).toContain('陳小梅');
  expect(await comeBack(stranger, callback, withFlow)).toContain(failed);
  expect(await isSignedIn(stranger)).toBe(false);
});

test('an address that is not verified signs nobody in', async () => {
  const { visitor, accounts } = await setUp();
  expect((await signInAtProvider(visitor, 'fake')).body).toContain('尚未驗證');
  expect(await isSignedIn(visitor)).toBe(false);
  expect(await accounts()).toEqual([]);
});

test('an account with a password is linked after it, never by the address alone', async () => {
  const { db, visitor, identities } = await setUp();
  await anAccount(db);
  expect((await signInAtProvider(visitor, 'lin')).body).toContain('請先用密碼登入');
  expect(await identities()).toEqual([]);
  await visitor.post('/login', { email: 'lin@example.com', password: rightPassword });
  expect((await visitor.follow(await visitor.get('/login/google'))).body).toContain('已連結 Google 帳號。');
  expect(await identities()).toMatchObject([{ subject: 'lin' }]);
});

test('while the provider is down, silent or talks nonsense the login page says it; then it works again', async () => {
  const { origin, visitor, provider } = await setUp();
  const begin = () => visitor.get('/login/google').then((answer) => visitor.follow(answer));
  provider.close();
  expect((await begin()).body).toContain(unreachable);

  let answer: string | null = null;
  let asked = 0;
  const nonsense = createServer((_request, reply) => {
    asked += 1;
    if (answer !== null) reply.end(answer);
  }).listen(Number(new URL(provider.issuer).port), '127.0.0.1');
  await once(nonsense, 'listening');
  const limits = giveUpByHand();
  const silence = begin();
  await expect.poll(() => asked).toBe(1);
  limits.giveUp();
  expect((await silence).body).toContain(unreachable);
  expect(limits.ms).toEqual([3000]);
  answer = '{"issuer": 1';
  expect((await begin()).body).toContain(unreachable);
  nonsense.closeAllConnections();
  nonsense.close();
  await once(nonsense, 'close');

  const port = Number(new URL(provider.issuer).port);
  await startOpenidProvider(`${origin}/login/google/callback`, people, { port });
  expect((await signInAtProvider(visitor, 'mei')).body).toContain('陳小梅');
});

/** Time limits that are not over by themselves: how long they are is written down. */
function giveUpByHand(): { ms: number[]; giveUp(): void } {
  const controller = new AbortController();
  const ms: number[] = [];
  const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation((each) => {
    ms.push(each);
    return controller.signal;
  });
  onTestFinished(() => limit.mockRestore());
  return {
    ms,
    giveUp() {
      limit.mockRestore();
      controller.abort(new DOMException('too long', 'TimeoutError'));
    },
  };
}
