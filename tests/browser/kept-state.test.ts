import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBuiltPage } from '../helpers/built-page.ts';
import { chromiumPath } from '../helpers/chromium-path.ts';
import { launchChromium, type Browser } from '../helpers/chromium.ts';
import { untilHydrated, untilIdle } from '../helpers/watched-page.ts';

const hour = 3_600_000;

describe.runIf(chromiumPath !== null)('a reload by our script', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  /** A page that knows of a newer build, and so loads the document of each navigation. */
  async function openOutdated(address: string, prepare?: (page: Page) => Promise<unknown>) {
    const opened = await openBuiltPage(browser, address, {
      async prepare(page) {
        await page.clock.install();
        await page.route('**/builds/latest.json?*', (route) =>
          route.fulfill({ json: { id: 'other', timestamp: 1 } }),
        );
        await prepare?.(page);
      },
    });
    const { page } = opened;
    const isTold = page.waitForResponse('**/builds/latest.json?*');
    await page.clock.fastForward(hour + 1000);
    await isTold;
    await page.waitForTimeout(300);
    return opened;
  }

  const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

  async function clickToSamePage({ page, isSameDocument }: Awaited<ReturnType<typeof openOutdated>>) {
    await page.getByRole('link', { name: '文章' }).first().click();
    await expect.poll(() => isSameDocument().catch(() => null)).toBe(false);
    await untilHydrated(page);
    await untilIdle(page);
  }

  test('comes back to the place on the page', async () => {
    const opened = await openOutdated('/articles');
    await opened.page.evaluate(() => window.scrollTo(0, 700));
    await clickToSamePage(opened);
    await expect.poll(() => scrollY(opened.page)).toBe(700);
  });

  test('shows another page from its top', async () => {
    const { page, isSameDocument } = await openOutdated('/articles');
    await page.evaluate(() => window.scrollTo(0, 700));
    await page.getByRole('link', { name: '商品' }).first().click();
    await expect.poll(() => isSameDocument().catch(() => null)).toBe(false);
    await untilHydrated(page);
    await untilIdle(page);
    expect(await scrollY(page)).toBe(0);
  });

  test('happens where storage is blocked too, and only once', async () => {
    const opened = await openOutdated('/articles', (page) =>
      page.addInitScript(() => {
        for (const name of ['sessionStorage', 'localStorage'])
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('The operation is insecure.', 'SecurityError');
            },
          });
      }),
    );
    const { page, complaints, isSameDocument } = opened;
    await clickToSamePage(opened);
    expect(complaints.filter((complaint) => complaint.startsWith('exception'))).toEqual([]);

    // The page believes again that it is old, a moment later, and is not loaded a second time.
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const isTold = page.waitForResponse('**/builds/latest.json?*');
    await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1)));
    await page.clock.setFixedTime(await page.evaluate(() => Date.now()));
    await page.clock.runFor(0);
    await page.clock.resume();
    await page.clock.fastForward(hour + 1000);
    await isTold;
    await page.waitForTimeout(300);
    await page.getByRole('link', { name: '文章' }).first().click();
    await page.waitForTimeout(1000);
    expect(await isSameDocument()).toBe(true);
  });

  test('that has just been done is offered instead, with a button', async () => {
    const { page, isSameDocument, site } = await openBuiltPage(browser, '/login');
    const script = '**/assets/author-page-*.js';
    await page.route(script, (route) => route.abort());
    const goToAuthor = async () => {
      await page.evaluate(() => {
        const link = document.createElement('a');
        link.href = '/author/lin-zhiyuan';
        link.textContent = '作者連結';
        document.querySelector('main')?.append(link);
      });
      await page.getByText('作者連結').click();
    };
    await goToAuthor();
    await page.waitForURL('**/author/lin-zhiyuan');
    await expect.poll(() => isSameDocument().catch(() => null)).toBe(false);

    await page.goto(`${site.origin}/login`);
    await untilHydrated(page);
    await untilIdle(page);
    await goToAuthor();
    const retry = page.getByRole('link', { name: '再試一次' });
    await retry.waitFor();
    expect(new URL(page.url()).pathname).toBe('/author/lin-zhiyuan');
    await page.unroute(script);
    await retry.click();
    await page.getByRole('heading', { level: 1, name: '林知遠' }).waitFor();
  });
});
