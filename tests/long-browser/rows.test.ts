import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { noPage, samplePages, userAgent } from '#scripts/tools/sample-pages.ts';
import { openBuiltPage } from '../helpers/built-page.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';

/** Rows of links: the address, and the row by its accessible name. */
const rows: [address: string, role: 'region' | 'navigation' | 'main', name: string | null][] = [
  ['/', 'region', '最新文章'],
  ['/', 'region', '商品'],
  ['/articles', 'navigation', '標籤'],
  [samplePages.tag, 'main', null],
  [samplePages.author, 'region', '林知遠的文章'],
  [samplePages.article, 'region', '延伸閱讀'],
  [samplePages.article, 'region', '文中提到的商品'],
  [samplePages.article, 'navigation', '前後文章'],
  [samplePages.product, 'region', '提到它的文章'],
  [samplePages.product, 'region', '同類商品'],
  [noPage, 'main', null],
];

describeInChromium('a row', (browser) => {
  const site = sampleSite;

  async function openRow([address, role, name]: (typeof rows)[number], javaScriptEnabled: boolean) {
    const { page } = await openBuiltPage(browser(), address, {
      site: site(),
      context: { javaScriptEnabled, userAgent },
      until: javaScriptEnabled ? 'idle' : 'loaded',
    });
    const row = name === null ? page.getByRole(role) : page.getByRole(role, { name, exact: true });
    return { page, links: row.locator('a:visible') };
  }

  for (const hasScript of [true, false])
    test.for(rows)(
      `leads on by keyboard, link after link, with script: ${hasScript}: %s %s %s`,
      async (row) => {
        const { page, links } = await openRow(row, hasScript);
        const count = await links.count();
        expect(count).toBeGreaterThan(0);
        await links.first().focus();
        expect(await tabThrough(page, links, count)).toEqual([...Array(count).keys()]);
        const href = await links.last().getAttribute('href');
        const heading = () => page.locator('h1').innerText();
        const before = await heading();
        await page.keyboard.press('Enter');
        await page.waitForURL((url) => url.pathname + url.search === href);
        await expect.poll(heading).not.toBe(before);
      },
    );
});

/** Indexes in the row of the focused links, from the first on. */
async function tabThrough(page: Page, links: Locator, count: number): Promise<number[]> {
  const passed: number[] = [];
  for (let step = 0; step < count * 3 && passed.length < count; step += 1) {
    const place = await links.evaluateAll((all) => all.findIndex((link) => link === document.activeElement));
    if (place !== -1) passed.push(place);
    if (passed.length < count) await page.keyboard.press('Tab');
  }
  return passed;
}
