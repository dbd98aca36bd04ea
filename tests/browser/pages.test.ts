import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSite } from '../../scripts/build/build-site.ts';
import { production, root, type BuildTarget } from '../../scripts/build/folders.ts';
import { startSite } from '../helpers/built-site.ts';
import { chromiumPath } from '../helpers/chromium-path.ts';
import { launchChromium, type Browser } from '../helpers/chromium.ts';
import { openWatchedPage, untilHydrated } from '../helpers/watched-page.ts';

const addresses = [
  '/',
  '/login',
  '/product',
  '/product?page=2',
  '/product?category=%E8%8C%B6%E8%91%89&sort=price-asc',
  '/product/info/zhuni-teapot-150ml',
  '/articles',
  '/articles/gongfu-tea-at-home',
  '/articles/%E8%8C%B6%E5%B8%AD%E5%B0%8F%E8%A8%98',
  '/author/lin-zhiyuan',
];

describe.runIf(chromiumPath !== null)('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  // React says what it finds wrong while hydrating only in its development build.
  const builds: BuildTarget[] = [
    production,
    { outDir: path.join(root, '.cache/test-development'), isDevelopment: true },
  ];

  test.for(builds)(
    'every page hydrates without a word in the console (development: $isDevelopment)',
    async (target) => {
      if (target.isDevelopment) await buildSite(target);
      const { origin } = await startSite(target, target.isDevelopment ? { LIVE_RELOAD: 'on' } : {});
      const context = await browser.newContext();
      for (const address of addresses) {
        const { page, complaints } = await openWatchedPage(context, origin);
        await page.goto(origin + address);
        await untilHydrated(page);
        const told = complaints.filter((line) => !line.includes('Download the React DevTools'));
        expect.soft(told, address).toEqual([]);
        await page.close();
      }
      await context.close();
    },
  );

  test('every page is complete without script', async () => {
    const { origin } = await startSite(production);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const { page } = await openWatchedPage(context, origin);
    for (const address of addresses) {
      const response = await page.goto(origin + address);
      expect.soft(response?.status(), address).toBe(200);
      expect.soft(await page.locator('h1').count(), address).toBe(1);
      expect.soft((await page.locator('main').innerText()).length, address).toBeGreaterThan(20);
    }
    await context.close();
  });

  test('nothing overflows at any width', async () => {
    const { origin } = await startSite(production);
    const context = await browser.newContext();
    const { page } = await openWatchedPage(context, origin);
    for (const address of [...addresses, '/articles/water-temperature', `/${'x'.repeat(300)}`]) {
      await page.goto(origin + address);
      for (const width of [320, 390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect.soft(overflow, `${address} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
    await context.close();
  });
});
