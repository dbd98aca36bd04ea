import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from '../helpers/axe.ts';
import { openBuiltPage } from '../helpers/built-page.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { aCategory, aDrawing, aProduct, type Files } from '../helpers/content.ts';
import { shareSiteWith } from '../helpers/shared-content.ts';
import { findSmallTargets } from '../helpers/small-targets.ts';

const address = '/product?category=fasteners';
const columns = ['材質', '直徑', '長度', '頭型', '表面處理', '適用'];

/** Parts with six columns, of which one has a name of 200 characters, long values, and another nothing. */
const files: Files = {
  'media/screw.svg': aDrawing,
  'categories/fasteners.md': aCategory({ name: '螺絲', view: 'table', filters: ['材質'], columns }),
  ...Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `products/screw-${i}.md`,
      aProduct({
        ...{ name: `內六角螺絲 M3×${i + 4}`, category: 'fasteners', sku: `SCR-M3-${i + 4}`, price: 3 + i },
        publishedAt: new Date(Date.UTC(2026, 0, 50 - i)).toISOString(),
        specs: { 材質: i % 2 ? '304 不鏽鋼' : '黑鐵', 直徑: '3 公釐', 長度: `${i + 4} 公釐`, 頭型: '內六角' },
        ...(i === 0 && {
          name: '很長的名稱'.repeat(40),
          images: [{ src: 'media/screw.svg', alt: '螺絲' }],
          specs: Object.fromEntries(columns.map((name) => [name, `${name}的說明，`.repeat(40)])),
        }),
        ...(i === 1 && { specs: {}, salePrice: 2 }),
        // A link of one line, which is lower than a finger.
        ...(i === 2 && { name: '螺帽' }),
      }),
    ]),
  ),
};

describeInChromium('a list that is a table', (browser) => {
  const site = shareSiteWith(files);

  const box = (page: Page, selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { top, left, right } = element.getBoundingClientRect();
      return { top: Math.round(top), left: Math.round(left), right: Math.round(right) };
    });

  test.for([true, false])(
    'is pushed aside in itself on a phone, where its head and the names stay; with script: %s',
    async (javaScriptEnabled) => {
      const { page } = await openBuiltPage(browser(), address, {
        site: site(),
        context: { viewport: { width: 390, height: 844 }, javaScriptEnabled },
        until: javaScriptEnabled ? 'idle' : 'loaded',
      });
      const scroller = page.locator('.product-table');
      await scroller.evaluate((element) => element.scrollTo(10_000, 0));
      expect(await scroller.evaluate((element) => element.scrollLeft)).toBeGreaterThan(200);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      const { left } = await box(page, '.product-table');
      expect((await box(page, 'tbody tr:nth-child(20) th')).left).toBe(left);
      expect((await box(page, 'thead th:first-of-type')).left).toBe(left);
      const last = await box(page, 'tbody tr:nth-child(20) td:last-child');
      expect(last.right, 'the last column can be seen').toBeLessThanOrEqual(390);

      await page.locator('tbody tr:nth-child(20)').evaluate((row) => row.scrollIntoView());
      const header = await page
        .getByRole('banner')
        .evaluate((element) => element.getBoundingClientRect().bottom);
      const head = await box(page, 'thead th:last-of-type');
      expect(Math.abs(head.top - header), 'the head is below that of the page').toBeLessThan(2);
      const name = await page.locator('tbody tr:first-child th').evaluate((cell) => cell.clientWidth);
      expect(name).toBeGreaterThan(120);
    },
  );

  test('lies in a box as high as the window where no box scrolls on one axis alone, and Back finds its place', async () => {
    const { page, isSameDocument } = await openBuiltPage(browser(), address, {
      site: site(),
      context: { viewport: { width: 390, height: 844 } },
      prepare: (opened) => opened.route('**/*.css', takeAway('scroll-initial-target')),
    });
    const scroller = page.locator('.product-table');
    const place = () => scroller.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
    await scroller.evaluate((element) => element.scrollIntoView());
    await scroller.evaluate((element) => element.scrollTo(150, 600));
    expect(await place()).toEqual([150, 600]);
    const { left, top } = await box(page, '.product-table');
    expect(await box(page, 'thead th:first-of-type')).toMatchObject({ left, top });
    const bottom = await scroller.evaluate((element) => element.getBoundingClientRect().bottom);
    expect(bottom, 'its last row can be seen').toBeLessThan(845);

    await page.locator('tbody tr:nth-child(15) th a').evaluate((link: HTMLElement) => link.click());
    await page.waitForURL(/info/);
    await page.goBack();
    await expect.poll(place).toEqual([150, 600]);
    await page.locator('.pages a[href*="page=2"]').first().click();
    await page.waitForURL(/page=2/);
    await expect.poll(async () => (await place())[1]).toBe(0);
    expect(await isSameDocument()).toBe(true);
  });

  test('copies the number of a product by a press', async () => {
    const { page } = await openBuiltPage(browser(), address, {
      site: site(),
      context: { permissions: ['clipboard-read', 'clipboard-write'] },
    });
    await page.getByRole('button', { name: '複製貨號 SCR-M3-9' }).click();
    await page.getByText('已複製「SCR-M3-9」').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('SCR-M3-9');
  });

  test('meets no obstacle at any width', async () => {
    const { page } = await openBuiltPage(browser(), address, { site: site() });
    for (const width of [390, 768, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect.soft(await findViolations(page), `${width} px`).toEqual([]);
      expect.soft(await findSmallTargets(page), `${width} px`).toEqual([]);
      const heights = await page
        .locator('tbody tr')
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
      expect.soft(Math.max(...heights), `long texts are cut at ${width} px`).toBeLessThan(160);
    }
  });

  test('is shown after a press as it is opened, and takes the press of a filter', async () => {
    const { page, isSameDocument } = await openBuiltPage(browser(), '/product', {
      site: site(),
      context: { viewport: { width: 1440, height: 900 } },
    });
    await page.getByRole('navigation', { name: '商品分類' }).getByRole('link', { name: '螺絲' }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(24);
    await page.getByRole('checkbox', { name: /^黑鐵/ }).check();
    await expect.poll(() => page.getByText('共 19 件').count()).toBe(1);
    expect(await page.locator('tbody tr').count()).toBe(19);
    expect(await isSameDocument()).toBe(true);
  });
});

/** Lets a browser be one without a property, of which the style sheets ask. */
function takeAway(property: string) {
  return async (route: Route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(property, 'unknown');
    await route.fulfill({ response, body });
  };
}
