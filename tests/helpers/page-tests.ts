import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { buildSite } from '#scripts/build/build-site.ts';
import { root } from '#scripts/build/folders.ts';
import { userAgent } from '#scripts/tools/sample-pages.ts';
import type { Browser } from '#scripts/tools/chromium.ts';
import { shareAccountSite } from './account-site.ts';
import { beSignedIn } from './browser-session.ts';
import { startSite, type Visited } from './built-site.ts';
import { findIdleButtons, findPlaces } from './idle-buttons.ts';
import { openWatchedPage, untilHydrated, untilIdle } from './watched-page.ts';

/** Tests that hold for any page, on these addresses. */
export function pageTests(browser: () => Browser, addresses: readonly string[], noPages: readonly string[]) {
  // Only that build of React reports problems while hydrating.
  const development = { outDir: path.join(root, '.cache/test-development'), isDevelopment: true };
  beforeAll(() => buildSite(development));

  test('the development build hydrates without a word in the console', async () => {
    const { origin } = await startSite(development, { LIVE_RELOAD: 'on' });
    const { page, complaints } = await openWatchedPage(await browser().newContext(), origin);
    for (const address of addresses) {
      await page.goto(origin + address);
      await untilHydrated(page);
      const told = complaints.splice(0).filter((line) => !line.includes('Download the React DevTools'));
      expect.soft(told, address).toEqual([]);
    }
  });

  const site = shareAccountSite();
  async function open() {
    const { origin } = site();
    const context = await browser().newContext({ userAgent });
    return { ...(await openWatchedPage(context, origin)), context, origin };
  }

  test('nothing is said, violates the policy or overflows at any width, on a new page and a stored one', async () => {
    const { page, complaints, origin } = await open();
    for (const address of addresses) {
      for (const mark of ['miss', 'hit']) {
        const response = await page.goto(origin + address);
        if (!isAnew(address)) expect.soft(await response?.headerValue('server-timing')).toContain(mark);
        await untilHydrated(page);
        await untilIdle(page);
      }
      await expectRoom(page, address);
    }
    expect(complaints).toEqual([]);
    for (const address of noPages) {
      await page.goto(origin + address);
      await untilHydrated(page);
      await expectRoom(page, address);
    }
  });

  test('nothing is said or violated where links lead, and signed in', async () => {
    const { page, complaints, context, origin } = await open();
    await beSignedIn(context, origin);
    await page.goto(`${origin}/account`);
    await untilHydrated(page);
    await untilIdle(page);
    for (const name of ['商品', '文章', '林小青']) {
      const heading = () => page.locator('h1').textContent();
      await page.getByRole('banner').getByRole('link', { name }).click();
      await expect.poll(heading).toBe(name);
      await page.getByRole('main').locator('a:not([aria-current])').first().click();
      await expect.poll(heading).not.toBe(name);
    }
    expect(complaints).toEqual([]);
  });

  scriptTests(browser, site, { addresses, noPages });
}

interface Pages {
  addresses: readonly string[];
  noPages: readonly string[];
}

/** Without our script, and before it is there. */
function scriptTests(browser: () => Browser, site: () => Visited, { addresses, noPages }: Pages): void {
  test('a button that needs our script is not shown before that is there, and moves nothing when it comes', async () => {
    const { origin } = site();
    const page = await (await browser().newContext({ userAgent })).newPage();
    let shownLater = 0;
    for (const address of addresses) {
      const script = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<void>();
      await page.route(layoutScript, async (route) => {
        asked.resolve();
        await script.promise;
        await route.continue();
      });
      await page.goto(origin + address);
      await asked.promise;
      expect.soft(await findIdleButtons(page), address).toEqual([]);
      const places = await findPlaces(page);
      script.resolve();
      await untilHydrated(page);
      await untilIdle(page);
      await page.unroute(layoutScript);
      expect.soft(await findPlaces(page), address).toEqual(places);
      shownLater += (await findIdleButtons(page)).length;
    }
    // At least two articles have a share button, and a password can be shown.
    expect(shownLater).toBeGreaterThan(3);
  });

  test('each is complete without script, and has no button that needs it', async () => {
    const { origin } = site();
    const context = await browser().newContext({ userAgent, javaScriptEnabled: false });
    const page = await context.newPage();
    for (const address of addresses) {
      const response = await page.goto(origin + address);
      expect.soft(response?.status(), address).toBe(200);
      expect.soft(await page.locator('h1').count(), address).toBe(1);
      expect.soft((await page.locator('main').innerText()).length, address).toBeGreaterThan(20);
      expect.soft(await findIdleButtons(page), address).toEqual([]);
    }
    await beSignedIn(context, origin);
    for (const address of [...noPages, '/account']) {
      await page.goto(origin + address);
      expect.soft(await findIdleButtons(page), address).toEqual([]);
    }
  });
}

const layoutScript = '**/assets/page-layout-*.js';

/** 320 px are 1280 px enlarged to 400 %. Wide elements scroll in a frame of their own. */
async function expectRoom(page: Page, address: string): Promise<void> {
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(overflow, `${address} at ${width}`).toBeLessThanOrEqual(0);
    expect.soft(await findPushedAside(page), `${address} at ${width}`).toEqual([]);
  }
}

/**
 * Elements that scroll sideways, except tables, code, pictures, the row of categories and that of the header's links.
 */
function findPushedAside(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *, header *, footer *')]
      .filter(
        (element) =>
          element.scrollWidth > element.clientWidth + 1 &&
          /auto|scroll/.test(getComputedStyle(element).overflowX) &&
          !element.matches('.table-scroll, pre, .carousel-viewport, .chips, .site-menu'),
      )
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

/** Whether each request for it is answered by rendering it. */
function isAnew(address: string): boolean {
  return /^\/(?:login|search)/.test(address);
}
