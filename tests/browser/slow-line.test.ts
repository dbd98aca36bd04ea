import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { slowLine } from '#scripts/tools/chromium.ts';
import { userAgent } from '#scripts/tools/sample-pages.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openWatchedPage, untilHydrated } from '../helpers/watched-page.ts';

describeInChromium('on a slow line', (browser) => {
  const site = sampleSite;

  /** The list, whose scripts other than the entry do not come before they are let. */
  async function openList() {
    const context = await browser().newContext({ userAgent, viewport: { width: 1000, height: 1100 } });
    const { page, complaints } = await openWatchedPage(context, site().origin);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/\/assets\/(?!entry-)[^/]*\.js$/, async (route) => {
      await promise;
      await route.continue();
    });
    const session = await context.newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', slowLine);
    await page.goto(`${site().origin}/product`, { waitUntil: 'load' });
    return { page, complaints, letScriptsCome: resolve };
  }

  test('pictures below the screen come after the scripts', async () => {
    const { page, complaints, letScriptsCome } = await openList();
    await expect.poll(() => picturesInView(page)).toEqual({ shown: expect.any(Number), missing: 0 });
    // Longer than a picture takes that is asked for.
    await page.waitForTimeout(3000);
    const early = await countShown(page);
    expect((await picturesInView(page)).shown).toBeGreaterThan(0);
    expect(early).toBeLessThan(12);

    letScriptsCome();
    await untilHydrated(page);
    await expect.poll(() => countShown(page)).toBeGreaterThan(early + 6);
    expect(complaints).toEqual([]);
  });

  test('whoever scrolls before the scripts have come sees the pictures', async () => {
    const { page } = await openList();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    await expect.poll(() => picturesInView(page)).toEqual({ shown: expect.any(Number), missing: 0 });
    expect((await picturesInView(page)).shown).toBeGreaterThan(3);
  });
});

function countShown(page: Page): Promise<number> {
  return page.evaluate(() => [...document.images].filter((image) => image.naturalWidth > 0).length);
}

/** By the places of their frames: a picture that has not come may have none. */
function picturesInView(page: Page): Promise<{ shown: number; missing: number }> {
  return page.evaluate(() => {
    const inView = [...document.querySelectorAll('main .card .frame')].filter((frame) => {
      const { top, bottom } = frame.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    const shown = inView.filter((frame) => (frame.querySelector('img')?.naturalWidth ?? 0) > 0).length;
    return { shown, missing: inView.length - shown };
  });
}
