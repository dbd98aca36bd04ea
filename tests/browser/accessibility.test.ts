import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { production } from '../../scripts/build/folders.ts';
import { shareSite } from '../helpers/built-site.ts';
import { chromiumPath } from '../helpers/chromium-path.ts';
import { launchChromium, type Browser } from '../helpers/chromium.ts';
import { openWatchedPage, untilHydrated, untilIdle } from '../helpers/watched-page.ts';

const addresses = [
  '/',
  '/product?category=%E8%8C%B6%E8%91%89&sort=price-asc',
  '/product/info/zhuni-teapot-150ml',
  '/articles',
  '/articles/gongfu-tea-at-home',
  '/articles/water-temperature',
  '/author/lin-zhiyuan',
  '/login',
  '/nope',
];
const widths = [390, 1440];
const colorSchemes = ['light', 'dark'] as const;

// With "Headless" in it Chromium counts as a crawler, which gets no error page.
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36';

// Each test opens every page, which a busy machine takes its time for.
describe.runIf(chromiumPath !== null)('every page', { timeout: 240_000 }, () => {
  const site = shareSite(production);
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  test.for(addresses)('has nothing that axe finds, at any width, in light and dark: %s', async (address) => {
    const context = await browser.newContext({ userAgent });
    const { page } = await openWatchedPage(context, site().origin);
    await page.goto(site().origin + address);
    await untilHydrated(page);
    await untilIdle(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of colorSchemes) {
        await page.emulateMedia({ colorScheme });
        expect.soft(await findViolations(page), `${width} px, ${colorScheme}`).toEqual([]);
      }
    }
    await context.close();
  });

  test('has nothing that axe finds in the menus either', async () => {
    const { origin } = site();
    const context = await browser.newContext({ userAgent, viewport: { width: 390, height: 900 } });
    const { page } = await openWatchedPage(context, origin);
    await page.goto(origin);
    for (const name of ['選單', '外觀：跟隨系統']) {
      await page.getByRole('button', { name }).click();
      expect.soft(await findViolations(page), name).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await context.close();
  });

  test('has targets of 44 px for fingers, but for links within text', async () => {
    const { origin } = site();
    const context = await browser.newContext({
      userAgent,
      hasTouch: true,
      viewport: { width: 390, height: 844 },
    });
    for (const address of addresses) {
      const { page } = await openWatchedPage(context, origin);
      await page.goto(origin + address);
      await untilHydrated(page);
      expect.soft(await findSmallTargets(page), address).toEqual([]);
      await page.close();
    }
    await context.close();
  });

  test('keeps still while it loads', async () => {
    const { origin } = site();
    for (const width of [320, 1440]) {
      const context = await browser.newContext({ userAgent, viewport: { width, height: 900 } });
      for (const address of addresses) {
        const { page } = await openWatchedPage(context, origin);
        await page.addInitScript(watchShifts);
        await page.goto(origin + address, { waitUntil: 'load' });
        await untilIdle(page);
        expect.soft(await page.evaluate(() => window.shifted), `${address} at ${width}`).toEqual([]);
        await page.close();
      }
      await context.close();
    }
  });

  test('moves what has the focus out from under the header', async () => {
    const { origin } = site();
    const context = await browser.newContext({ userAgent, viewport: { width: 1000, height: 500 } });
    const { page } = await openWatchedPage(context, origin);
    await page.goto(`${origin}/articles`);
    await untilHydrated(page);
    await page.locator('main h2 a').last().focus();
    // Backwards, where the next one is above the window.
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('Shift+Tab');
      const hidden = await page.evaluate(() => {
        const { top = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
        return top < (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0);
      });
      expect(hidden).toBe(false);
    }
    await context.close();
  });
});

declare global {
  interface Window {
    shifted: string[];
    axe: typeof axe;
  }
}

async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`));
  });
}

function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input:not([type=hidden]), summary'),
    ];
    return all
      .filter(
        (element) =>
          element.checkVisibility() && !element.closest('.prose, .skip-link, [popover], .carousel-dot'),
      )
      .filter((element) => {
        // What takes the press in its place counts.
        const target = element.closest('.card, label, .carousel-viewport') ?? element;
        const { width, height } = target.getBoundingClientRect();
        return width < 44 || height < 43.5;
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });
}

function watchShifts(): void {
  window.shifted = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('value' in entry && Number(entry.value) > 0.001) window.shifted.push(`${Number(entry.value)}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
