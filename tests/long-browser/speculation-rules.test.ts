import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { production } from '#scripts/build/folders.ts';
import { sampleSite, startSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openWatchedPage, untilIdle } from '../helpers/watched-page.ts';

describeInChromium('speculation rules', (browser) => {
  async function openArticles(origin: string, basePath: string, { hasScript }: { hasScript: boolean }) {
    const context = await browser().newContext({ javaScriptEnabled: hasScript });
    const watched = await openWatchedPage(context, origin);
    const session = await context.newCDPSession(watched.page);
    /** Paths that were loaded by the rules, in order. */
    const loaded: string[] = [];
    session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
      if (status === 'Ready') loaded.push(prefetchUrl.replace(origin, ''));
    });
    const isKnown = new Promise<void>((resolve) => {
      session.on('Preload.preloadingAttemptSourcesUpdated', () => resolve());
    });
    await session.send('Preload.enable');
    await watched.page.goto(`${origin}${basePath}articles`);
    await isKnown;
    return { ...watched, loaded };
  }

  test.for(['/', '/shop/'])('load what is pointed at, without script, at %s', async (basePath) => {
    const { origin } = basePath === '/' ? sampleSite() : await startSite(production, { BASE_PATH: basePath });
    const { page, complaints, loaded } = await openArticles(origin, basePath, { hasScript: false });
    await page.locator('main h2 a').nth(1).hover();
    await expect.poll(() => loaded).toEqual([expect.stringMatching(new RegExp(`^${basePath}articles/.`))]);

    // Pages of a single visitor are requested by a click only.
    const header = page.locator('header');
    await press(header.getByRole('link', { name: '登入' }));
    await press(header.getByRole('link', { name: '商品' }));
    await expect.poll(() => loaded).toHaveLength(2);
    expect(loaded[1]).toBe(`${basePath}product`);
    // Without script the browser gives up the scripts that it has begun to load, and says so elsewhere.
    expect(complaints.filter((complaint) => complaint.startsWith('console'))).toEqual([]);
  });

  test('leave a page to our script once that has taken over', async () => {
    const { page, complaints, loaded } = await openArticles(sampleSite().origin, '/', { hasScript: true });
    await untilIdle(page);
    await press(page.locator('main h2 a').nth(1));
    expect(complaints).toEqual([]);
    // The browser still goes by the rules.
    await page.evaluate(() => document.documentElement.removeAttribute('data-live'));
    const header = page.locator('header');
    await expect
      .poll(async () => {
        await press(header.getByRole('link', { name: '商品' }));
        return loaded;
      })
      .toEqual(['/product']);
  });
});

/**
 * Presses a link without a click, which Chromium takes as a sign at once: where it only is pointed at, a link has to
 * stay so for a while. What two links lead to is asked for in the order in which they were pressed.
 */
async function press(link: Locator): Promise<void> {
  const page = link.page();
  await link.hover();
  await page.mouse.down({ button: 'middle' });
  await page.mouse.move(0, 0);
  await page.mouse.up({ button: 'middle' });
}
