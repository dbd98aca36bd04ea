import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { howMany } from '../helpers/how-many.ts';
import { openEditArea, press, shareEditedSite } from '../helpers/editing-journey.ts';

const path = '/edit/articles/water-temperature';

describeInChromium('the edit area', (browser) => {
  const site = shareEditedSite();
  const open = (options = {}) => openEditArea(browser(), site().origin, 'lin@example.com', options);
  const body = (page: Page) => page.getByLabel('內文');

  test.for([true, false])(
    'keeps what was typed over every link beside a form, with script: %s',
    async (javaScriptEnabled) => {
      const page = await open({ javaScriptEnabled, viewport: { width: 390, height: 900 } });
      await page.goto(site().origin + path);
      const links = await page.getByRole('link').allInnerTexts();
      const leading = links.filter((name) => !name.startsWith('跳到'));
      expect(leading).toContain('更改網址');
      expect(leading.length).toBeGreaterThan(12);
      // tests/editing/leaving.test.ts follows each of each page; here a few of different places, or all.
      const places = ['商品', '看網站', '歷史', '移到回收桶'];
      const followed = howMany({ usually: places.length, whole: leading.length });
      const tried = [...new Set([...places, ...leading])].slice(0, followed);
      for (const [index, name] of tried.entries()) {
        const typed = `按了第 ${index} 個連結，有沒有腳本：${javaScriptEnabled}`;
        await page.goto(site().origin + path);
        await body(page).fill(typed);
        await page.getByRole('link', { name, exact: true }).first().click();
        expect(page.url(), name).not.toBe(site().origin + path);
        await page.goto(site().origin + path);
        expect.soft(await body(page).inputValue(), name).toBe(typed);
      }
      // On the way to another address and back.
      await body(page).fill('改網址之前');
      await page.getByRole('link', { name: '更改網址' }).click();
      await page.getByRole('link', { name: '取消' }).click();
      expect(await body(page).inputValue()).toBe('改網址之前');
    },
  );

  test('gives back what was typed after a reload, rows too, and not once it is stored', async () => {
    const page = await open();
    await page.goto(site().origin + path);
    await body(page).fill('還沒有儲存');
    await page.getByLabel('摘要').fill('新的摘要');
    await page.reload();
    expect(await body(page).inputValue()).toBe('還沒有儲存');
    expect(await page.getByLabel('摘要').inputValue()).toBe('新的摘要');
    expect(await page.locator('.edit-notice').innerText()).toContain('還沒有儲存的內容');
    await press(page, '文中提到的商品：新增一列');
    await page
      .getByLabel(/^文中提到的商品 \d+$/)
      .last()
      .fill('zhuni-teapot-150ml');
    await page.goto(site().origin + path);
    expect(
      await page
        .getByLabel(/^文中提到的商品 \d+$/)
        .last()
        .inputValue(),
    ).toBe('zhuni-teapot-150ml');
    expect(await body(page).inputValue()).toBe('還沒有儲存');
    await press(page, '儲存草稿');
    await page.waitForURL(/done=saved/);
    await page.reload();
    await page.goto(site().origin + path);
    expect(await body(page).inputValue()).toBe('還沒有儲存');
    expect(await page.getByText('這裡放回了').count()).toBe(0);
    await body(page).fill('又改了');
    await page.reload();
    await page.getByRole('button', { name: '不要了，用儲存的版本' }).click();
    await expect.poll(() => body(page).inputValue()).toBe('還沒有儲存');
  });

  test.for([true, false])(
    'the Enter key does what a form is for, and leaves none, with script: %s',
    async (javaScriptEnabled) => {
      const page = await open({ javaScriptEnabled });
      await page.goto(`${site().origin}/edit/articles/tea-eggs-at-the-market`);
      await page.getByLabel('標題').fill(`菜場的茶葉蛋 ${javaScriptEnabled}`);
      await page.getByLabel('標題').press('Enter');
      await page.waitForURL(/tea-eggs-at-the-market\?done=saved/);
      const id = `eggs-${javaScriptEnabled}`;
      await page.goto(`${site().origin}/edit/articles/tea-eggs-at-the-market/rename`);
      await page.getByLabel('新的網址名稱').fill(id);
      await page.getByLabel('新的網址名稱').press('Enter');
      await page.waitForURL(new RegExp(`/${id}\\?done=`));
      await page.goto(`${site().origin}/edit/articles/${id}/rename`);
      await page.getByLabel('新的網址名稱').fill('tea-eggs-at-the-market');
      await page.getByRole('button', { name: '更改網址' }).click();
      await page.waitForURL(/tea-eggs-at-the-market\?done=/);
    },
  );

  test('what a button does to rows stays, beside everything that was typed', async () => {
    const page = await open();
    await page.goto(`${site().origin}/edit/products/cotton-drawstring-bag`);
    const valuesOf = (column: string) =>
      page.locator(`[name^="f.variants."][name$=".${column}"]`).evaluateAll((cells) =>
        // The controls of a column are fields.
        (cells as HTMLInputElement[]).map(({ value }) => value),
      );
    const pressRow = (value: string) => page.locator(`button[name="row"][value="${value}"]`).click();
    await page.getByLabel('摘要').fill('新的摘要');
    await page.getByLabel('價格 1', { exact: true }).fill('420');
    await pressRow('variants:fill:price');
    await expect.poll(async () => new Set(await valuesOf('price'))).toEqual(new Set(['420']));
    const [first, second, ...others] = await valuesOf('id');
    await pressRow('variants:down:0');
    await expect.poll(() => valuesOf('id')).toEqual([second, first, ...others]);
    await pressRow('variants:remove:0');
    await expect.poll(() => valuesOf('id')).toEqual([first, ...others]);
    expect(await page.getByLabel('摘要').inputValue()).toBe('新的摘要');
    await page.getByLabel('摘要').fill('再改一次');
    await page.goto(`${site().origin}/edit/products/cotton-drawstring-bag`);
    await expect.poll(() => page.getByLabel('摘要').inputValue()).toBe('再改一次');
  });

  test('a text that comes back after somebody else has stored something is shown beside theirs', async () => {
    const [lin, chen] = [await open(), await openEditArea(browser(), site().origin, 'chen@example.com')];
    const address = `${site().origin}/edit/articles/lead-type`;
    await lin.goto(address);
    await body(lin).fill('林的內文');
    await chen.goto(address);
    await body(chen).fill('陳的內文');
    await press(chen, '儲存草稿');
    await lin.reload();
    expect(await body(lin).inputValue()).toBe('林的內文');
    await press(lin, '儲存草稿');
    const both = await lin.locator('main').innerText();
    for (const text of ['林的內文', '陳的內文']) expect(both).toContain(text);
    // The page with both was no answer that the text is stored.
    await lin.goBack();
    expect(await body(lin).inputValue()).toBe('林的內文');
  });

  describe('sent without a line, and gone back to', () => {
    async function sendOffline(page: Page): Promise<void> {
      await page.context().setOffline(true);
      await press(page, '儲存草稿');
      await expect.poll(() => page.url()).toMatch(/^chrome-error:/);
      await page.context().setOffline(false);
    }

    test('a text comes back, whatever was stored before it and by others meanwhile', async () => {
      const [lin, chen] = [await open(), await openEditArea(browser(), site().origin, 'chen@example.com')];
      const address = `${site().origin}/edit/articles/alishan-dawn`;
      await lin.goto(address);
      await body(lin).fill('存好的內文');
      await press(lin, '儲存草稿');
      await lin.waitForURL(/done=saved/);
      await body(lin).fill('火車上寫的內文');
      await sendOffline(lin);
      await lin.goBack();
      expect(lin.url()).toContain('done=saved');
      expect(await body(lin).inputValue()).toBe('火車上寫的內文');
      await sendOffline(lin);
      await chen.goto(address);
      await body(chen).fill('陳的內文');
      await press(chen, '儲存草稿');
      await chen.waitForURL(/done=saved/);
      await lin.goBack();
      expect(await body(lin).inputValue()).toBe('火車上寫的內文');
      await press(lin, '儲存草稿');
      const both = await lin.locator('main').innerText();
      for (const text of ['火車上寫的內文', '陳的內文']) expect(both).toContain(text);
    });

    test('a new entry comes back, and not once it is stored', async () => {
      const page = await open();
      await page.goto(`${site().origin}/edit/articles/_new`);
      await page.getByLabel('標題').fill('火車上');
      await body(page).fill('新的文章');
      await sendOffline(page);
      await page.goBack();
      expect(await body(page).inputValue()).toBe('新的文章');
      await press(page, '儲存草稿');
      await page.waitForURL(/done=saved/);
      expect(await body(page).inputValue()).toBe('新的文章');
      await page.goBack();
      expect(await body(page).inputValue()).toBe('');
    });
  });

  test('a text does not come into another entry that has the address by now', async () => {
    const page = await open();
    const address = `${site().origin}/edit/articles/winter-solstice`;
    await page.goto(address);
    const stored = await body(page).inputValue();
    await body(page).fill('別篇的內文');
    await page.goto(`${site().origin}/edit`);
    await page.evaluate(() => {
      for (const [place, kept] of Object.entries(sessionStorage))
        if (place.startsWith('qingye:typed:'))
          sessionStorage.setItem(place, String(kept).replace(/key=[\w-]+/, 'key=that-of-another-entry'));
    });
    await page.goto(address);
    expect(await body(page).inputValue()).toBe(stored);
  });

  test('half a day does not leave the form, and a day without its hour is told', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(`${site().origin}/edit/articles/_new`);
    await page.getByLabel('網址名稱').fill('half');
    const day = page.getByLabel('發布時間（選填）', { exact: true });
    await day.pressSequentially('12');
    await page.getByRole('button', { name: '儲存草稿' }).last().click();
    expect(new URL(page.url()).pathname).toBe('/edit/articles/_new');
    await day.fill('2026-12-05');
    await press(page, '儲存草稿');
    await press(page, '現在發布');
    expect(await page.locator('main').innerText()).toContain('「發布時間」要有真的存在的日期，也要有時刻');
    expect(await day.inputValue()).toBe('2026-12-05');
  });
});
