import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aPdf } from '../helpers/a-pdf.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openEditArea, shareEditedSite } from '../helpers/editing-journey.ts';
import { giveFile } from '../helpers/writing.ts';

describeInChromium('the Markdown field, with pictures,', (browser) => {
  const site = shareEditedSite();
  const body = (page: Page) => page.getByRole('textbox', { name: '內文' });
  const tool = (page: Page, name: string) =>
    page.getByRole('toolbar').getByRole('button', { name, exact: true });

  async function open(): Promise<Page> {
    const page = await openEditArea(browser(), site().origin, 'lin@example.com');
    await page.goto(`${site().origin}/edit/articles/water-temperature`);
    return page;
  }

  test('takes pictures that are pasted or dropped, at the caret of the moment in which they are stored', async () => {
    const page = await open();
    await body(page).fill('前');
    await page.getByLabel('標題').focus();
    await giveFile(page, 'drop', '茶席.png');
    await expect
      .poll(() => body(page).inputValue())
      .toMatch(/^前\n\n!\[\]\(media\/uploads\/[^()\s]+\.png\)$/);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('f.title');
    expect(await page.locator('#body-uploads li').count()).toBe(0);
    await page.keyboard.press('Control+a');
    await body(page).focus();
    await body(page).fill('');
    await giveFile(page, 'paste', '茶席.png');
    await expect.poll(() => body(page).inputValue()).toMatch(/^!\[\]\(media/);
    await page.keyboard.insertText('茶席');
    expect(await body(page).inputValue()).toMatch(/^!\[茶席\]\(media/);
  });

  test('takes a picture that is stored while a dialog is open, into the text and not into the search', async () => {
    const page = await open();
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/edit/media/_upload?*', async (route) => {
      begun.resolve();
      await held.promise;
      await route.continue();
    });
    await body(page).fill('前');
    await giveFile(page, 'drop', '茶席.png');
    await begun.promise;
    await tool(page, '商品').click();
    const search = page.getByRole('dialog').getByRole('searchbox');
    await search.fill('朱泥');
    held.resolve();
    await expect.poll(() => body(page).inputValue()).toMatch(/!\[\]\(media\/uploads\/[^()\s]+\.png\)/);
    expect(await search.inputValue()).toBe('朱泥');
  });

  test('asks before a save would end the upload of a picture', async () => {
    const page = await open();
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/edit/media/_upload?*', async (route) => {
      begun.resolve();
      await held.promise;
      await route.continue();
    });
    const asked: string[] = [];
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type());
      await dialog.dismiss();
    });
    await body(page).fill('');
    await giveFile(page, 'drop', '茶席.png');
    await begun.promise;
    await page.getByRole('button', { name: '儲存草稿' }).last().click();
    await expect.poll(() => asked).toEqual(['beforeunload']);
    held.resolve();
    await expect.poll(() => body(page).inputValue()).toMatch(/^!\[\]\(media/);
    await page.getByRole('button', { name: '儲存草稿' }).last().click();
    await page.waitForURL(/done=saved/);
    expect(asked).toHaveLength(1);
    expect(await body(page).inputValue()).toMatch(/^!\[\]\(media/);
  });

  test('says of a picture that there is no line to send it, and lets none that misses the field end the page', async () => {
    const page = await open();
    await page.route('**/assets/edit-upload-list-*.js', (route) => route.abort());
    await giveFile(page, 'drop', '茶席.png');
    const row = page.locator('#body-uploads li');
    await expect.poll(() => row.innerText()).toContain('茶席.png 檔案沒有傳上去');
    const isLeft = await page.locator('main').evaluate((main) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'a.png', { type: 'image/png' }));
      return main.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
    });
    expect(isLeft).toBe(false);
  });

  test('says of a PDF where it belongs, and puts nothing into the text', async () => {
    const page = await open();
    await body(page).fill('前');
    await body(page).evaluate((field, pdf) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([pdf], '說明書.pdf', { type: 'application/pdf' }));
      field.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, aPdf().toString('latin1'));
    const row = page.locator('#body-uploads li');
    await expect.poll(() => row.innerText()).toContain('內文不能放 PDF：請在商品的「下載」填它的路徑');
    expect(await body(page).inputValue()).toBe('前');
  });
});
