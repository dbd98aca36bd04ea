import { expect, test } from 'vitest';
import { shareAccountSite } from '../helpers/account-site.ts';
import { findViolations } from '../helpers/axe.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { everyPage, signIn, visitEveryPage } from '../helpers/every-page.ts';
import { noPage, userAgent } from '#scripts/tools/sample-pages.ts';
import { readLargeShifts, watchShifts } from '../helpers/layout-shift.ts';
import { findSmallTargets } from '../helpers/small-targets.ts';
import { openWatchedPage, untilHydrated, untilIdle } from '../helpers/watched-page.ts';

const addresses = [...everyPage, noPage];
const widths = [390, 1440] as const;

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
        expect.soft(await findViolations(page), `${width} px`).toEqual([]);
      }
    },
  );

  test('has nothing that axe finds for who is signed in', async () => {
    const { origin } = site();
    const context = await browser().newContext({ userAgent, viewport: { width: 390, height: 900 } });
    const page = await context.newPage();
    await signIn(page, origin);
    for (const address of ['/account', '/account/saved', '/product', '/product/info/zhuni-teapot-150ml']) {
      await page.goto(origin + address);
      await untilHydrated(page);
      await untilIdle(page);
      expect.soft(await findViolations(page), address).toEqual([]);
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
});
