import { expect, test } from 'vitest';
import { userAgent } from '#scripts/tools/sample-pages.ts';
import { openBuiltPage } from '../helpers/built-page.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { foreignChanges } from '../helpers/foreign-dom.ts';
import { untilIdle } from '../helpers/watched-page.ts';

describeInChromium('a list that somebody else has changed', (browser) => {
  const site = sampleSite;
  const open = (address: string) =>
    openBuiltPage(browser(), address, { site: site(), context: { userAgent }, until: 'loaded' });

  /** Goes through the list of products, which is changed first, and looks at what it shows after each step. */
  async function journey(
    change: () => void,
    look: (read: () => Promise<string>) => Promise<void>,
  ): Promise<void> {
    const { page } = await open('/product');
    await untilIdle(page);
    await page.evaluate(change);
    // Each changes a part of what is shown before.
    for (const query of ['sort=price-desc', 'page=2', 'sort=price-asc', 'category']) {
      const link = page.locator(`main a[href*="${query}"]`).first();
      const path = await link.getAttribute('href');
      if (query.startsWith('sort')) await page.locator('main summary').click();
      await link.click();
      await page.waitForURL(site().origin + path);
      await look(() => page.locator('main').innerText());
    }
    await page.goBack();
    await look(() => page.locator('body').innerText());
  }

  test.for(['every text replaced by a translation', 'every text moved into another element'])(
    'shows what has become of it after each navigation: %s',
    async (what) => {
      const texts: string[] = [];
      // As it is without the change, once it has become another and stays so.
      await journey(
        () => {},
        async (read) => {
          let text = '';
          await expect
            .poll(
              async () => {
                const before = text;
                text = await read();
                return text === before && text !== texts.at(-1);
              },
              { interval: 300 },
            )
            .toBe(true);
          texts.push(text);
        },
      );
      const expected = texts.values();
      await journey(foreignChanges[what] ?? (() => {}), async (read) => {
        await expect.poll(read).toBe(expected.next().value);
      });
      expect(expected.next().done).toBe(true);
    },
  );

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

  test.for(hidings)('changes its list although entries of it were %s', async ([, hide]) => {
    const { page, complaints } = await open('/product?sort=price-asc');
    await untilIdle(page);
    await page.evaluate(hide);
    for (const query of ['sort=price-desc', 'page=2', 'category']) {
      const link = page.locator(`main a[href*="${query}"]`).first();
      const path = await link.getAttribute('href');
      if (query.startsWith('sort')) await page.locator('main summary').click();
      await link.click();
      await page.waitForURL(site().origin + path);
      await page.waitForTimeout(200);
      expect(await page.locator('h1').count()).toBe(1);
      expect(await page.locator('main li.card').count()).toBeGreaterThan(0);
    }
    expect(complaints.filter((line) => line.startsWith('exception'))).toEqual([]);
  });
});
