import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { anAccount, rightPassword } from '../helpers/accounts.ts';
import { startAccountSite } from '../helpers/account-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { newPassword } from '../helpers/staff.ts';

describeInChromium('in the browser of an admin', (browser) => {
  async function openPage(options: BrowserContextOptions = {}) {
    const context = await browser().newContext({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
      ...options,
    });
    return context.newPage();
  }

  async function startWithAdmin() {
    const site = await startAccountSite();
    await anAccount(site.db, { email: 'admin@example.com', name: '站長', role: 'admin' });
    return site;
  }

  async function signIn(page: Page, origin: string): Promise<void> {
    await page.goto(`${origin}/login?next=/edit`);
    await page.getByLabel('電子郵件').fill('admin@example.com');
    await page.getByLabel('密碼', { exact: true }).fill(rightPassword);
    await page.getByRole('button', { name: '登入', exact: true }).click();
  }

  async function createEditor(admin: Page): Promise<string> {
    await admin.getByRole('link', { name: '帳號', exact: true }).click();
    await admin.getByRole('link', { name: '新增帳號' }).click();
    await admin.getByLabel('電子郵件').fill('mei@example.com');
    await admin.getByLabel('姓名').fill('陳小梅');
    await admin.getByLabel('角色').selectOption('編輯');
    await admin.getByLabel('輸入你自己的密碼以確認').fill(rightPassword);
    await admin.getByRole('button', { name: '新增帳號' }).click();
    expect(await admin.locator('h1').innerText()).toBe('把連結交給這個人');
    return admin.getByLabel('連結').inputValue();
  }

  test('a colleague is invited, comes by the link, and is demoted', async () => {
    const { origin } = await startWithAdmin();
    const admin = await openPage();
    await signIn(admin, origin);
    const link = await createEditor(admin);

    const mei = await openPage();
    await mei.goto(link);
    const referers: (string | undefined)[] = [];
    mei.on('request', (request) => referers.push(request.headers()['referer']));
    await mei.getByLabel('新密碼').fill(newPassword);
    await mei.getByRole('button', { name: '設定密碼並登入' }).click();
    expect(mei.url()).toBe(`${origin}/edit`);
    expect(await mei.getByRole('navigation').innerText()).not.toContain('帳號');
    expect(referers.length).toBeGreaterThan(0);
    expect(referers.join()).not.toContain('/account/link');

    await admin.getByRole('link', { name: '看這個帳號' }).click();
    await admin.getByText('變更角色').first().click();
    await admin.getByLabel('角色').selectOption('讀者');
    await admin.locator('details[open]').getByLabel('輸入你自己的密碼以確認').fill(rightPassword);
    await admin.getByRole('button', { name: '變更角色' }).click();
    expect(await admin.getByRole('status').innerText()).toBe('角色已經變更。');
    expect((await mei.reload())?.status()).toBe(404);
  });

  test('a link works over plain http on another machine', async () => {
    const { origin } = await startWithAdmin();
    const admin = await openPage();
    await signIn(admin, origin);
    const link = await createEditor(admin);
    const mei = await openPage();
    await mei.goto(link);
    // Browsers say where such a form comes from by `Origin` alone.
    await mei.route('**/account/link/*', async (route) => {
      const headers = await route.request().allHeaders();
      const kept = Object.entries(headers).filter(([name]) => !name.startsWith('sec-fetch-'));
      await route.continue({ headers: Object.fromEntries(kept) });
    });
    const sent = mei.waitForRequest((request) => request.method() === 'POST');
    await mei.getByLabel('新密碼').fill(newPassword);
    await mei.getByRole('button', { name: '設定密碼並登入' }).click();
    expect((await (await sent).allHeaders())['origin']).toBe(origin);
    expect(mei.url()).toBe(`${origin}/edit`);
  });

  test('its pages have nothing that axe finds, and no line too wide', async () => {
    const { origin, db } = await startWithAdmin();
    const page = await openPage({ javaScriptEnabled: true });
    await signIn(page, origin);
    await page.waitForURL(`${origin}/edit`);
    await page.goto(`${origin}/edit`);
    const link = await createEditor(page);
    expect.soft(await findViolations(page), 'the link').toEqual([]);
    const { id } = await anAccount(db, {
      email: `${'long'.repeat(30)}@example.com`,
      name: '一個很長很長的名字'.repeat(6),
    });
    const addresses = [
      '/edit/accounts',
      '/edit/accounts/_new',
      `/edit/accounts/${id}`,
      '/edit/accounts/none',
    ];
    for (const address of [...addresses, new URL(link).pathname, '/account/link/none']) {
      await page.goto(origin + address);
      for (const fold of await page.locator('summary').all()) await fold.click();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect.soft(await findViolations(page), `${address}, ${colorScheme}`).toEqual([]);
      }
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(390);
    }
  });
});

async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`));
  });
}
