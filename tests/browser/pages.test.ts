import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buildSite } from '#scripts/build/build-site.ts';
import { root } from '#scripts/build/folders.ts';
import { startAccountSite } from '../helpers/account-site.ts';
import { sampleSite, startSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { everyPage, signIn } from '../helpers/every-page.ts';
import { noPage, userAgent } from '#scripts/tools/sample-pages.ts';
import { openWatchedPage, untilHydrated, untilIdle } from '../helpers/watched-page.ts';

describeInChromium('in a browser', (browser) => {
  const site = sampleSite;

  test('every page of the development build hydrates without a word in the console', async () => {
    // React says what it finds wrong while hydrating only in that build.
    const development = { outDir: path.join(root, '.cache/test-development'), isDevelopment: true };
    await buildSite(development);
    const { origin } = await startSite(development, { LIVE_RELOAD: 'on' });
    const context = await browser().newContext();
    for (const address of everyPage) {
      const { page, complaints } = await openWatchedPage(context, origin);
      await page.goto(origin + address);
      await untilHydrated(page);
      const told = complaints.filter((line) => !line.includes('Download the React DevTools'));
      expect.soft(told, address).toEqual([]);
      await page.close();
    }
  });

  test('nothing is said in the console or violates the policy on stored pages, where links lead, and signed in', async () => {
    const { origin } = await startAccountSite();
    const context = await browser().newContext({ userAgent });
    const { page, complaints } = await openWatchedPage(context, origin);
    for (const address of everyPage) {
      for (const mark of ['miss', 'hit']) {
        const response = await page.goto(origin + address);
        if (!isAnew(address)) expect.soft(await response?.headerValue('server-timing')).toContain(mark);
        await untilHydrated(page);
        await untilIdle(page);
      }
    }
    await signIn(page, origin);
    for (const name of ['商品', '文章', '林小青']) {
      const heading = () => page.locator('h1').textContent();
      await page.getByRole('banner').getByRole('link', { name }).click();
      await expect.poll(heading).toBe(name);
      // What a page brings with it, such as a carousel's controls, may stand in the way of a click while it comes.
      await page.waitForTimeout(300);
      await page.getByRole('main').locator('a:not([aria-current])').first().click();
      await expect.poll(heading).not.toBe(name);
    }
    expect(complaints).toEqual([]);
  });

  test('every page is complete without script', async () => {
    const { origin } = site();
    const context = await browser().newContext({ javaScriptEnabled: false });
    const { page } = await openWatchedPage(context, origin);
    for (const address of everyPage) {
      const response = await page.goto(origin + address);
      expect.soft(response?.status(), address).toBe(200);
      expect.soft(await page.locator('h1').count(), address).toBe(1);
      expect.soft((await page.locator('main').innerText()).length, address).toBeGreaterThan(20);
    }
  });

  // 320 px are 1280 px enlarged to 400 %. What is wide in itself is pushed aside in a frame of its own.
  test('nothing overflows at any width', async () => {
    const { origin } = site();
    const context = await browser().newContext({ userAgent });
    const { page } = await openWatchedPage(context, origin);
    for (const address of [...everyPage, noPage, `/${'x'.repeat(300)}`]) {
      await page.goto(origin + address);
      await untilHydrated(page);
      for (const width of [320, 390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect.soft(overflow, `${address} at ${width}`).toBeLessThanOrEqual(0);
        expect.soft(await findPushedAside(page), `${address} at ${width}`).toEqual([]);
      }
    }
  });
});

/** What scrolls sideways, but for tables, code, pictures, the row of categories and that of the header's links. */
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
