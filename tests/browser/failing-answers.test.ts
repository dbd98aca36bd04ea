import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBuiltPage } from '../helpers/built-page.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { untilAsked } from '../helpers/watched-page.ts';

describeInChromium('a navigation in the page', (browser) => {
  const site = sampleSite;
  const openLogin = () => openBuiltPage(browser(), '/login', { site: site() });

  /** By a link that nothing has been loaded for in advance. */
  async function follow(page: Page, address: string): Promise<void> {
    await page.evaluate((href) => {
      const link = document.createElement('a');
      link.href = href;
      document.querySelector('main')?.prepend(link);
      link.click();
    }, address);
  }

  const told: [status: number, headers: Record<string, string>, heading: string, text: string][] = [
    [403, {}, '沒有權限', '網站不允許顯示這個頁面。'],
    [429, { 'Retry-After': '30' }, '要求次數太多', '請在 30 秒後再試。'],
    [503, { 'Retry-After': '120' }, '網站暫時無法回應', '請在 120 秒後再試。'],
    [503, {}, '網站暫時無法回應', '請稍後再試。'],
    [500, {}, '伺服器發生錯誤', '頁面暫時無法顯示，請稍後再試。'],
    [404, {}, '找不到頁面', '這個網址沒有內容，可能已經移動或下架。'],
  ];

  test('says what it was answered, by whomever', async () => {
    const { page } = await openLogin();
    for (const [index, [status, headers, heading, text]] of told.entries()) {
      await page.route(`**/author/${index}/_payload.json`, (route) =>
        route.fulfill({ status, headers, contentType: 'text/html', body: '<h1>a proxy</h1>' }),
      );
      await follow(page, `/author/${index}`);
      const main = page.locator('main');
      await main.getByText(text).waitFor();
      expect(await main.getByRole('heading', { level: 1 }).innerText()).toBe(heading);
      expect(await main.innerText()).toContain(String(status));
      expect(await page.title()).toContain(`${status} ${heading}`);
    }
  });

  test('whose script for requests does not come loads the document, once', async () => {
    const documents: string[] = [];
    const { page, complaints } = await openBuiltPage(browser(), '/login', {
      site: site(),
      until: 'hydrated',
      async prepare(opened) {
        await opened.clock.install();
        // Some of the scripts after the first view import it.
        await opened.route(/\/assets\/(http-client|after-first-view)-\w+\.js$/, (route) => route.abort());
      },
    });
    const countFailures = () => complaints.filter((line) => /import.*after-first-view/.test(line)).length;
    await expect.poll(countFailures).toBe(1);
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    });
    const isTold = page.waitForEvent('console', (message) => /import.*http-client/.test(message.text()));
    await follow(page, '/author/lin-zhiyuan');
    await isTold;
    // For which the page waits for a navigation.
    await page.clock.runFor(1000);
    await page.getByRole('heading', { level: 1, name: '林知遠' }).waitFor();
    // The document's script fails in the same way as its last step.
    await expect.poll(countFailures).toBe(2);
    await untilAsked(page);
    expect(documents).toEqual(['/author/lin-zhiyuan']);
    expect(await page.locator('h1').allInnerTexts()).toEqual(['林知遠']);
  });

  const failures = [
    { status: null, text: '網站沒有回應' },
    { status: 503, text: '網站暫時無法處理' },
  ];

  test('that sends a form and gets no answer, or that of some proxy, keeps what was typed', async () => {
    const { page } = await openLogin();
    await page.getByLabel('電子郵件').fill('lin@example.com');
    await page.getByLabel('密碼', { exact: true }).fill('a long password');
    for (const { status, text } of failures) {
      await page.route(
        '**/login',
        (route) => (status === null ? route.abort() : route.fulfill({ status, body: '<h1>a proxy</h1>' })),
        { times: 1 },
      );
      await page.getByRole('button', { name: '登入', exact: true }).click();
      await page.getByRole('alert').getByText(text).waitFor();
      expect(await page.getByLabel('電子郵件').inputValue()).toBe('lin@example.com');
      expect(await page.getByLabel('密碼', { exact: true }).inputValue()).toBe('a long password');
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('登入');
    }
  });
});
