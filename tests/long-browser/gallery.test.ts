import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBuiltPage } from '../helpers/built-page.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openWatchedPage, untilHydrated, untilIdle } from '../helpers/watched-page.ts';

describeInChromium('a product’s pictures', (browser) => {
  const site = sampleSite;

  async function openProduct(options: BrowserContextOptions = {}) {
    const { origin } = site();
    const watched = await openWatchedPage(await browser().newContext(options), origin);
    await watched.page.goto(`${origin}/product/info/zhuni-teapot-150ml`);
    await untilHydrated(watched.page);
    await untilIdle(watched.page);
    return { ...watched, origin };
  }

  const link = (page: Page) => page.locator('main a[title="放大圖片"], main a.enlarge').first();
  const dialog = (page: Page) => page.getByRole('dialog', { name: '商品圖片' });
  const position = async (page: Page) => /\d \/ \d/.exec(await dialog(page).innerText())?.[0];
  const isFocused = (page: Page) => link(page).evaluate((element) => element === document.activeElement);

  test.for([390, 1440])('one opens large at %i px, Escape closes it and the focus is back', async (width) => {
    const { page, complaints } = await openProduct({ viewport: { width, height: 800 } });
    const small = await link(page).locator('img').boundingBox();
    await link(page).click();
    await dialog(page).waitFor();
    const large = await dialog(page).getByRole('img').boundingBox();
    expect(large?.width ?? 0).toBeGreaterThan(small?.width ?? 0);
    expect((large?.y ?? -1) >= 0 && (large?.y ?? 0) + (large?.height ?? 0) <= 800).toBe(true);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden');
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog(page).count()).toBe(0);
    expect(await isFocused(page)).toBe(true);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toBe('hidden');
    expect(complaints).toEqual([]);
  });

  const closings: [what: string, close: (page: Page) => Promise<void>][] = [
    ['its button', (page) => dialog(page).getByRole('button', { name: '關閉' }).click()],
    ['a click beside it', (page) => page.mouse.click(20, 400)],
  ];

  test.for(closings)('Enter opens it, and %s closes it', async ([, close]) => {
    const { page } = await openProduct();
    await link(page).focus();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    await close(page);
    await expect.poll(() => dialog(page).count()).toBe(0);
    expect(await isFocused(page)).toBe(true);
  });

  test('arrow keys and buttons show the other pictures, up to the last', async () => {
    const { page } = await openProduct();
    await link(page).click();
    await expect.poll(() => position(page)).toBe('1 / 2');
    const first = await dialog(page).getByRole('img').getAttribute('src');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => position(page)).toBe('2 / 2');
    expect(await dialog(page).getByRole('img').getAttribute('src')).not.toBe(first);
    await page.keyboard.press('ArrowRight');
    expect(await position(page)).toBe('2 / 2');
    await dialog(page).getByRole('button', { name: '上一張' }).click();
    await expect.poll(() => position(page)).toBe('1 / 2');
  });

  test('a small picture brings its large one, with script and without', async () => {
    const { page } = await openProduct();
    const small = (of: Page) => of.getByRole('link', { name: '跳轉到第 2 頁' });
    const isInFrame = (of: Page) =>
      of.locator('#picture-2').evaluate((element) => {
        const [box, frame] = [element, element.closest('.carousel-viewport')].map((of) =>
          of?.getBoundingClientRect(),
        );
        return box && frame ? box.left > frame.left - 2 && box.right < frame.right + 2 : false;
      });
    expect(await isInFrame(page)).toBe(false);
    await expect.poll(() => small(page).getAttribute('aria-current')).toBe(null);
    await page.getByRole('tab').first().waitFor();
    await small(page).click();
    await expect.poll(() => isInFrame(page)).toBe(true);
    await expect.poll(() => small(page).getAttribute('aria-current')).toBe('true');
    expect(new URL(page.url()).hash).toBe('');

    const { page: plain } = await openBuiltPage(browser(), '/product/info/zhuni-teapot-150ml', {
      site: site(),
      context: { javaScriptEnabled: false },
      until: 'loaded',
    });
    await small(plain).click();
    await expect.poll(() => isInFrame(plain)).toBe(true);
  });

  test('going back while one is open leaves nothing open', async () => {
    const { page, origin } = await openProduct();
    await page.getByRole('link', { name: '文章', exact: true }).first().click();
    await page.waitForURL(`${origin}/articles`);
    await page.goBack();
    await link(page).click();
    await dialog(page).waitFor();
    await page.goForward();
    await page.waitForURL(`${origin}/articles`);
    await expect.poll(() => dialog(page).count()).toBe(0);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toBe('hidden');
  });

  test('its script cannot be loaded: the picture itself opens', async () => {
    const { page } = await openProduct();
    await page.route('**/assets/enlarged-pictures-*.js', (route) => route.abort());
    await link(page).click();
    await expectPictureItself(page);
  });

  test('a click that comes before the page is alive opens the picture itself', async () => {
    const { page } = await openBuiltPage(browser(), '/product/info/zhuni-teapot-150ml', {
      site: site(),
      prepare: (opened) => opened.route('**/assets/loaded-widgets-*.js', (route) => route.abort()),
      until: 'hydrated',
    });
    await link(page).click();
    await expectPictureItself(page);
  });
});

/** Not a page of the site at its address. */
async function expectPictureItself(page: Page): Promise<void> {
  await page.waitForURL(/\/media\/.+\.svg$/);
  await expect.poll(() => page.evaluate(() => document.contentType)).toBe('image/svg+xml');
}
