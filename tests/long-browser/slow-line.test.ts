import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { slowLine } from '#scripts/tools/chromium.ts';
import { userAgent } from '#scripts/tools/sample-pages.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openWatchedPage, untilHydrated, untilLinksAreSeen } from '../helpers/watched-page.ts';

describeInChromium('on a slow line', (browser) => {
  const site = sampleSite;

  /**
   * The list, whose scripts other than the entry do not come before they are let. Its styles come after the entry, which
   * is the smaller file: a machine may be so slow that they would be there before it, and pictures asked for.
   */
  async function openList() {
    const context = await browser().newContext({ userAgent, viewport: { width: 1000, height: 1100 } });
    const { page, complaints } = await openWatchedPage(context, site().origin);
    const areScriptsAsked = Promise.withResolvers<void>();
    const mayScriptsCome = Promise.withResolvers<void>();
    await page.route(/\/assets\/(?!entry-)[^/]*\.js$/, async (route) => {
      areScriptsAsked.resolve();
      await mayScriptsCome.promise;
      await route.continue();
    });
    await page.route(/\/assets\/[^/]*\.css$/, async (route) => {
      await areScriptsAsked.promise;
      await route.continue();
    });
    const pictures = new Set<string>();
    page.on('request', (request) => {
      if (request.resourceType() === 'image') pictures.add(request.url());
    });
    const session = await context.newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', slowLine);
    // Not until all has been loaded, which is no matter here.
    await page.goto(`${site().origin}/product`, { waitUntil: 'commit' });
    await untilPicturesAreThere(page);
    return {
      page,
      complaints,
      countAsked: () => pictures.size,
      async letScriptsCome() {
        mayScriptsCome.resolve();
        await session.send('Network.emulateNetworkConditions', fastLine);
      },
    };
  }

  test('pictures below the screen come after the scripts', async () => {
    const { page, complaints, countAsked, letScriptsCome } = await openList();
    // Pictures further down would have been requested together with these.
    await untilLinksAreSeen(page);
    const early = countAsked();
    expect(early).toBeLessThan(12);

    await letScriptsCome();
    await untilHydrated(page);
    await expect.poll(countAsked).toBeGreaterThan(early + 6);
    await expect.poll(() => countShown(page)).toBeGreaterThan(early + 6);
    expect(complaints).toEqual([]);
  });

  test('whoever scrolls before the scripts have come sees the pictures', async () => {
    const { page } = await openList();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    const { shown } = await untilPicturesAreThere(page);
    expect(shown).toBeGreaterThan(3);
  });
});

const fastLine = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

/** Counts of the pictures in view. */
async function untilPicturesAreThere(page: Page): Promise<{ shown: number; missing: number }> {
  await expect
    .poll(async () => {
      const { shown, missing } = await picturesInView(page);
      return missing === 0 && shown > 0;
    })
    .toBe(true);
  return picturesInView(page);
}

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
