import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '#shared/address/paths.ts';
import { openBuiltPage } from '../helpers/built-page.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { anArticle } from '../helpers/content.ts';
import { shareSiteWith } from '../helpers/shared-content.ts';

const longTags = ['a'.repeat(50), '製'.repeat(50)];

describeInChromium('tags', (browser) => {
  const site = shareSiteWith({
    'articles/newest.md': anArticle({
      title: '兩個標籤',
      author: 'lin-zhiyuan',
      publishedAt: '2026-11-21T08:00:00Z',
      tags: ['a/b', ...longTags],
    }),
    'articles/long.md': anArticle({
      title: '長標籤',
      author: 'lin-zhiyuan',
      publishedAt: '2026-11-20T08:00:00Z',
      tags: longTags,
    }),
  });

  const open = (address: string, context = {}, until: 'idle' | 'loaded' = 'idle') =>
    openBuiltPage(browser(), address, { site: site(), context, until });
  const headingOf = (page: Page) => page.locator('h1').textContent();

  test.for([true, false])(
    'lead from a card to their articles, with script: %s',
    async (javaScriptEnabled) => {
      const { page } = await open('/articles', { javaScriptEnabled }, javaScriptEnabled ? 'idle' : 'loaded');
      await page.locator('.lead').getByRole('link', { name: 'a/b', exact: true }).click();
      await page.waitForURL((url) => url.pathname === paths.tag('a/b'));
      await expect.poll(() => headingOf(page)).toBe('#a/b');
      // All else of the card leads to its article.
      await page.locator('.card .card-text, .card .frame').first().click({ force: true });
      await page.waitForURL((url) => url.pathname === '/articles/newest');
      await page.getByRole('list', { name: '標籤' }).getByRole('link', { name: 'a/b' }).click();
      await page.waitForURL((url) => url.pathname === paths.tag('a/b'));
    },
  );

  test('come before the title of their card by keyboard, as they stand', async () => {
    const { page } = await open(paths.tag('節氣'));
    const card = page.locator('.card').first();
    await card.locator('.card-kicker a').focus();
    await page.keyboard.press('Tab');
    expect(await card.locator('h2 a').evaluate((link) => link === document.activeElement)).toBe(true);
  });

  test('are large enough to be pressed', async () => {
    for (const width of [320, 1440]) {
      const { page } = await open('/articles', { viewport: { width, height: 800 } });
      const links = page.locator('.card-kicker a, .chips a');
      const sizes = await links.evaluateAll((all) =>
        all.map((link) => {
          const { width: w, height: h } = link.getBoundingClientRect();
          return Math.min(w, h);
        }),
      );
      expect(sizes.length).toBeGreaterThan(20);
      expect(Math.min(...sizes), `${width}`).toBeGreaterThanOrEqual(24);
    }
  });

  test('of fifty signs without a space stay within the page', async () => {
    for (const width of [320, 800]) {
      for (const address of ['/articles', '/articles/newest', ...longTags.map((tag) => paths.tag(tag))]) {
        const { page } = await open(address, { viewport: { width, height: 800 } }, 'loaded');
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect.soft(over, `${address} at ${width}`).toBeLessThanOrEqual(0);
        if (width < 768) continue;
        const right = await page
          .locator('.chips li, main a')
          .evaluateAll((all) => Math.max(0, ...all.map((each) => each.getBoundingClientRect().right)));
        expect.soft(right, `${address} at ${width}`).toBeLessThanOrEqual(width);
      }
    }
  });
});
