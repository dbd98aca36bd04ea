import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from '../helpers/axe.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { notice, openEditArea, shareEditedSite } from '../helpers/editing-journey.ts';
import { findSmallTargets } from '../helpers/small-targets.ts';
import { fromWord, wordAsMarkdown } from '../helpers/clipboard.ts';
import { paste, selectIn } from '../helpers/writing.ts';

const path = '/edit/articles/water-temperature';

describeInChromium('the Markdown field', (browser) => {
  const site = shareEditedSite();
  const body = (page: Page) => page.getByRole('textbox', { name: '內文' });
  const tool = (page: Page, name: string) =>
    page.getByRole('toolbar').getByRole('button', { name, exact: true });

  async function open(options = {}): Promise<Page> {
    const page = await openEditArea(browser(), site().origin, 'lin@example.com', options);
    await page.goto(site().origin + path);
    return page;
  }

  test('is marked by buttons and by keys, each undone by one step, and saved by its keys', async () => {
    const page = await open();
    await body(page).fill('喝春茶吧');
    await selectIn(page, '春茶');
    await tool(page, '粗體').click();
    expect(await body(page).inputValue()).toBe('喝**春茶**吧');
    await page.keyboard.press('Control+i');
    expect(await body(page).inputValue()).toBe('喝***春茶***吧');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    expect(await body(page).inputValue()).toBe('喝春茶吧');
    await selectIn(page, '吧');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+Shift+8');
    await page.keyboard.press('Enter');
    await page.keyboard.insertText('再喝');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    expect(await body(page).inputValue()).toBe('- 喝春茶吧\n- 再喝\n');
    await expect.poll(() => page.locator('#body-count').innerText()).toBe('漢字 6 個，讀完約 1 分鐘');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/done=saved/);
    expect(await notice(page)).toContain('草稿已儲存。');
  });

  test('has a toolbar with one stop of the Tab key, arrow keys, and targets for fingers', async () => {
    const page = await open({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
    await body(page).focus();
    await page.keyboard.press('Shift+Tab');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toBe('粗體');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('斜體');
    await page.keyboard.press('End');
    const last = await focused();
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('粗體');
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe(last);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe(last);
    expect(await findSmallTargets(page)).toEqual([]);
    expect(await findViolations(page)).toEqual([]);
  });

  test('is shown beside itself as its page shows it, on a phone in its place', async () => {
    const page = await open({ viewport: { width: 1440, height: 900 } });
    const preview = page.getByRole('region', { name: '預覽區' });
    expect(await preview.isVisible()).toBe(false);
    await tool(page, '預覽').click();
    await body(page).fill('## 春茶\n\n**「香。」**[^1]\n\n[^1]: 註釋的字');
    await expect.poll(() => preview.locator('strong').allInnerTexts()).toEqual(['「香。」']);
    expect(await preview.innerText()).toContain('註釋的字');
    const [field, pane] = [await body(page).boundingBox(), await preview.boundingBox()];
    expect(pane?.x).toBeGreaterThanOrEqual((field?.x ?? 0) + (field?.width ?? 0));
    expect(await findViolations(page)).toEqual([]);
    await page.reload();
    await expect.poll(() => preview.locator('strong').count()).toBe(1);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => preview.isVisible()).toBe(false);
    await tool(page, '預覽').click();
    await expect.poll(() => preview.isVisible()).toBe(true);
    expect(await body(page).isVisible()).toBe(false);
    await tool(page, '預覽').click();
    expect(await body(page).isVisible()).toBe(true);
  });

  test('is shown again after an answer that failed while it was typed', async () => {
    const page = await openEditArea(browser(), site().origin, 'lin@example.com', {
      viewport: { width: 1440, height: 900 },
    });
    await page.clock.install({ time: '2026-11-27T06:00:00.000Z' });
    await page.clock.pauseAt('2026-11-27T06:03:00.000Z');
    await page.goto(site().origin + path);
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(
      '**/edit/render',
      async (route) => {
        begun.resolve();
        await held.promise;
        await route.abort();
      },
      { times: 1 },
    );
    await tool(page, '預覽').click();
    await begun.promise;
    await body(page).fill('後來寫的');
    await page.clock.runFor(600);
    held.resolve();
    await expect.poll(() => page.locator('#body-note').innerText()).toContain('預覽暫時無法更新');
    await page.clock.runFor(600);
    await expect.poll(() => page.getByRole('region', { name: '預覽區' }).innerText()).toBe('後來寫的');
  });

  test('becomes Markdown of what is pasted from Word, in one step of undoing', async () => {
    const page = await open();
    await body(page).fill('前');
    await body(page).focus();
    await page.keyboard.press('End');
    await paste(page, { html: fromWord, text: '春茶' });
    await expect.poll(() => body(page).inputValue()).toBe(`前\n\n${wordAsMarkdown}`);
    await page.keyboard.press('Control+z');
    expect(await body(page).inputValue()).toBe('前');
    await body(page).fill('見水溫。');
    await selectIn(page, '水溫');
    await paste(page, { html: '', text: 'https://tea.example/water' });
    expect(await body(page).inputValue()).toBe('見[水溫](https://tea.example/water)。');
  });

  test('pastes plainly with the keys for it alone, else what arrives before a save, without taking the focus', async () => {
    const page = await open();
    await body(page).fill('見水溫');
    await selectIn(page, '水溫');
    await body(page).dispatchEvent('keydown', { key: 'V', ctrlKey: true, shiftKey: true });
    await paste(page, { html: '', text: 'https://tea.example/water' });
    expect(await body(page).inputValue()).toBe('見水溫');
    await body(page).fill('');
    // A capital letter is no such key.
    await body(page).press('Shift+V');
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/edit-html-to-markdown-*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await paste(page, { html: '<b>春茶</b>', text: '春茶' });
    await page.getByLabel('標題').focus();
    const asked: string[] = [];
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type());
      await dialog.dismiss();
    });
    // A save would be one without it.
    await page.keyboard.press('Control+s');
    await expect.poll(() => asked).toEqual(['beforeunload']);
    held.resolve();
    await expect.poll(() => body(page).inputValue()).toBe('V**春茶**');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('f.title');
  });

  test('links what is chosen in a dialog', async () => {
    const page = await open();
    await body(page).fill('見這把壺。');
    await selectIn(page, '這把壺');
    await tool(page, '商品').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox').fill('朱泥');
    await dialog.getByRole('listitem').filter({ hasText: '朱泥' }).first().getByRole('button').click();
    await expect.poll(() => body(page).inputValue()).toMatch(/^見\[這把壺\]\(\/product\/info\/[\w-]+\)。$/);
    await page.keyboard.press('Control+z');
    expect(await body(page).inputValue()).toBe('見這把壺。');
  });

  test('says that there is nothing to choose from without a line', async () => {
    const page = await open();
    await page.route('**/assets/edit-pick-*.js', (route) => route.abort());
    await tool(page, '圖片').click();
    await expect.poll(() => page.locator('#body-note').innerText()).toBe('讀不到，請再試一次。');
  });

  test('has no tool without script', async () => {
    const page = await open({ javaScriptEnabled: false });
    expect(await page.getByRole('toolbar').count()).toBe(0);
    expect(await body(page).isVisible()).toBe(true);
  });
});
