import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { production } from '#scripts/build/folders.ts';
import { sampleSite, startSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { untilHydrated, untilIdle } from '../helpers/watched-page.ts';

describeInChromium('an article on paper', (browser) => {
  const site = sampleSite;

  /** From a screen in dark colours, by choice or by the system's. */
  async function openPrinted(mode: 'dark' | 'system'): Promise<Page> {
    const context = await browser().newContext({ colorScheme: 'dark' });
    const { origin } = site();
    if (mode === 'dark') await context.addCookies([{ name: 'color-mode', value: mode, url: origin }]);
    const page = await context.newPage();
    await page.goto(`${origin}/articles/gongfu-tea-at-home`);
    await untilHydrated(page);
    await untilIdle(page);
    await page.locator('.toasts, [role=progressbar]').first().waitFor();
    // Something that is told is not printed over the text.
    await page.getByRole('button', { name: '複製連結' }).click();
    await page.locator('.toast').waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    return page;
  }

  test('has nothing to press, to fill in or to go to', async () => {
    const page = await openPrinted('dark');
    const onScreenOnly =
      '.skip-link, footer.site-footer, nav, button, form, summary, .toasts, [role=progressbar], #products, article time[title]';
    expect(await page.locator(onScreenOnly).count()).toBeGreaterThan(8);
    expect(await page.locator(onScreenOnly).filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expect(await page.locator('article header').innerText()).toMatch(/\d{4}年\d+月\d+日/);
    await page.context().close();
  });

  test('names the site and the address where it stands', async () => {
    const page = await openPrinted('dark');
    expect(await page.locator('header.site-header').innerText()).toMatch(/^青葉\s+http/);
    expect(await printedAddress(page)).toBe(`${site().origin}/articles/gongfu-tea-at-home`);
    await page.emulateMedia({ media: 'screen' });
    expect(await page.locator('header').getByText('/articles/gongfu-tea-at-home').isVisible()).toBe(false);
    await page.context().close();
  });

  test('names its address as people read it, with what it shows of a list, and without script', async () => {
    const publicUrl = 'https://qingye.example';
    const { origin } = await startSite(production, { PUBLIC_URL: publicUrl });
    const context = await browser().newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    for (const [address, printed] of [
      ['/product?page=2&utm_source=mail', '/product?page=2'],
      ['/articles/%E8%8C%B6%E5%B8%AD%E5%B0%8F%E8%A8%98', '/articles/茶席小記'],
    ] as const) {
      await page.goto(origin + address);
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('header.site-header').innerText()).toMatch(/^青葉/);
      expect(await printedAddress(page)).toBe(publicUrl + printed);
    }
  });

  test.for(['dark', 'system'] as const)(
    'is black on white, from a screen in %s colours too',
    async (mode) => {
      const page = await openPrinted(mode);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
        'rgb(255, 255, 255)',
      );
      const text = page.locator('.prose > p').first();
      expect(await text.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)');
      await page.context().close();
    },
  );

  test('tells where its links to other sites lead', async () => {
    const page = await openPrinted('dark');
    await page
      .locator('.prose a')
      .first()
      .evaluate((link) => {
        const outside = document.createElement('a');
        outside.href = 'https://tea.example/';
        link.before(outside);
      });
    const links = await page
      .locator('.prose a')
      .evaluateAll((all) =>
        all.slice(0, 2).map((link) => [link.getAttribute('href'), getComputedStyle(link, '::after').content]),
      );
    const [outside, inside] = links;
    expect(outside?.[1]?.replace(/["“”\s]/g, '')).toContain('https://tea.example/');
    expect(inside?.[1]).toBe('none');
    await page.context().close();
  });
});

/** Last part of the line at the top. */
async function printedAddress(page: Page): Promise<string | undefined> {
  return (await page.locator('header.site-header').innerText()).split(/\s+/).at(-1);
}
