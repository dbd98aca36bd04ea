import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shareAccountSite } from '../helpers/account-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { everyPage, signIn, visitEveryPage } from '../helpers/every-page.ts';
import { noPage, userAgent } from '#scripts/tools/sample-pages.ts';
import { readShifts, watchShifts, type Shift } from '../helpers/layout-shift.ts';
import { openWatchedPage, untilHydrated, untilIdle } from '../helpers/watched-page.ts';

const addresses = [...everyPage, noPage];
const widths = [390, 1440] as const;
const colorSchemes = ['light', 'dark'] as const;

// Each test opens every page, which a busy machine takes its time for.
describeInChromium('every page', (browser) => {
  const site = shareAccountSite();

  test.for(addresses)(
    'keeps still while it loads, and has nothing that axe finds, at any width, in light and dark: %s',
    async (address) => {
      const [narrow] = widths;
      const context = await browser().newContext({ userAgent, viewport: { width: narrow, height: 900 } });
      const { page } = await openWatchedPage(context, site().origin);
      await watchShifts(page);
      await page.goto(site().origin + address);
      await untilHydrated(page);
      await untilIdle(page);
      expect.soft(await readLargeShifts(page), `at ${narrow}`).toEqual([]);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        expect.soft(await findViolations(page), `${width} px, light`).toEqual([]);
        await page.emulateMedia({ colorScheme: 'dark' });
        // In dark nothing but colours is other than in light.
        expect.soft(await findViolations(page, colorRules), `${width} px, dark`).toEqual([]);
        await page.emulateMedia({ colorScheme: 'light' });
      }
    },
  );

  test('has nothing that axe finds in its menu either', async () => {
    const { origin } = site();
    const context = await browser().newContext({ userAgent, viewport: { width: 390, height: 900 } });
    const { page } = await openWatchedPage(context, origin);
    await page.goto(`${origin}/product`);
    await page.getByText('排序：最新上架').click();
    for (const colorScheme of colorSchemes) {
      await page.emulateMedia({ colorScheme });
      expect.soft(await findViolations(page), colorScheme).toEqual([]);
    }
  });

  test('has nothing that axe finds for who is signed in', async () => {
    const { origin } = site();
    const context = await browser().newContext({ userAgent, viewport: { width: 390, height: 900 } });
    const page = await context.newPage();
    await signIn(page, origin);
    for (const address of ['/account', '/account/saved', '/product', '/product/info/zhuni-teapot-150ml']) {
      await page.goto(origin + address);
      await untilHydrated(page);
      await untilIdle(page);
      for (const colorScheme of colorSchemes) {
        await page.emulateMedia({ colorScheme });
        expect.soft(await findViolations(page), `${address}, ${colorScheme}`).toEqual([]);
      }
    }
  });

  test('has targets of 44 px for fingers, but for links within text', async () => {
    const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
    await visitEveryPage(browser(), site().origin, phone, async (page, address) => {
      expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
      for (const summary of await page.locator('main summary').all()) await summary.click();
      expect.soft(await findSmallTargets(page), address).toEqual([]);
    });
  });

  test('keeps still while it loads at other widths too', async () => {
    const { origin } = site();
    for (const width of [320, 768, 1440]) {
      const context = await browser().newContext({ userAgent, viewport: { width, height: 900 } });
      const page = await context.newPage();
      await watchShifts(page);
      for (const address of addresses) {
        await page.goto(origin + address, { waitUntil: 'load' });
        await untilIdle(page);
        expect.soft(await readLargeShifts(page), `${address} at ${width}`).toEqual([]);
      }
      await context.close();
    }
  });

  test('moves what has the focus out from under the header', async () => {
    const { origin } = site();
    const context = await browser().newContext({ userAgent, viewport: { width: 1000, height: 500 } });
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
  });
});

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Those of axe's rules that depend on colours. */
const colorRules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const;
const allRules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
} as const;

async function findViolations(
  page: Page,
  rules: typeof colorRules | typeof allRules = allRules,
): Promise<string[]> {
  // Once for each document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async ({ type, values }) => {
    const { violations } = await window.axe.run(document, {
      runOnly: { type, values: [...values] },
      // Only these are told of; where each passing element stands need not be worked out.
      resultTypes: ['violations'],
      selectors: false,
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`));
  }, rules);
}

/** What takes a press over less than 44 px from side to side or from top to bottom, within what is on the screen. */
function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>('a[href], button, input:not([type=hidden]), summary');
    return [...all]
      .filter((element) => element.checkVisibility() && !element.closest('.prose, .skip-link'))
      .filter((element) => {
        // What takes the press in its place counts.
        const target = element.closest('.card, label, .carousel-viewport') ?? element;
        const { width, height } = target.getBoundingClientRect();
        // A part of it that is larger than what is seen of it.
        const { inset, position } = getComputedStyle(target, '::after');
        const more = position === 'absolute' ? -2 * (parseFloat(inset) || 0) : 0;
        return width + more < 44 || height + more < 43.5;
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });
}

/** What a visitor can see: a title whose font comes later may move by a part of a pixel. */
async function readLargeShifts(page: Page): Promise<Shift[]> {
  return (await readShifts(page)).filter(({ value }) => value > 0.001);
}
