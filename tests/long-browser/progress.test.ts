import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openWatchedPage } from '../helpers/watched-page.ts';

describeInChromium('progress', (browser) => {
  const site = sampleSite;
  const bar = (page: Page) => page.getByRole('progressbar', { name: '載入中' });
  const isAtArticle = (page: Page) =>
    page.waitForFunction(() => document.querySelector('h1')?.textContent === '水溫這件事');

  /** The page's clock stands still, and the data of the next page does not come before it is let through. */
  async function openSlowSite() {
    const { origin } = site();
    const { page, complaints } = await openWatchedPage(await browser().newContext(), origin);
    const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>();
    const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
    await page.route('**/articles/water-temperature/_payload.json', async (route) => {
      ask();
      await isLetThrough;
      await route.continue();
    });
    // Nothing is fetched ahead: it would run out of time when the clock is put forward.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await page.clock.install();
    // The bars come with the first navigation or article: here they are there before the clock stops.
    await page.goto(`${origin}/articles/spring-tea-diary`);
    await page.locator('[role=progressbar]').waitFor({ state: 'attached' });
    await page.getByRole('link', { name: '文章', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: '文章' }).waitFor();
    await page.waitForLoadState('networkidle');
    // On a busy machine this navigation took so long that it had a bar of its own.
    await expect.poll(() => bar(page).count()).toBe(0);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    /** Resolves when React has heard of the navigation: its work goes through message channels, in turn. */
    async function click(name: string): Promise<void> {
      await page.getByRole('link', { name }).click();
      await isAsked;
      for (let turn = 0; turn < 10; turn += 1) {
        await page.evaluate(
          () =>
            new Promise((resolve) => {
              const { port1, port2 } = new MessageChannel();
              port1.addEventListener('message', resolve);
              port1.start();
              port2.postMessage(null);
            }),
        );
      }
    }
    return { page, complaints, click, letThrough };
  }

  test('a navigation that takes longer than 200 ms shows a bar until it is over', async () => {
    const { page, complaints, click, letThrough } = await openSlowSite();
    await click('水溫這件事');
    await page.clock.runFor(199);
    expect(await bar(page).count()).toBe(0);
    // Counted from when React has heard of the navigation, a moment after the click.
    let moment = 0;
    await expect
      .poll(async () => {
        await page.clock.runFor(1);
        moment += 1;
        return bar(page).count();
      })
      .toBe(1);
    expect(moment).toBeLessThan(30);
    expect(await bar(page).getAttribute('data-state')).toBe('indeterminate');
    letThrough();
    await expect.poll(() => bar(page).getAttribute('data-state')).toBe('complete');
    await page.clock.runFor(199);
    expect(await bar(page).count()).toBe(1);
    await page.clock.runFor(1);
    await expect.poll(() => bar(page).count()).toBe(0);
    await isAtArticle(page);
    expect(complaints).toEqual([]);
  });

  test('a quick navigation shows none', async () => {
    const { page, click, letThrough } = await openSlowSite();
    await click('水溫這件事');
    await page.clock.runFor(150);
    expect(await bar(page).count()).toBe(0);
    letThrough();
    await isAtArticle(page);
    await page.clock.runFor(1000);
    expect(await bar(page).count()).toBe(0);
  });

  test('an article tells how much of it has been read, and other pages do not', async () => {
    const { origin } = site();
    const { page } = await openWatchedPage(await browser().newContext(), origin);
    await page.goto(`${origin}/articles/water-temperature`);
    const read = page.locator('[role=progressbar]');
    await expect.poll(() => read.getAttribute('aria-valuenow')).toBe('0');
    expect(await page.getByRole('progressbar').count()).toBe(0);
    await page.evaluate(() => {
      const body = document.querySelector('article .prose')?.getBoundingClientRect();
      scrollTo({ top: (body?.bottom ?? 0) - innerHeight + 5, behavior: 'instant' });
    });
    await expect.poll(() => read.getAttribute('data-state')).toBe('complete');
    await page.getByRole('link', { name: '商品', exact: true }).first().click();
    await page.waitForURL('**/product');
    await expect.poll(() => read.count()).toBe(0);
  });
});
