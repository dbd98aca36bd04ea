import { expect, test } from 'vitest';
import { openBuiltPage } from '../helpers/built-page.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { aProduct } from '../helpers/content.ts';
import { shareSiteWith } from '../helpers/shared-content.ts';

describeInChromium('HTML that the browser takes from the page', (browser) => {
  const site = shareSiteWith({
    'products/mark.md': aProduct({ name: '(in the page)', summary: '沒有說明。' }, ''),
  });

  test('is told by the name of its field, whatever else the page says', async () => {
    const { page, complaints } = await openBuiltPage(browser(), '/product/info/mark', { site: site() });
    expect(await page.locator('h1').textContent()).toBe('(in the page)');
    expect(complaints).toEqual([]);
  });

  test('is there again when its page is shown a second time', async () => {
    const { page, isSameDocument } = await openBuiltPage(browser(), '/author/lin-zhiyuan', { site: site() });
    const bio = await page.locator('.prose').innerHTML();
    expect(bio).toContain('<p>');
    await page.getByRole('banner').getByRole('link', { name: '文章' }).click();
    await expect.poll(() => page.locator('h1').textContent()).toBe('文章');
    await page.goBack();
    await expect.poll(() => page.locator('.prose').innerHTML()).toBe(bio);
    expect(await isSameDocument()).toBe(true);
  });
});
