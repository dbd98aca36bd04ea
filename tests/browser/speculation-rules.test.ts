import { expect, test } from 'vitest';
import { production } from '#scripts/build/folders.ts';
import { startSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openWatchedPage, untilIdle } from '../helpers/watched-page.ts';

const isPagePath = (path: string) => !/\.\w+(\?|$)/.test(path);

describeInChromium('speculation rules', (browser) => {
  async function openArticles(basePath: string, { hasScript }: { hasScript: boolean }) {
    const site = await startSite(production, { BASE_PATH: basePath });
    const context = await browser().newContext({ javaScriptEnabled: hasScript });
    const watched = await openWatchedPage(context, site.origin);
    await watched.page.goto(`${site.origin}${basePath}articles`);
    // What a browser loads by such rules is not told to the page, but the server knows.
    const askedPages = () =>
      [...site.output().matchAll(/"url":"([^"]+)"/g)].map(([, url = '']) => url).filter(isPagePath);
    return { ...watched, askedPages };
  }

  test.for(['/', '/shop/'])('load what is pointed at, without script, at %s', async (basePath) => {
    const { page, complaints, askedPages } = await openArticles(basePath, { hasScript: false });
    await page.locator('main h2 a').nth(1).hover();
    await expect.poll(askedPages).toHaveLength(2);
    expect(askedPages()[1]).toMatch(new RegExp(`^${basePath}articles/.`));

    // What belongs to one visitor is asked for by a click only; the link after it shows that there was time.
    await page.locator('header').getByRole('link', { name: '登入' }).hover();
    await page.waitForTimeout(1000);
    await page.locator('header').getByRole('link', { name: '商品' }).hover();
    await expect.poll(askedPages).toHaveLength(3);
    expect(askedPages()[2]).toBe(`${basePath}product`);
    // Without script the browser gives up the scripts that it has begun to load, and says so elsewhere.
    expect(complaints.filter((complaint) => complaint.startsWith('console'))).toEqual([]);
  });

  test('leave a page to our script once that has taken over', async () => {
    const { page, complaints, askedPages } = await openArticles('/', { hasScript: true });
    await untilIdle(page);
    await page.locator('main h2 a').nth(1).hover();
    await page.waitForTimeout(1500);
    expect(askedPages()).toEqual(['/articles']);
    expect(complaints).toEqual([]);
  });
});
