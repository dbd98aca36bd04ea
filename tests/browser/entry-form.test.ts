import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openEditArea, press, shareEditedSite } from '../helpers/editing-journey.ts';

describeInChromium('the form of an entry', (browser) => {
  const site = shareEditedSite();

  async function open(path: string, width: number, options = {}): Promise<Page> {
    const page = await openEditArea(browser(), site().origin, 'lin@example.com', {
      viewport: { width, height: 900 },
      ...options,
    });
    await page.goto(site().origin + path);
    return page;
  }

  test('has the facts beside its text where there is room, and below it on a telephone', async () => {
    for (const [width, isBeside] of [
      [1440, true],
      [768, false],
      [390, false],
    ] as const) {
      const page = await open('/edit/articles/water-temperature', width);
      const [text, facts] = await Promise.all([
        boxOf(page.locator('.edit-writing')),
        boxOf(page.locator('.edit-facts')),
      ]);
      expect(facts.x >= text.x + text.width, `at ${width} px`).toBe(isBeside);
      expect(facts.y >= text.y + text.height, `at ${width} px`).toBe(!isBeside);
      await page.close();
    }
  });

  test.for(['save', 'publish'])('is where it was, with the cursor in its text, after: %s', async (done) => {
    const page = await open('/edit/articles/water-temperature', 390);
    const body = page.getByLabel('內文');
    await body.fill(`${'一段文字。\n\n'.repeat(60)}${done}`);
    await body.evaluate((field: HTMLTextAreaElement) => {
      field.setSelectionRange(100, 105);
      field.scrollTop = 300;
      window.scrollTo(0, 400);
    });
    const before = await boxOf(body);
    await page.evaluate(
      (value) =>
        document.querySelector<HTMLElement>(`.edit-actions button[name="do"][value="${value}"]`)?.click(),
      done,
    );
    await page.waitForURL(/\?done=/);
    await expect.poll(async () => Math.round((await boxOf(body)).y)).toBe(Math.round(before.y));
    expect(
      await body.evaluate((field: HTMLTextAreaElement) => [
        field.selectionStart,
        field.selectionEnd,
        field.scrollTop,
        document.activeElement === field,
      ]),
    ).toEqual([100, 105, 300, true]);
    expect(await page.locator('.edit-actions').innerText()).toMatch(/草稿已儲存。|已發布。/);
  });

  test('writes the id after the title until somebody changes it, and not in the middle of a composition', async () => {
    const page = await open('/edit/articles/_new', 1440);
    const [title, id] = [page.getByLabel('標題'), page.getByLabel('網址名稱')];
    await title.pressSequentially('春茶 One');
    expect(await id.inputValue()).toBe('春茶-one');
    await title.fill('');
    await title.focus();
    const input = await page.context().newCDPSession(page);
    const composing = { selectionStart: 2, selectionEnd: 2 };
    await input.send('Input.imeSetComposition', { text: 'ㄔㄚ', ...composing });
    expect(await id.inputValue()).toBe('');
    await input.send('Input.insertText', { text: '茶' });
    await expect.poll(() => id.inputValue()).toBe('茶');
    await id.fill('tea');
    await title.fill('別的標題');
    expect(await id.inputValue()).toBe('tea');
    await press(page, '儲存草稿');
    await page.waitForURL(/\/edit\/articles\/tea\?done=saved/);
    await page.getByLabel('標題').fill('又一個標題');
    await press(page, '現在發布');
    // It is not complete, and refused.
    await page.getByRole('alert').waitFor();
    expect(new URL(page.url()).pathname).toBe('/edit/articles/tea');
  });

  test('begins at its top where it says what is wrong', async () => {
    const page = await open('/edit/articles/_new', 390);
    await page.getByLabel('內文').fill('一段文字。');
    await page.evaluate(() => window.scrollTo(0, 500));
    await press(page, '儲存草稿');
    await page.getByRole('alert').waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });
});

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error('it is not in the page');
  return box;
}
