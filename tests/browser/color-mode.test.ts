import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openWatchedPage, untilHydrated } from '../helpers/watched-page.ts';

const white = 'rgb(255, 255, 255)';

describeInChromium('the colour mode', (browser) => {
  const site = sampleSite;

  async function open(options: BrowserContextOptions = {}) {
    const { origin } = site();
    const context = await browser().newContext({ colorScheme: 'light', ...options });
    const { page, complaints } = await openWatchedPage(context, origin);
    return { context, page, complaints, origin };
  }

  const background = (page: Page) =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const modeButton = (page: Page, name: string) =>
    page.getByRole('contentinfo').getByRole('button', { name, exact: true });

  /** The colour of the browser's own bars, as it computes it for the system's mode. */
  const barColor = (page: Page) =>
    page.evaluate(() => {
      const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
      return metas.find(({ media }) => matchMedia(media).matches)?.content;
    });

  async function choose(page: Page, mode: string): Promise<void> {
    await modeButton(page, mode).click();
  }

  test('follows the system while nothing is chosen', async () => {
    const { page, origin } = await open();
    await page.goto(origin);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect((await background(page)) === white).toBe(colorScheme === 'light');
      expect(await barColor(page)).toBe(colorScheme === 'light' ? '#fff' : '#0f172b');
    }
  });

  test('changes at once, without a page load, and stays over one', async () => {
    const { page, complaints, origin, context } = await open();
    await page.goto(`${origin}/articles`);
    await untilHydrated(page);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await choose(page, '深色');
    await expect.poll(() => background(page)).not.toBe(white);
    expect(await barColor(page)).toBe('#0f172b');
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    expect(await page.locator('[aria-pressed=true]').innerText()).toBe('深色');
    expect(await modeButton(page, '深色').evaluate((button) => button === document.activeElement)).toBe(true);
    await page.reload({ waitUntil: 'commit' });
    // From the first byte on: before any script or style has come.
    expect(await page.evaluate(() => document.documentElement.dataset['colorMode'])).toBe('dark');
    await untilHydrated(page);
    expect(await background(page)).not.toBe(white);
    expect(await barColor(page)).toBe('#0f172b');
    await choose(page, '跟隨系統');
    await expect.poll(() => background(page)).toBe(white);
    expect(await barColor(page)).toBe('#fff');
    expect(await context.cookies()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('is light at once on a dark system too', async () => {
    const { page, origin } = await open({ colorScheme: 'dark' });
    await page.goto(origin);
    await untilHydrated(page);
    await choose(page, '淺色');
    await expect.poll(() => background(page)).toBe(white);
  });

  test('is the same in another tab as soon as that is looked at, and on the way back', async () => {
    const { page, origin, context } = await open();
    await page.goto(origin);
    await untilHydrated(page);
    const other = await context.newPage();
    await other.goto(`${origin}/articles`);
    await untilHydrated(other);
    await choose(other, '深色');
    await page.bringToFront();
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect.poll(() => background(page)).not.toBe(white);

    await page.evaluate(() => (location.href = '/login'));
    await page.waitForURL('**/login');
    await untilHydrated(page);
    await choose(page, '淺色');
    await page.goBack();
    await expect.poll(() => background(page)).toBe(white);
  });

  test('is left to the server where the browser gives no cookies', async () => {
    const { page, origin, complaints } = await open();
    await page.addInitScript(() => {
      const fail = () => {
        throw new DOMException('The document is sandboxed.', 'SecurityError');
      };
      Object.defineProperty(Document.prototype, 'cookie', { get: fail, set: fail });
    });
    await page.goto(`${origin}/articles`);
    await untilHydrated(page);
    await choose(page, '深色');
    await expect.poll(() => background(page)).not.toBe(white);
    await untilHydrated(page);
    expect(await page.locator('h1').innerText()).toBe('文章');
    expect(complaints).toEqual([]);
  });
});
