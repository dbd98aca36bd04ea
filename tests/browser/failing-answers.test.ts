import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBuiltPage } from '../helpers/built-page.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';

describeInChromium('a navigation in the page', (browser) => {
  const site = sampleSite;
  const openLogin = (prepare?: (page: Page) => Promise<unknown>) =>
    openBuiltPage(browser(), '/login', { site: site(), ...(prepare && { prepare }) });

  /** By a link that nothing has been loaded for in advance. */
  async function goToAuthor(page: Page): Promise<void> {
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = '/author/lin-zhiyuan';
      document.querySelector('main')?.prepend(link);
      link.click();
    });
  }

  const told: [status: number, headers: Record<string, string>, heading: string, text: string][] = [
    [403, {}, '沒有權限', '網站不允許顯示這個頁面。'],
    [429, { 'Retry-After': '30' }, '要求次數太多', '請在 30 秒後再試。'],
    [503, { 'Retry-After': '120' }, '網站暫時無法回應', '請在 120 秒後再試。'],
    [503, {}, '網站暫時無法回應', '請稍後再試。'],
    [500, {}, '伺服器發生錯誤', '頁面暫時無法顯示，請稍後再試。'],
    [404, {}, '找不到頁面', '這個網址沒有內容，可能已經移動或下架。'],
  ];

  test.for(told)('says that it was answered %i, by whomever', async ([status, headers, heading, text]) => {
    const { page } = await openLogin();
    await page.route('**/author/lin-zhiyuan/_payload.json', (route) =>
      route.fulfill({ status, headers, contentType: 'text/html', body: '<h1>a proxy</h1>' }),
    );
    await goToAuthor(page);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(await page.locator('main').innerText()).toContain(String(status));
    expect(await page.locator('main').innerText()).toContain(text);
    expect(await page.title()).toContain(`${status} ${heading}`);
  });

  test('whose script for requests does not come loads the document, once', async () => {
    const documents: string[] = [];
    const { page } = await openBuiltPage(browser(), '/login', {
      site: site(),
      until: 'hydrated',
      async prepare(opened) {
        // Of those that come after the first view, some bring it along.
        await opened.route(/\/assets\/(http-client|after-first-view)-\w+\.js$/, (route) => route.abort());
      },
    });
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    });
    await goToAuthor(page);
    await page.getByRole('heading', { level: 1, name: '林知遠' }).waitFor();
    await page.waitForTimeout(1000);
    expect(documents).toEqual(['/author/lin-zhiyuan']);
    expect(await page.locator('h1').allInnerTexts()).toEqual(['林知遠']);
  });

  const failures: [what: string, status: number | null, text: string][] = [
    ['no answer', null, '網站沒有回應'],
    ['a page of some proxy', 503, '網站暫時無法處理'],
  ];

  test.for(failures)('that sends a form and gets %s keeps what was typed', async ([, status, text]) => {
    const { page } = await openLogin();
    await page.route('**/login', (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      return status === null ? route.abort() : route.fulfill({ status, body: '<h1>a proxy</h1>' });
    });
    await page.getByLabel('電子郵件').fill('lin@example.com');
    await page.getByLabel('密碼', { exact: true }).fill('a long password');
    await page.getByRole('button', { name: '登入', exact: true }).click();
    await page.getByRole('alert').getByText(text).waitFor();
    expect(await page.getByLabel('電子郵件').inputValue()).toBe('lin@example.com');
    expect(await page.getByLabel('密碼', { exact: true }).inputValue()).toBe('a long password');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('登入');
  });
});
