import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '#scripts/tools/chromium-path.ts';
import { launchChromium, type Browser } from '#scripts/tools/chromium.ts';
import { openBuiltPage } from '../helpers/built-page.ts';
import { aProduct } from '../helpers/content.ts';
import { shareSiteWith } from '../helpers/shared-content.ts';

describe.runIf(chromiumPath !== null)('HTML that the browser takes from the page', () => {
  const site = shareSiteWith({
    'products/mark.md': aProduct({ name: '(in the page)', summary: '沒有說明。' }, ''),
  });
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  test('is told by the name of its field, whatever else the page says', async () => {
    const { page, complaints } = await openBuiltPage(browser, '/product/info/mark', { site: site() });
    expect(await page.locator('h1').textContent()).toBe('(in the page)');
    expect(complaints).toEqual([]);
  });

  test('is there again when its page is shown a second time', async () => {
    const { page, isSameDocument } = await openBuiltPage(browser, '/author/lin-zhiyuan', { site: site() });
    const bio = await page.locator('.prose').innerHTML();
    expect(bio).toContain('<p>');
    await page.getByRole('banner').getByRole('link', { name: '文章' }).click();
    await expect.poll(() => page.locator('h1').textContent()).toBe('文章');
    await page.goBack();
    await expect.poll(() => page.locator('.prose').innerHTML()).toBe(bio);
    expect(await isSameDocument()).toBe(true);
  });
});
