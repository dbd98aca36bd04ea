import { expect, test } from 'vitest';
import type { BrowserContextOptions } from 'playwright-core';
import { rightPassword } from '../helpers/accounts.ts';
import { shareAccountSite, startAccountSite } from '../helpers/account-site.ts';
import { beSignedIn } from '../helpers/browser-session.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openWatchedPage, untilHydrated, untilIdle } from '../helpers/watched-page.ts';

describeInChromium('accounts in a browser', (browser) => {
  const site = shareAccountSite();
  async function setUp(options: BrowserContextOptions = {}) {
    const { origin } = site();
    const context = await browser().newContext(options);
    return { origin, context, ...(await openWatchedPage(context, origin)) };
  }

  test('with script all of it happens in the page, under a base path too', async () => {
    const { origin } = await startAccountSite({ BASE_PATH: '/shop/' });
    const { page, complaints } = await openWatchedPage(await browser().newContext(), origin);
    const inPage = () => page.evaluate(() => 'sameDocument' in window);
    await page.goto(`${origin}/shop/login?next=/product`);
    await untilHydrated(page);
    await untilIdle(page);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));

    await page.getByLabel('電子郵件').fill('lin@example.com');
    const password = page.getByLabel('密碼', { exact: true });
    await password.fill('wrong password');
    await page.getByRole('button', { name: '顯示密碼' }).click();
    expect(await password.getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: '登入', exact: true }).click();
    await page.getByText('電子郵件或密碼不正確。').waitFor();
    expect(await page.title()).toContain('錯誤：登入');
    expect(await page.getByLabel('電子郵件').inputValue()).toBe('lin@example.com');
    await password.fill(rightPassword);
    await page.getByRole('button', { name: '登入', exact: true }).click();
    await page.waitForURL(`${origin}/shop/product`);
    await page.getByRole('link', { name: '林小青的帳號' }).waitFor();

    const saved = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.getByRole('button', { name: /^收藏/ }).first().click();
    await page.getByRole('button', { name: /^取消收藏/ }).waitFor();
    expect((await saved).status()).toBe(200);
    await page.getByRole('link', { name: '林小青的帳號' }).click();
    await page.getByRole('link', { name: '我的收藏' }).click();
    await page.getByText('共 1 項').waitFor();
    const removed = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.getByRole('button', { name: /^取消收藏/ }).click();
    await page.getByText('還沒有收藏').waitFor();
    await removed;

    await page.getByRole('link', { name: '林小青的帳號' }).click();
    await page.getByRole('button', { name: '登出', exact: true }).click();
    await page.waitForURL(`${origin}/shop/`);
    await page.locator('header').getByText('登入').waitFor();
    expect(await inPage()).toBe(true);
    // Except for the browser's own message about the refused password.
    expect(complaints.filter((line) => !line.includes('422'))).toEqual([]);
  });

  test.for([true, false])(
    'after signing out, going back shows nothing of the account (script: %s)',
    async (javaScriptEnabled) => {
      const { origin, page, context } = await setUp({ javaScriptEnabled });
      await beSignedIn(context, origin);
      await page.goto(`${origin}/product`);
      await page.getByRole('link', { name: '林小青的帳號' }).waitFor();
      await page.goto(`${origin}/account`);
      if (javaScriptEnabled) {
        await untilHydrated(page);
        await untilIdle(page);
      }
      await page.getByRole('button', { name: '登出', exact: true }).click();
      await page.waitForURL(`${origin}/`);

      await page.goBack();
      await page.waitForURL(`${origin}/login?next=%2Faccount`);
      expect(await page.content()).not.toMatch(/lin@example\.com|林小青/);
      await page.goto(`${origin}/product`);
      await page.locator('header').getByText('登入').waitFor();
      expect(await page.locator('header').innerText()).not.toContain('林小青');
    },
  );

  test('a session that ends elsewhere leads to the login page, and back', async () => {
    const { origin, context, page } = await setUp();
    await beSignedIn(context, origin);
    await page.goto(`${origin}/articles`);
    await untilHydrated(page);
    await untilIdle(page);
    await page.getByRole('link', { name: '林小青的帳號' }).waitFor();
    const elsewhere = await browser().newContext();
    await beSignedIn(elsewhere, origin);
    await elsewhere.request.post(`${origin}/account`, {
      form: { do: 'sign-out-everywhere' },
      maxRedirects: 0,
    });
    await page.getByRole('link', { name: '林小青的帳號' }).click();
    await page.waitForURL(`${origin}/login?next=%2Faccount`);
    await page.locator('header').getByText('登入').waitFor();
  });

  test('the pages of an account hydrate without a word, overflow nowhere and keep no copy', async () => {
    const { origin, page, complaints, context } = await setUp();
    await beSignedIn(context, origin);
    expect((await context.cookies()).find((cookie) => cookie.name === 'session')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      expires: -1,
    });
    for (const address of ['/account', '/account/saved', '/product', '/articles']) {
      const answer = await page.goto(origin + address);
      expect.soft(answer?.headers()['cache-control'], address).toBe('private, no-store');
      await untilHydrated(page);
      for (const width of [320, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect.soft(overflow, `${address} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
    expect(complaints).toEqual([]);
  });
});
