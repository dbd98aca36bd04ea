import { expect, test } from 'vitest';
import { openBuiltPage } from '../helpers/built-page.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { anArticle } from '../helpers/content.ts';
import { shareSiteWith } from '../helpers/shared-content.ts';

const long = '春茶日記寫到第幾頁才算一本書，'.repeat(13);

describeInChromium('texts as long as they may be', (browser) => {
  const site = shareSiteWith({
    'articles/long.md': anArticle({
      title: long,
      author: 'lin-zhiyuan',
      publishedAt: '2026-11-20T08:00:00+08:00',
    }),
    'articles/newer.md': anArticle({
      title: '沒有標籤',
      author: 'lin-zhiyuan',
      publishedAt: '2026-11-21T08:00:00+08:00',
    }),
    'site.yaml': `name: ${long.slice(0, 60)}\ntagline: ${long}\ndescription: ${long}\nfeatured: [{ article: long }]\n`,
  });

  const open = async (address: string, context = {}) =>
    (await openBuiltPage(browser(), address, { site: site(), context, until: 'loaded' })).page;

  test('leave room for each other at the head of the front page', async () => {
    const page = await open('/', { viewport: { width: 800, height: 900 } });
    const { width = 0 } = (await page.locator('.masthead > p').boundingBox()) ?? {};
    expect(width).toBeGreaterThan(300);
  });

  test('take three lines of a card, of the featured row too', async () => {
    for (const [address, titles] of [
      ['/articles', '.cards h2'],
      ['/', '.featured h2'],
    ] as const) {
      const page = await open(address, { viewport: { width: 390, height: 900 } });
      const title = page.locator(titles).filter({ hasText: '第幾頁' }).first();
      expect(await title.evaluate(linesOf), address).toBe(3);
    }
  });

  test('stand apart from the picture above them, without a tag too', async () => {
    const page = await open('/author/lin-zhiyuan');
    const card = page.locator('.card').filter({ hasText: '沒有標籤' });
    const [picture, title] = await Promise.all(
      ['.frame', 'h3'].map((part) => card.locator(part).boundingBox()),
    );
    expect((title?.y ?? 0) - (picture?.y ?? 0) - (picture?.height ?? 0)).toBeGreaterThanOrEqual(8);
  });
});

function linesOf(element: Element): number {
  return Math.round(
    element.getBoundingClientRect().height / parseFloat(getComputedStyle(element).lineHeight),
  );
}
