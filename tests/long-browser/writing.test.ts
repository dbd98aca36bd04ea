import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { bodyPicks } from '#shared/editing/body-tools.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { pressTaken } from '../helpers/composition.ts';
import { openEditArea, shareEditedSite } from '../helpers/editing-journey.ts';
import { selectIn } from '../helpers/writing.ts';

describeInChromium('the Markdown field', (browser) => {
  const site = shareEditedSite();
  const body = (page: Page) => page.getByRole('textbox', { name: '內文' });

  async function open(options = {}): Promise<Page> {
    const page = await openEditArea(browser(), site().origin, 'lin@example.com', options);
    await page.goto(`${site().origin}/edit/articles/water-temperature`);
    return page;
  }

  test('gives a text back as it was, whichever button has changed it', async () => {
    const page = await open();
    // The others open a dialog.
    const changing = bodyPicks.map(({ name }) => `:not([value="${name}"])`).join('');
    const buttons = page.getByRole('toolbar').locator(`button${changing}`);
    const text = '前一段。\n\n「春茶」好喝。\n\n後一段。';
    for (const name of await buttons.allInnerTexts()) {
      await body(page).fill('');
      await page.keyboard.insertText(text);
      await selectIn(page, '春茶');
      await buttons.getByText(name, { exact: true }).click();
      const changed = await body(page).inputValue();
      if (changed === text) continue;
      await page.keyboard.press('Control+z');
      expect.soft(await body(page).inputValue(), name).toBe(text);
      await page.keyboard.press('Control+Shift+z');
      expect.soft(await body(page).inputValue(), name).toBe(changed);
    }
  });

  test('has all that an input method has composed, whatever is pressed meanwhile', async () => {
    const page = await open();
    await body(page).fill('- ');
    await body(page).focus();
    await page.keyboard.press('End');
    const session = await page.context().newCDPSession(page);
    let typed = '- ';
    for (let round = 0; round < 200; round += 1) {
      await session.send('Input.imeSetComposition', { text: 'ㄑㄧㄥ', selectionStart: 3, selectionEnd: 3 });
      await pressTaken(session, ['Enter', 'b', 's', '8'][round % 4] ?? '', round % 4 === 0 ? 0 : control);
      const words = `青葉${round}`;
      await session.send('Input.insertText', { text: words });
      typed += words;
      expect(await body(page).inputValue()).toBe(typed);
    }
  });

  test('scrolls what it shows along with itself', async () => {
    const page = await open({ viewport: { width: 1440, height: 900 } });
    const preview = page.getByRole('region', { name: '預覽區' });
    const paragraph = (number: number) => `第 ${number} 段。${'春茶的香氣最好。'.repeat(20)}`;
    const paragraphs = Array.from({ length: 80 }, (_, number) => paragraph(number));
    await body(page).fill(paragraphs.join('\n\n'));
    await page.getByRole('button', { name: '預覽', exact: true }).click();
    await expect.poll(() => preview.locator('p').count()).toBe(80);
    const scroll = (share: number) =>
      body(page).evaluate((field, part) => {
        field.scrollTop = part * (field.scrollHeight - field.clientHeight);
      }, share);
    const firstSeen = () =>
      preview.evaluate((pane) => {
        const { top } = pane.getBoundingClientRect();
        return [...pane.children].findIndex((block) => block.getBoundingClientRect().bottom > top);
      });
    await scroll(0.5);
    await expect.poll(firstSeen).toBeGreaterThan(30);
    expect(await firstSeen()).toBeLessThan(45);
    await scroll(1);
    await expect
      .poll(() => preview.evaluate((pane) => pane.scrollHeight - pane.clientHeight - pane.scrollTop))
      .toBeLessThan(2);
    await scroll(0);
    await expect.poll(firstSeen).toBe(0);
  });

  test('leaves what it shows in place while the text goes on, wide code too', async () => {
    const page = await open({ viewport: { width: 1440, height: 900 } });
    const preview = page.getByRole('region', { name: '預覽區' });
    const before = `\`\`\`\n${'x'.repeat(400)}\n\`\`\`\n\n中間的一段。\n\n`;
    await body(page).fill(`${before}最後`);
    await page.getByRole('button', { name: '預覽', exact: true }).click();
    const code = preview.locator('pre');
    await expect.poll(() => code.getAttribute('tabindex')).toBe('0');
    const blocks = [await code.elementHandle(), await preview.getByText('中間的一段。').elementHandle()];
    await body(page).fill(`${before}最後一段。`);
    await preview.getByText('最後一段。').waitFor();
    for (const block of blocks) expect(await block?.evaluate((node) => node.isConnected)).toBe(true);
    expect(await code.getAttribute('tabindex')).toBe('0');
  });

  test('pastes as plain text where the Shift key says so', async () => {
    const page = await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(async () => {
      const item = {
        'text/html': new Blob(['<h2>春茶</h2><p>香</p>'], { type: 'text/html' }),
        'text/plain': new Blob(['純文字'], { type: 'text/plain' }),
      };
      await navigator.clipboard.write([new ClipboardItem(item)]);
    });
    await body(page).fill('');
    await page.keyboard.press('Control+v');
    await expect.poll(() => body(page).inputValue()).toBe('## 春茶\n\n香');
    await body(page).fill('');
    await page.keyboard.press('Control+Shift+v');
    await expect.poll(() => body(page).inputValue()).toBe('純文字');
  });

  test('writes nothing into a composition: a button waits for its end', async () => {
    const page = await open();
    await body(page).fill('喝');
    await body(page).focus();
    await page.keyboard.press('End');
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: 'ㄔㄚ', selectionStart: 2, selectionEnd: 2 });
    await page.getByRole('toolbar').getByRole('button', { name: '小標題' }).dispatchEvent('click');
    expect(await body(page).inputValue()).toBe('喝ㄔㄚ');
    await session.send('Input.insertText', { text: '茶' });
    await expect.poll(() => body(page).inputValue()).toBe('## 喝茶');
  });
});

const control = 2;
