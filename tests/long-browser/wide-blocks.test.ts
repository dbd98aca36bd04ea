import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBuiltPage } from '../helpers/built-page.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { anArticle } from '../helpers/content.ts';
import { shareSiteWith } from '../helpers/shared-content.ts';

const wideCode = `const steeps = [${Array.from({ length: 40 }, (_, index) => index * 15).join(', ')}];`;
const wideRow = `|${' 坪林一帶的茶園 |'.repeat(12)}`;
const body = `開頭有 \`code\` 的段落。

\`\`\`
const tea = 1;
const cup = 2;
\`\`\`

\`\`\`
${wideCode}
\`\`\`

| 茶 | 克 |
|--|--|
| 包種 | 3 |

${wideRow}
|${'--|'.repeat(12)}
${wideRow}
`;

const words = `
| 記了什麼 | 為什麼 | 記多久 |
|--|--|--|
| 外觀選擇，淺色或是深色 | 下次來的時候不必再選一次 | 一年，存在你的瀏覽器裡 |
`;

describeInChromium('code and tables of an article', (browser) => {
  const site = shareSiteWith({
    'articles/wide.md': anArticle({ author: 'lin-zhiyuan' }, body),
    'articles/words.md': anArticle({ author: 'lin-zhiyuan' }, words),
    'articles/none.md': anArticle({ author: 'lin-zhiyuan' }),
  });

  const open = (context: BrowserContextOptions = {}, address = '/articles/wide') =>
    openBuiltPage(browser(), address, {
      site: site(),
      context,
      until: context.javaScriptEnabled === false ? 'loaded' : 'idle',
    });
  /** Stops of the Tab key within the text, by element and name. */
  async function tabStops(page: Page): Promise<string[]> {
    const stops: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const focused = document.activeElement;
        if (focused === null || focused === document.body) return null;
        return focused.closest('.prose') ? `${focused.localName} ${focused.ariaLabel ?? ''}`.trim() : '';
      });
      if (stop === null) return stops;
      if (stop !== '') stops.push(stop);
    }
    throw new Error('Tab does not leave the page');
  }

  test('take the focus, with a name, where they are wider than the column and only there', async () => {
    const { page } = await open();
    await expect.poll(() => page.getByRole('group', { name: '程式碼' }).count()).toBe(1);
    expect(await tabStops(page)).toEqual(['pre 程式碼', 'div 表格']);
    const code = page.getByRole('group', { name: '程式碼' });
    expect(await code.innerText()).toContain('steeps');
    await code.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => code.evaluate((block) => block.scrollLeft)).toBeGreaterThan(0);
  });

  test('follow the width of the window, and a navigation in the page', async () => {
    const { page, isSameDocument } = await open({ viewport: { width: 390, height: 800 } }, '/articles/none');
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = '/articles/wide';
      document.querySelector('main')?.prepend(link);
      link.click();
    });
    const blocks = page.getByRole('group', { name: /^(程式碼|表格)$/ });
    await expect.poll(() => blocks.count()).toBe(2);
    expect(await isSameDocument()).toBe(true);
    // The code of two lines and the table of two columns too.
    await page.setViewportSize({ width: 160, height: 800 });
    await expect.poll(() => blocks.count()).toBe(4);
    await page.setViewportSize({ width: 1000, height: 800 });
    await expect.poll(() => blocks.count()).toBe(2);
  });

  test('wrap the words of a table before it is pushed aside', async () => {
    const { page } = await open({ viewport: { width: 390, height: 800 } }, '/articles/words');
    const table = page.locator('.prose .table-scroll');
    expect(await table.evaluate((block) => block.scrollWidth - block.clientWidth)).toBe(0);
    const cell = page.getByRole('cell', { name: /^外觀選擇/ });
    expect(await cell.evaluate((element) => element.clientHeight)).toBeGreaterThan(50);
  });

  test.for(['without script', 'on paper'])('show all of themselves %s', async (where) => {
    const { page } = await open({ javaScriptEnabled: where === 'on paper' });
    if (where === 'on paper') await page.emulateMedia({ media: 'print' });
    for (const block of await page.locator('.prose pre, .prose .table-scroll').all()) {
      expect(await block.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    }
    if (where === 'without script') expect(await tabStops(page)).toEqual([]);
  });

  test('begin each line of code at the same place', async () => {
    const { page } = await open();
    const starts = await page
      .locator('.prose pre code')
      .first()
      .evaluate((code) => {
        const text = code.firstChild;
        if (text === null) return [];
        const lines = [0, (text.textContent ?? '').indexOf('\n') + 1];
        return lines.map((offset) => {
          const range = document.createRange();
          range.setStart(text, offset);
          range.setEnd(text, offset + 1);
          return range.getBoundingClientRect().left;
        });
      });
    expect(starts).toHaveLength(2);
    expect(starts[0]).toBe(starts[1]);
  });
});
