import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aPdf } from '../helpers/a-pdf.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openEditArea, shareEditedSite } from '../helpers/editing-journey.ts';
import { giveFile, paste } from '../helpers/writing.ts';
import { holdRequests } from '../helpers/held-requests.ts';

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

  test('takes pictures that are pasted or dropped, at the caret', async () => {
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

  test('takes a picture where it was given, while somebody writes before and behind it', async () => {
    const page = await open();
    const uploads = await holdUploads(page);
    await body(page).fill('甲乙乙丙');
    await putCaret(page, 2);
    await giveFile(page, 'drop', '茶席.png');
    await uploads.haveBegun(1);
    await putCaret(page, 0);
    await page.keyboard.insertText('零');
    // A sign beside its equal: only the caret says which of the two is new.
    await putCaret(page, 4);
    await page.keyboard.insertText('乙');
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('丁');
    uploads.release('茶席');
    await expect
      .poll(() => body(page).inputValue())
      .toMatch(/^零甲乙\n\n!\[\]\(media\/[^()\s]+\)\n\n乙乙丙丁$/);
    await page.keyboard.insertText('戊');
    expect(await body(page).inputValue()).toMatch(/\n\n乙乙丙丁戊$/);
  });

  test('keeps several pictures in their order, whichever is stored first', async () => {
    const page = await open();
    const uploads = await holdUploads(page);
    await body(page).fill('前後');
    await putCaret(page, 1);
    for (const name of ['一.png', '二二二.png', '三三三三.png']) await giveFile(page, 'drop', name);
    await uploads.haveBegun(3);
    for (const [index, name] of ['三三三三', '一', '二二二'].entries()) {
      uploads.release(name);
      await expect
        .poll(async () => [...(await body(page).inputValue()).matchAll(/!\[/g)].length)
        .toBe(index + 1);
    }
    expect(await body(page).inputValue()).toMatch(
      /^前\n\n!.*\/一-.*\n\n!.*\/二二二-.*\n\n!.*\/三三三三-.*\n\n後$/,
    );
  });

  test('takes what is pasted where it was pasted, as plain text when the converter does not come in time', async () => {
    const page = await openEditArea(browser(), site().origin, 'lin@example.com');
    await page.clock.install();
    await page.goto(`${site().origin}/edit/articles/water-temperature`);
    const begun = Promise.withResolvers<void>();
    await page.route('**/assets/edit-html-to-markdown-*.js', () => begun.resolve());
    await body(page).fill('前後');
    await putCaret(page, 1);
    await paste(page, { html: '<p><b>茶</b>葉</p>', text: '茶葉' });
    await begun.promise;
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('面');
    await page.clock.fastForward(10_000);
    await expect.poll(() => body(page).inputValue()).toBe('前茶葉後面');
  });

  test('takes a picture that is stored while a dialog is open, into the text and not into the search', async () => {
    const page = await open();
    const held = await holdRequests(page, '**/edit/media/_upload?*');
    await body(page).fill('前');
    await giveFile(page, 'drop', '茶席.png');
    await held.begun;
    await tool(page, '商品').click();
    const search = page.getByRole('dialog').getByRole('searchbox');
    await search.fill('朱泥');
    held.letGo();
    await expect.poll(() => body(page).inputValue()).toMatch(/!\[\]\(media\/uploads\/[^()\s]+\.png\)/);
    expect(await search.inputValue()).toBe('朱泥');
  });

  test.for(['**/edit/media/_upload?*', '**/assets/edit-upload-list-*.js'])(
    'asks before a save would end the upload of a picture, while it waits for %s',
    async (awaited) => {
      const page = await open();
      const held = await holdRequests(page, awaited);
      const asked: string[] = [];
      page.on('dialog', async (dialog) => {
        asked.push(dialog.type());
        await dialog.dismiss();
      });
      await body(page).fill('');
      await giveFile(page, 'drop', '茶席.png');
      await held.begun;
      await page.getByRole('button', { name: '儲存草稿' }).last().click();
      await expect.poll(() => asked).toEqual(['beforeunload']);
      held.letGo();
      await expect.poll(() => body(page).inputValue()).toMatch(/^!\[\]\(media/);
      await page.getByRole('button', { name: '儲存草稿' }).last().click();
      await page.waitForURL(/done=saved/);
      expect(asked).toHaveLength(1);
      expect(await body(page).inputValue()).toMatch(/^!\[\]\(media/);
    },
  );

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

/** Holds each upload until it is released by the beginning of its name. */
async function holdUploads(page: Page) {
  const held = new Map<string, () => void>();
  await page.route('**/edit/media/_upload?*', async (route) => {
    const name = new URL(route.request().url()).searchParams.get('name') ?? '';
    await new Promise<void>((resolve) => held.set(name.replace('.png', ''), resolve));
    await route.continue();
  });
  return {
    haveBegun: (count: number) => expect.poll(() => held.size).toBe(count),
    release: (name: string) => held.get(name)?.(),
  };
}

async function putCaret(page: Page, at: number): Promise<void> {
  await page.locator('textarea[name=body]').evaluate((field, place) => {
    if (!(field instanceof HTMLTextAreaElement)) return;
    field.focus();
    field.setSelectionRange(place, place);
  }, at);
}
