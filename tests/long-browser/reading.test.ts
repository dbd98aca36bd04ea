import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBuiltPage } from '../helpers/built-page.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { anArticle } from '../helpers/content.ts';
import { shareSiteWith } from '../helpers/shared-content.ts';

const parts = Array.from({ length: 7 }, (_, n) => `## 第${n + 1}節\n\n${'一段長長的內文。\n\n'.repeat(20)}`);
const body = `![壺](media/articles/wood-kiln-night.svg)

![杯](media/articles/water-temperature.svg)

[![連到別處的圖](media/articles/puli-paper.svg)](/articles)

> [!TIP]
> 先燙杯。

\`\`\`js
const tea = '包種';
\`\`\`

${parts.join('')}`;

describeInChromium('reading an article', (browser) => {
  const site = shareSiteWith({
    'articles/reading.md': anArticle({ author: 'lin-zhiyuan', tags: ['泡茶', '散文'] }, body),
  });

  const open = (context: BrowserContextOptions = {}) =>
    openBuiltPage(browser(), '/articles/reading', {
      site: site(),
      context,
      until: context.javaScriptEnabled === false ? 'loaded' : 'idle',
    });
  const contents = (page: Page) => page.getByRole('navigation', { name: '本文目錄' });
  const current = (page: Page) => contents(page).locator('[aria-current]').allInnerTexts();
  const dialog = (page: Page) => page.getByRole('dialog');
  const picture = (page: Page, name: string) => page.locator('.prose').getByRole('link', { name });

  test('the contents mark where the reader is', async () => {
    const { page } = await open({ viewport: { width: 1440, height: 800 } });
    expect(await current(page)).toEqual([]);
    for (const name of ['第3節', '第7節', '第2節']) {
      await page.locator('.prose h2', { hasText: name }).evaluate((heading) => {
        window.scrollTo(0, heading.getBoundingClientRect().top + window.scrollY - 100);
      });
      await expect.poll(() => current(page)).toEqual([name]);
    }
    // In the middle of a part it is that part still.
    await page.mouse.wheel(0, 250);
    await expect.poll(() => current(page)).toEqual(['第2節']);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect.poll(() => current(page)).toEqual([]);
  });

  test('a picture of the text opens large by keyboard, and the focus comes back', async () => {
    const { page, complaints } = await open();
    await picture(page, '壺').focus();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    expect(await dialog(page).getByRole('img').getAttribute('alt')).toBe('壺');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => dialog(page).getByRole('img').getAttribute('alt')).toBe('杯');
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog(page).count()).toBe(0);
    expect(await picture(page, '壺').evaluate((link) => link === document.activeElement)).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('Escape closes a picture at once, while the tooltip of its link is still leaving', async () => {
    const { page } = await open();
    await picture(page, '壺').focus();
    await page.getByRole('tooltip').waitFor();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog(page).count()).toBe(0);
  });

  test('a picture in a link leads where the link does', async () => {
    const { page } = await open();
    await picture(page, '連到別處的圖').click();
    await page.waitForURL('**/articles');
    expect(await dialog(page).count()).toBe(0);
  });

  test('without script a picture is a link to itself', async () => {
    const { page } = await open({ javaScriptEnabled: false });
    await picture(page, '壺').click();
    await page.waitForURL(/\/media\/.+\.svg$/);
  });

  test('code has colours and a callout its name, in both modes', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await open({ colorScheme, javaScriptEnabled: false });
      const colorOf = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => getComputedStyle(element).color);
      const colors = await Promise.all(
        ['.prose pre', '.hljs-keyword', '.hljs-string'].map((selector) => colorOf(selector)),
      );
      expect(new Set(colors).size, colorScheme).toBe(3);
      expect(await page.getByRole('note').innerText()).toMatch(/^小提示\s+先燙杯。$/);
    }
  });

  test('at its end stand its author, related articles and the ones beside it', async () => {
    const { page } = await open({ javaScriptEnabled: false });
    await page.getByRole('region', { name: '作者' }).getByRole('link', { name: '林知遠' }).waitFor();
    const related = page.getByRole('region', { name: '延伸閱讀' });
    expect(await related.getByRole('heading', { level: 3 }).count()).toBe(3);
    expect(await related.locator('img').count()).toBeGreaterThanOrEqual(3);
    const older = page
      .getByRole('navigation', { name: '前後文章' })
      .getByRole('link', { name: /^較早的文章/ });
    expect(await older.locator('img').count()).toBe(1);
    await older.click();
    await expect.poll(() => new URL(page.url()).pathname).not.toBe('/articles/reading');
  });
});
