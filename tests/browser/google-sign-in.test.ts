import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { DatabaseConfig } from '#server/config-database.ts';
import { openDatabase, type Database } from '#server/db/open-database.ts';
import { production } from '#scripts/build/folders.ts';
import { anAccount, rightPassword } from '../helpers/accounts.ts';
import { atEndOfFile, sampleFolder } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import {
  engines,
  newDatabaseConfig,
  silentLog,
  urlOf,
  type AtEnd,
  type EngineName,
} from '../helpers/databases.ts';
import { findFreePort } from '#scripts/tools/free-port.ts';
import { startOpenidProvider, type OpenidProvider } from '../helpers/openid-provider.ts';
import { runSite, type RunningSite } from '../helpers/run-site.ts';

const people = {
  mei: { email: 'mei@example.com', email_verified: true, name: '陳小梅' },
  fake: { email: 'fake@example.com', email_verified: false, name: '未驗證' },
  lin: { email: 'lin@example.com', email_verified: true, name: '林小青' },
};

describeInChromium('signing in with another service, in a browser', (browser) => {
  const atEnd = atEndOfFile();
  let shared: Setting;
  beforeAll(async () => {
    shared = await start({ atEnd });
  });

  interface Setting {
    origin: string;
    provider: OpenidProvider;
    site: RunningSite;
    db: Database;
  }

  /** A site and the service that it knows. */
  async function start({
    engine = 'sqlite',
    atEnd = onTestFinished,
  }: { engine?: EngineName; atEnd?: AtEnd } = {}): Promise<Setting> {
    const port = await findFreePort();
    const origin = `http://127.0.0.1:${port}`;
    const provider = await startOpenidProvider(`${origin}/login/google/callback`, people, { atEnd });
    const dataDir = sampleFolder(atEnd);
    const database: DatabaseConfig =
      engine === 'sqlite' ? { engine, file: path.join(dataDir, 'site.db') } : await newDatabaseConfig(engine);
    const env = {
      PORT: String(port),
      PUBLIC_URL: origin,
      DATA_DIR: dataDir,
      DATABASE_URL: urlOf(database),
      GOOGLE_SIGN_IN: 'anyone',
      GOOGLE_CLIENT_ID: 'site',
      GOOGLE_CLIENT_SECRET: 'canary-client-secret',
      OIDC_ISSUER: provider.issuer,
    };
    const site = await runSite(production, env, atEnd);
    const db = await openDatabase(database, silentLog);
    atEnd(() => db.close());
    return { origin, provider, site, db };
  }

  /** A visitor of a site on which nobody has an account: the one that is shared, unless another is given. */
  async function setUp(setting: Setting = shared) {
    const { origin, provider, db } = setting;
    provider.tampering = {};
    await db.write.deleteFrom('accounts').execute();
    const context = await browser().newContext();
    const page = await context.newPage();
    const answers: string[] = [];
    page.on('response', async (response) => {
      if (response.url().startsWith(origin) && response.request().resourceType() === 'document')
        answers.push(await response.text().catch(() => ''));
    });
    return { ...setting, context, page, answers };
  }

  const button = (page: Page) => page.getByRole('link', { name: '使用 Google 帳號登入' });

  /** What a person does at the provider. */
  async function signInThere(page: Page, name: string): Promise<void> {
    await button(page).click();
    await page.locator('[name=login]').fill(name);
    await page.locator('[name=password]').fill('anything');
    await page.locator('[type=submit]').click();
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  test.for(engines)(
    'the first time makes a reader’s account on %s, and the next time finds it',
    async (engine) => {
      const { origin, page, context, db, site, answers } = await setUp(await start({ engine }));
      await page.goto(`${origin}/login?next=/account/saved`);
      await signInThere(page, 'mei');
      await page.waitForURL(`${origin}/account/saved`);
      expect(await page.locator('header').innerText()).toContain('陳小梅');

      await page.goto(`${origin}/account`);
      expect(await page.locator('main').innerText()).toContain('mei@example.com');
      expect(await page.locator('main').innerText()).toContain('讀者');
      await page.getByRole('button', { name: '登出', exact: true }).click();
      await page.waitForURL(`${origin}/`);

      await page.goto(`${origin}/login`);
      await button(page).click();
      await page.waitForURL(`${origin}/account`);
      const accounts = await db.read.selectFrom('accounts').selectAll().execute();
      expect(accounts).toMatchObject([{ email: 'mei@example.com', role: 'reader', password_hash: null }]);
      expect(await db.read.selectFrom('identities').select('subject').execute()).toMatchObject([
        { subject: 'mei' },
      ]);

      // Nothing that signs anybody in is in the log or in a page.
      const cookies = await context.cookies();
      const secrets = [...cookies.map((cookie) => cookie.value), 'canary-client-secret'];
      const told = [site.output(), ...answers].join('\n');
      expect(secrets.filter((secret) => secret.length > 8 && told.includes(secret))).toEqual([]);
      expect(told).not.toMatch(/[?&](code|state)=[\w-]{8}/);
    },
  );

  test('who cancels there is back on the login page, which says so', async () => {
    const { origin, page } = await setUp();
    await page.goto(`${origin}/login?next=/account/saved`);
    await button(page).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByText('你取消了 Google 登入。').waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/account/saved');
    expect(page.url()).not.toContain('code=');
  });

  type SetUp = Awaited<ReturnType<typeof setUp>>;
  const failures: [what: string, tamper: (setting: SetUp) => void | Promise<void>][] = [
    ['another nonce', ({ provider }) => void (provider.tampering = { claims: { nonce: 'another' } })],
    [
      'an id token without a nonce',
      ({ provider }) => void (provider.tampering = { claims: { nonce: undefined } }),
    ],
    ['a subject with a NUL', ({ provider }) => void (provider.tampering = { claims: { sub: 'a\0b' } })],
    ['a forged id token', ({ provider }) => void (provider.tampering = { isForged: true })],
    [
      'an expired id token',
      ({ provider }) => void (provider.tampering = { claims: { iat: 1000, exp: 2000 } }),
    ],
    [
      'an id token for another site',
      ({ provider }) => void (provider.tampering = { claims: { aud: 'other' } }),
    ],
    [
      'an id token of another issuer',
      ({ provider }) => void (provider.tampering = { claims: { iss: 'https://evil.example' } }),
    ],
    ['garbage', ({ provider }) => void (provider.tampering = { tokenAnswer: '<html>oops' })],
    ['nothing for too long', ({ provider }) => void (provider.tampering = { delayMs: 20_000 })],
  ];

  test.for(failures)('nobody is signed in by %s', async ([, tamper]) => {
    const setting = await setUp();
    const { origin, page, context, db } = setting;
    await page.goto(`${origin}/login`);
    await tamper(setting);
    await signInThere(page, 'mei');
    await page.getByText('無法完成 Google 登入，請再試一次。').waitFor();
    expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain('session');
    expect(await db.read.selectFrom('accounts').selectAll().execute()).toEqual([]);
  });

  test('another state, and a code that was used, sign nobody in', async () => {
    const { origin, page, context, provider } = await setUp();
    provider.tampering = { holdsVisitors: true };
    await page.goto(`${origin}/login`);
    await signInThere(page, 'mei');
    await page.getByText('held').waitFor();
    const callback = provider.heldCallback;
    const flow = (await context.cookies()).filter((cookie) => cookie.name === 'sign-in');
    expect(flow).toHaveLength(1);

    await page.goto(callback.replace(/state=[^&]*/, 'state=another'));
    await page.getByText('無法完成 Google 登入').waitFor();
    // The failed try has used the flow up: the right address is worth nothing now …
    await page.goto(callback);
    await page.getByText('無法完成 Google 登入').waitFor();
    // … and without it, in another browser, neither.
    const stranger = await browser().newContext();
    onTestFinished(() => stranger.close());
    const elsewhere = await stranger.newPage();
    await elsewhere.goto(callback);
    await elsewhere.getByText('無法完成 Google 登入').waitFor();

    await context.addCookies(flow);
    await page.goto(callback);
    await page.waitForURL(`${origin}/account`);
    await stranger.addCookies(flow);
    await elsewhere.goto(callback);
    await elsewhere.getByText('無法完成 Google 登入').waitFor();
    expect((await stranger.cookies()).map((cookie) => cookie.name)).not.toContain('session');
  });

  test('an address that is not verified signs nobody in', async () => {
    const { origin, page, db } = await setUp();
    await page.goto(`${origin}/login`);
    await signInThere(page, 'fake');
    await page.getByText('尚未驗證').waitFor();
    expect(await db.read.selectFrom('accounts').selectAll().execute()).toEqual([]);
  });

  test('an account with a password is linked from its page, never by the address alone', async () => {
    const { origin, page, db } = await setUp();
    await anAccount(db);
    await page.goto(`${origin}/login`);
    await signInThere(page, 'lin');
    await page.getByText('請先用密碼登入').waitFor();
    expect(await db.read.selectFrom('identities').selectAll().execute()).toEqual([]);

    await page.getByLabel('電子郵件').fill('lin@example.com');
    await page.getByLabel('密碼', { exact: true }).fill(rightPassword);
    await page.getByRole('button', { name: '登入', exact: true }).click();
    await page.waitForURL(`${origin}/account`);
    await page.getByRole('link', { name: '連結 Google 帳號' }).click();
    await page.getByText('已連結 Google 帳號。').waitFor();

    await page.getByRole('button', { name: '登出', exact: true }).click();
    await page.waitForURL(`${origin}/`);
    await page.goto(`${origin}/login`);
    await button(page).click();
    await page.waitForURL(`${origin}/account`);
  });

  test('while the provider is down, silent or talks nonsense the login page says it; then it works again', async () => {
    const { origin, page, provider } = await setUp(await start());
    const port = Number(new URL(provider.issuer).port);
    async function unreachable(): Promise<void> {
      const response = await page.goto(`${origin}/login`);
      expect(response?.status()).toBe(200);
      await button(page).click();
      await page.getByText('目前無法連線到 Google').waitFor();
    }
    provider.close();
    await unreachable();

    let answer: string | null = null;
    const nonsense = createServer((_request, reply) => {
      if (answer !== null) reply.end(answer);
    }).listen(port, '127.0.0.1');
    await once(nonsense, 'listening');
    await unreachable();
    answer = '{"issuer": 1';
    await unreachable();
    nonsense.closeAllConnections();
    nonsense.close();
    await once(nonsense, 'close');

    await startOpenidProvider(`${origin}/login/google/callback`, people, { port });
    await signInThere(page, 'mei');
    await page.waitForURL(`${origin}/account`);
  });
});
