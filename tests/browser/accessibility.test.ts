import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shareAccountSite } from '../helpers/account-site.ts';
import { findViolations } from '../helpers/axe.ts';
import { beSignedIn } from '../helpers/browser-session.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { noPage, samplePages, userAgent } from '#scripts/tools/sample-pages.ts';
import { readLargeShifts, watchShifts } from '../helpers/layout-shift.ts';
import { findSmallTargets } from '../helpers/small-targets.ts';
import { openWatchedPage, untilHydrated, untilIdle } from '../helpers/watched-page.ts';

const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
const desk = { viewport: { width: 1440, height: 900 } };
const { home, products, product, articles, article, author, about, login } = samplePages;

// Each kind of page once: tests/long/accessibility-exhaustive.test.ts looks at every page at every width.
describeInChromium('each kind of page', (browser) => {
  const site = shareAccountSite();

  async function open(page: Page, address: string): Promise<void> {
    await page.goto(site().origin + address);
    await untilHydrated(page);
    await untilIdle(page);
  }

  /** With its menus closed, and open. */
  async function expectUsable(page: Page, address: string): Promise<void> {
    expect.soft(await findViolations(page), address).toEqual([]);
    const menus = await page.locator('main summary').all();
    for (const menu of menus) await menu.click();
    expect.soft(await findSmallTargets(page), address).toEqual([]);
    if (address === products) expect.soft(await findViolations(page), 'with its menu').toEqual([]);
  }

  test.for([
    ['lists of products', [home, products]],
    ['lists of articles', [articles, author, samplePages['search-products']]],
    ['a product and an article', [product, article]],
    ['other pages', [about, login, noPage]],
  ] as const)(
    'keeps still on a phone while it loads, has targets of 44 px but for links within text, and nothing that axe finds: %s',
    async ([, addresses]) => {
      const page = await (await browser().newContext({ userAgent, ...phone })).newPage();
      await watchShifts(page);
      for (const address of addresses) {
        await open(page, address);
        expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
        expect.soft(await readLargeShifts(page), address).toEqual([]);
        await expectUsable(page, address);
      }
    },
  );

  test('keeps still on a desk while it loads, and has nothing that axe finds', async () => {
    const page = await (await browser().newContext({ userAgent, ...desk })).newPage();
    await watchShifts(page);
    for (const address of [home, products, article]) {
      await open(page, address);
      expect.soft(await readLargeShifts(page), address).toEqual([]);
      expect.soft(await findViolations(page), address).toEqual([]);
    }
  });

  test('is usable for who is signed in too', async () => {
    const context = await browser().newContext({ userAgent, ...phone });
    await beSignedIn(context, site().origin);
    const page = await context.newPage();
    for (const address of ['/account', '/account/saved', product]) {
      await open(page, address);
      await expectUsable(page, address);
    }
  });

  test('moves what has the focus out from under the header', async () => {
    const { origin } = site();
    const context = await browser().newContext({ userAgent, viewport: { width: 1000, height: 500 } });
    const { page } = await openWatchedPage(context, origin);
    await page.goto(`${origin}/articles`);
    await untilHydrated(page);
    await page.locator('main h2 a').last().focus();
    // Backwards, where the next one is above the window.
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('Shift+Tab');
      const hidden = await page.evaluate(() => {
        const { top = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
        return top < (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0);
      });
      expect(hidden).toBe(false);
    }
  });
});
