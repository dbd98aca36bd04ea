import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { samplePages } from '#scripts/tools/sample-pages.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import {
  aPageFor,
  countFaces,
  fontFiles,
  shareSiteWithFont,
  shiftOf,
  untilFontsAreIn,
} from '../helpers/title-font-page.ts';
import { untilAsked, untilHydrated, untilIdle } from '../helpers/watched-page.ts';

// tests/long/title-font-exhaustive.test.ts looks at every page.
describeInChromium('the font of titles', (browser) => {
  const site = shareSiteWithFont();
  const open = (address: string, options = {}) => aPageFor(browser(), site().origin + address, options);

  test.for([
    [samplePages.home, 60_000],
    [samplePages.article, 90_000],
  ] as const)('costs a list at most 60 kB, and an article 90 kB: %s', async ([address, most]) => {
    const { page, go, bytes } = await open(address);
    await go();
    await untilFontsAreIn(page);
    await expect.poll(bytes).toBeGreaterThan(10_000);
    expect(bytes()).toBeLessThanOrEqual(most);
  });

  test.for([
    [samplePages.home, 390],
    [samplePages.article, 390],
    [samplePages.product, 1440],
  ] as const)('moves nothing when it comes last: %s at %i px', async ([address, width]) => {
    expect(await shiftOf(browser(), site().origin + address, width)).toBeLessThan(0.001);
  });

  /**
   * An article on which script runs and waits for the files, of which the fifth and the sixth to be asked for are
   * answered by the test. Its clock stands still: the wait is over by no time of the machine's.
   */
  async function openWaiting(answer: (asked: number, route: Route) => Promise<unknown>) {
    const { page, go } = await open(samplePages.article);
    let asked = 0;
    await page.route(fontFiles, (route) => {
      asked += 1;
      return asked === 5 || asked === 6 ? answer(asked, route) : route.continue();
    });
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(60_000);
    await go();
    await untilHydrated(page);
    // Idle callbacks come by the clock, too.
    await page.clock.runFor(100);
    await untilIdle(page);
    await expect.poll(() => countFaces(page, 'loaded')).toBeGreaterThan(10);
    await expect.poll(() => countFaces(page, 'loading')).toBe(1);
    // The first titles at once, the page when all of them are.
    const isShown = () => page.evaluate(() => document.querySelector('[data-title-font]') !== null);
    expect(await isShown()).toBe(false);
    return { page, isShown };
  }

  test('is shown when the last of its files has come', async () => {
    const last = Promise.withResolvers<void>();
    const { page } = await openWaiting(async (asked, route) => {
      if (asked === 5) await last.promise;
      await route.continue();
    });
    const titleFont = () => page.locator('h1').evaluate((title) => getComputedStyle(title).fontFamily);
    expect(await titleFont()).not.toContain('Qingye Titles');
    const before = await countFaces(page, 'loaded');
    last.resolve();
    await expect.poll(() => countFaces(page, 'loading')).toBe(0);
    await expect.poll(titleFont).toContain('Qingye Titles');
    // The other titles are set some at a time.
    await page.clock.resume();
    await untilFontsAreIn(page);
    // Nothing was left to ask for.
    expect(await countFaces(page, 'loaded')).toBe(before + 1);
  });

  test('is shown after five seconds without a file that never comes', async () => {
    const { page, isShown } = await openWaiting(async (asked, route) => {
      if (asked === 6) await route.continue();
    });
    await page.clock.runFor(4_800);
    expect(await isShown()).toBe(false);
    await page.clock.runFor(1_000);
    await expect.poll(isShown).toBe(true);
    expect(await countFaces(page, 'loading')).toBe(1);
  });

  test('waits for the others when a file fails', async () => {
    const last = Promise.withResolvers<void>();
    const { page, isShown } = await openWaiting(async (asked, route) => {
      if (asked === 5) return route.abort();
      await last.promise;
      return route.continue();
    });
    await expect.poll(() => countFaces(page, 'error')).toBe(1);
    await untilAsked(page);
    expect(await isShown()).toBe(false);
    last.resolve();
    await expect.poll(isShown).toBe(true);
  });

  test('is shown where no script runs', async () => {
    const context = await browser().newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await Promise.all([page.waitForResponse(fontFiles), page.goto(site().origin + samplePages.article)]);
  });

  test('leaves rare characters to other fonts, without a box', async () => {
    const { page, go } = await open('/product/info/rare');
    await go();
    await untilFontsAreIn(page);
    const session = await page.context().newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root } = await session.send('DOM.getDocument');
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    const glyphs = (isOurs: boolean) =>
      fonts
        .filter(({ isCustomFont }) => isCustomFont === isOurs)
        .reduce((sum, { glyphCount }) => sum + glyphCount, 0);
    expect({ ours: glyphs(true), others: glyphs(false) }, JSON.stringify(fonts)).toEqual({
      ours: 2,
      others: 2,
    });
  });
});
