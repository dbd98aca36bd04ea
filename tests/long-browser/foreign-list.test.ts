import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { userAgent } from '#scripts/tools/sample-pages.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { foreignChanges } from '../helpers/foreign-dom.ts';
import { openWatchedPage, untilIdle } from '../helpers/watched-page.ts';

describeInChromium('a list that somebody else has changed', (browser) => {
  const site = sampleSite;
  async function open(address: string) {
    const watched = await openWatchedPage(await browser().newContext({ userAgent }), site().origin);
    await watched.page.goto(site().origin + address);
    await untilIdle(watched.page);
    return watched;
  }

  /** Each leads to a list that is another in part. */
  const queries = ['sort=price-desc', 'page=2', 'sort=price-asc', 'category'];

  /** Follows the first link with that in its address. */
  async function follow(page: Page, query: string): Promise<void> {
    const link = page.locator(`main a[href*="${query}"]`).first();
    const path = await link.getAttribute('href');
    if (query.startsWith('sort')) await page.locator('.sort summary').click();
    await link.click();
    await page.waitForURL(site().origin + path);
  }

  test('shows what has become of it after each navigation, whatever was made of its texts', async () => {
    const { page } = await open('/product');
    const other = await open('/login');
    const texts = new Map<string, string>();
    for (const what of ['every text replaced by a translation', 'every text moved into another element']) {
      await page.goto(`${site().origin}/product`);
      await untilIdle(page);
      await page.evaluate(foreignChanges[what] ?? (() => {}));
      const addresses = [page.url()];
      for (const query of queries) {
        await follow(page, query);
        addresses.push(page.url());
        await expectShown(what, 'main');
      }
      await page.goBack();
      await page.waitForURL(addresses.at(-2) ?? '');
      await expectShown(what, 'body');
    }

    /** The same as in a document of its own, which nobody has changed. */
    async function expectShown(what: string, part: string): Promise<void> {
      const address = page.url();
      const text = texts.get(address + part) ?? (await textOf(address, part));
      texts.set(address + part, text);
      await expect.poll(() => page.locator(part).innerText(), { message: `${what}: ${address}` }).toBe(text);
    }

    async function textOf(address: string, part: string): Promise<string> {
      await other.page.goto(address);
      await untilIdle(other.page);
      return other.page.locator(part).innerText();
    }
  });

  const hidings: [what: string, hide: () => void][] = [
    [
      'taken away',
      () => document.querySelectorAll('main li.card').forEach((card, index) => index % 2 && card.remove()),
    ],
    [
      'put into another element',
      () =>
        document.querySelectorAll('main li.card').forEach((card) => {
          const wrapper = document.createElement('div');
          card.replaceWith(wrapper);
          wrapper.append(card);
        }),
    ],
  ];

  test('changes its list although entries of it were taken away or put into another element', async () => {
    const { page, complaints } = await open('/product?sort=price-asc');
    for (const [what, hide] of hidings) {
      await page.goto(`${site().origin}/product?sort=price-asc`);
      await untilIdle(page);
      await page.evaluate(hide);
      for (const query of ['sort=price-desc', 'page=2', 'category']) {
        const first = page.locator('main li.card h2').first();
        const before = await first.innerText();
        await follow(page, query);
        await expect.poll(() => first.innerText(), { message: `${what}: ${query}` }).not.toBe(before);
        expect(await page.locator('h1').count()).toBe(1);
        expect(await page.locator('main li.card').count()).toBeGreaterThan(0);
      }
    }
    expect(complaints.filter((line) => line.startsWith('exception'))).toEqual([]);
  });
});
