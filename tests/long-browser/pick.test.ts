import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from '../helpers/axe.ts';
import { aDrawing } from '../helpers/content.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openEditArea, press, shareEditedSite } from '../helpers/editing-journey.ts';
import { holdRequests } from '../helpers/held-requests.ts';

describeInChromium('a field for a picture or an entry', (browser) => {
  const site = shareEditedSite();

  async function open(options = {}): Promise<Page> {
    const page = await openEditArea(browser(), site().origin, 'lin@example.com', options);
    await page.goto(`${site().origin}/edit/articles/water-temperature`);
    return page;
  }

  test.for([390, 1440])('is filled from a dialog, by mouse and by keyboard, at %i px', async (width) => {
    const page = await open({ viewport: { width, height: 800 } });
    const dialog = page.getByRole('dialog');
    await press(page, '文中提到的商品：新增一列');
    await page
      .getByRole('button', { name: /^文中提到的商品 \d+：選商品$/ })
      .last()
      .press('Enter');
    await dialog.getByRole('listitem').nth(5).waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await dialog.getByRole('searchbox').fill('朱泥');
    await expect.poll(() => dialog.locator('li').count()).toBe(1);
    await dialog.locator('li button').press('Enter');
    const product = page.getByLabel(/^文中提到的商品 \d+$/).last();
    await expect.poll(() => product.inputValue()).toBe('zhuni-teapot-150ml');
    expect(await product.evaluate((input) => input.parentElement?.querySelector('p')?.textContent)).toContain(
      '朱泥',
    );
    await page.locator('button[value="pick:f.products.0"]').click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    expect(await product.inputValue()).toBe('zhuni-teapot-150ml');
  });

  test('is filled with a picture of the library, whose alternative text is asked for next', async () => {
    const page = await open({ viewport: { width: 1440, height: 800 } });
    const cover = page.getByLabel('封面圖片（選填）', { exact: true });
    await cover.fill('');
    await page.getByLabel('封面圖片說明').fill('');
    await page.locator('button[value="pick:f.cover"]').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('listitem').nth(5).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('searchbox').fill('winter-solstice');
    await expect.poll(() => dialog.locator('li').count()).toBe(1);
    await dialog.locator('li button').click();
    await expect.poll(() => cover.inputValue()).toBe('media/articles/winter-solstice.svg');
    const picture = page.locator('.edit-pick:has(#f-cover) img');
    await expect
      .poll(() => picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
      .toBeGreaterThan(0);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('f-coverAlt');

    // A file of the editor's own is chosen as soon as it is in the library.
    await page.locator('button[value="pick:f.cover"]').click();
    const drawing = { name: '我的圖.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(aDrawing) };
    await dialog.getByLabel('上傳新的檔案').setInputFiles(drawing);
    await expect.poll(() => cover.inputValue()).toMatch(/^media\/uploads\/.*我的圖-.*\.svg$/);
    await page.getByLabel('封面圖片說明').fill('一塊綠色');
    await press(page, '儲存草稿');
    expect(await picture.count()).toBe(1);
  });

  test('opens one dialog for two presses before its script is there', async () => {
    const page = await open();
    const held = await holdRequests(page, '**/assets/edit-pick-*.js');
    const button = page.locator('button[value="pick:f.products.0"]');
    await button.click();
    await held.begun;
    await button.dblclick();
    await page.getByRole('toolbar').getByRole('button', { name: '圖片', exact: true }).click();
    held.letGo();
    await page.getByRole('dialog').first().waitFor();
    await page.getByRole('dialog').getByRole('listitem').nth(5).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await button.click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
  });

  test('opens no dialog in the middle of a composition that began before its script was there', async () => {
    const page = await open();
    const held = await holdRequests(page, '**/assets/edit-pick-*.js');
    const summary = page.getByLabel('摘要');
    await summary.fill('喝');
    await page.locator('button[value="pick:f.products.0"]').click();
    await held.begun;
    await summary.focus();
    await page.keyboard.press('End');
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: 'ㄔㄚ', selectionStart: 2, selectionEnd: 2 });
    const loaded = page.waitForResponse('**/assets/edit-pick-*.js');
    held.letGo();
    // After the page itself, which has asked for it before.
    await page.evaluate(`import(${JSON.stringify((await loaded).url())}).then(() => true)`);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await session.send('Input.insertText', { text: '茶' });
    await page.getByRole('dialog').waitFor();
    expect(await summary.inputValue()).toBe('喝茶');
  });

  test('leads to the page of things to choose from when the script of its dialog does not come in time', async () => {
    const page = await openEditArea(browser(), site().origin, 'lin@example.com');
    await page.clock.install();
    await page.goto(`${site().origin}/edit/articles/water-temperature`);
    const begun = Promise.withResolvers<void>();
    await page.route('**/assets/edit-pick-*.js', () => begun.resolve());
    await page.locator('button[value="pick:f.products.0"]').click();
    await begun.promise;
    await page.clock.fastForward(10_000);
    await expect.poll(() => page.locator('h1').innerText()).toBe('選擇「文中提到的商品」');
  });

  test('says that the session has ended, and loses nothing', async () => {
    const page = await open();
    await page.getByLabel('內文').fill('還沒存的字');
    await page.context().clearCookies();
    await page.locator('button[value="pick:f.products.0"]').click();
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.innerText()).toMatch(/登入已經結束|讀不到/);
    await page.keyboard.press('Escape');
    expect(await page.getByLabel('內文').inputValue()).toBe('還沒存的字');
  });
});
