import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBuiltPage } from '../helpers/built-page.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { anArticle, aProduct } from '../helpers/content.ts';
import { shareSiteWith } from '../helpers/shared-content.ts';

const name = '沒有照片的茶倉';
const frame = '.frame:not(:has(img))';

describeInChromium('what has no picture', (browser) => {
  const site = shareSiteWith({
    'products/plain.md': aProduct({ name, price: 1, publishedAt: '2026-11-21T08:00:00Z' }),
    'articles/plain.md': anArticle({ author: 'lin-zhiyuan', publishedAt: '2026-11-21T08:00:00Z' }),
    'site.yaml': [
      'name: 青葉',
      'tagline: 茶與生活',
      'description: 一本寫茶與生活的雜誌。',
      'categories: [茶葉, 茶器, 茶點, 紙品, 織品, 香與日常]',
      'featured: [{ product: plain }]',
      'footer: { about: 編輯部在坪林。, links: [] }',
    ].join('\n'),
  });

  test.for([
    ['a card of a product', '/product?sort=price-asc', '.cards', '沒'],
    ['the featured row', '/', '.carousel-viewport', '沒'],
    ['a product’s own page', '/product/info/plain', 'main', '沒'],
    ['the lead article', '/articles', '.lead', '春'],
  ] as const)(
    'is the first character of its name in %s, in light, dark and high contrast',
    async ([, address, place, initial]) => {
      const looks = [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { forcedColors: 'active' }] as const;
      for (const context of looks) {
        const { page } = await openBuiltPage(browser(), address, { site: site(), context });
        const plate = page.locator(place).locator(frame).first();
        await plate.scrollIntoViewIfNeeded();
        const { width = 0, height = 0 } = (await plate.boundingBox()) ?? {};
        expect(width / height).toBeGreaterThanOrEqual(1);
        expect(await plate.textContent()).toBe(initial);
        expect(await countColors(page, plate)).toBeGreaterThan(8);
      }
    },
  );

  test('says nothing beside its name', async () => {
    const { page } = await openBuiltPage(browser(), '/product/info/plain', { site: site() });
    const plate = page.locator(`main ${frame}`).first();
    expect(await plate.ariaSnapshot()).toBe('');
    expect(await page.getByRole('main').getByRole('img').count()).toBe(0);
  });

  test('leaves no hole on paper', async () => {
    const { page } = await openBuiltPage(browser(), '/product/info/plain', { site: site() });
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator(`main ${frame}`).first().isVisible()).toBe(false);
  });
});

/** A box of one colour has one; what is drawn has those of its edges too. */
async function countColors(page: Page, plate: ReturnType<Page['locator']>): Promise<number> {
  const png = await plate.screenshot();
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (context === null) return 0;
    // The corners are round.
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(20, 20, bitmap.width - 40, bitmap.height - 40);
    return new Set(new Uint32Array(data.buffer)).size;
  }, png.toString('base64'));
}
