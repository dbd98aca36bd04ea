import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/open/open-database.ts';
import { production } from '#scripts/build/folders.ts';
import { findFreePort } from '#scripts/tools/servers/free-port.ts';
import { openDataFolder } from '../helpers/account-site.ts';
import { anAccount, rightPassword } from '../helpers/accounts.ts';
import { atEndOfFile } from '../helpers/built-site.ts';
import { sampleFolder } from '../helpers/sample-folder.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { startOpenidProvider, type OpenidProvider } from '../helpers/openid-provider.ts';
import { runSite, type RunningSite } from '../helpers/run-site.ts';

const people = {
  mei: { email: 'mei@example.com', email_verified: true, name: '陳小梅' },
  lin: { email: 'lin@example.com', email_verified: true, name: '林小青' },
};

describeInChromium('signing in with another service, in a browser', (browser) => {
  interface Setting {
    origin: string;
    provider: OpenidProvider;
    site: RunningSite;
    db: Database;
  }

  let shared: Setting;
  const atEnd = atEndOfFile();
  beforeAll(async () => {
    const port = await findFreePort();
    const origin = `http://127.0.0.1:${port}`;
    const provider = await startOpenidProvider(`${origin}/login/google/callback`, people, { atEnd });
    const dataDir = sampleFolder(atEnd);
    const env = {
      PORT: String(port),
      PUBLIC_URL: origin,
      DATA_DIR: dataDir,
      GOOGLE_SIGN_IN: 'anyone',
      GOOGLE_CLIENT_ID: 'site',
      GOOGLE_CLIENT_SECRET: 'canary-client-secret',
      OIDC_ISSUER: provider.issuer,
    };
    const site = await runSite(production, env, atEnd);
    const db = await openDataFolder(dataDir);
    atEnd(() => db.close());
    shared = { origin, provider, site, db };
  });

  /** A visitor of the site, on which nobody has an account. */
  async function setUp() {
    const { origin, provider, db } = shared;
    provider.tampering = {};
    await db.write.deleteFrom('accounts').execute();
    const context = await browser().newContext();
    const page = await context.newPage();
    const answers: string[] = [];
    page.on('response', async (response) => {
      if (response.url().startsWith(origin) && response.request().resourceType() === 'document')
        answers.push(await response.text().catch(() => ''));
    });
    return { ...shared, context, page, answers };
  }

  const button = (page: Page) => page.getByRole('link', { name: '使用 Google 帳號登入' });

  /** Steps of a person at the provider. */
  async function signInThere(page: Page, name: string): Promise<void> {
    await button(page).click();
    await page.locator('[name=login]').fill(name);
    await page.locator('[name=password]').fill('anything');
    await page.locator('[type=submit]').click();
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  test('the first time makes a reader’s account, and the next time finds it', async () => {
    const { origin, page, context, db, site, answers } = await setUp();
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
  });

  test('who cancels there is back on the login page, which says so', async () => {
    const { origin, page } = await setUp();
    await page.goto(`${origin}/login?next=/account/saved`);
    await button(page).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByText('你取消了 Google 登入。').waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/account/saved');
    expect(page.url()).not.toContain('code=');
  });

  test('nobody is signed in by a forged id token, and the login page says so', async () => {
    const { origin, page, context, db, provider } = await setUp();
    await page.goto(`${origin}/login`);
    provider.tampering = { isForged: true };
    await signInThere(page, 'mei');
    await page.getByText('無法完成 Google 登入，請再試一次。').waitFor();
    expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain('session');
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
});
