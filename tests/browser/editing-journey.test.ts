import { expect, test } from 'vitest';
import { findViolations } from '../helpers/axe.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import {
  expectWholeLifeOf,
  notice,
  openEditArea,
  press,
  shareEditedSite,
} from '../helpers/editing-journey.ts';

describeInChromium('the edit area', (browser) => {
  const site = shareEditedSite();
  const open = (email: string, options = {}) => openEditArea(browser(), site().origin, email, options);

  test('does all of its work without script on a phone', async () => {
    const page = await open('lin@example.com', {
      javaScriptEnabled: false,
      viewport: { width: 390, height: 900 },
    });
    await expectWholeLifeOf(page, 'night-390');
  });

  test('changes a product, an author, a page and the name of the site', async () => {
    const page = await open('lin@example.com', { javaScriptEnabled: false });
    const { origin } = site();
    for (const [path, label, value, seen] of [
      ['/edit/products/zhuni-teapot-150ml', '名稱', '朱泥小壺新款', '/product/info/zhuni-teapot-150ml'],
      ['/edit/authors/lin-zhiyuan', '名稱', '林知遠（主編）', '/author/lin-zhiyuan'],
      ['/edit/pages/about', '標題', '關於青葉', '/pages/about'],
    ] as const) {
      await page.goto(origin + path);
      await page.getByLabel(label, { exact: true }).first().fill(value);
      await press(page, '立即更新');
      expect(await notice(page)).toContain('已發布。');
      await page.goto(origin + seen);
      expect(await page.locator('h1').innerText()).toBe(value);
    }
    await page.goto(`${origin}/edit/site`);
    await page.getByLabel('名稱', { exact: true }).fill('青葉誌');
    await press(page, '儲存並發布設定');
    await page.goto(origin);
    expect(await page.title()).toContain('青葉誌');
  });

  test('shows both texts to the second of two editors, and loses neither', async () => {
    const [lin, chen] = [await open('lin@example.com'), await open('chen@example.com')];
    const address = `${site().origin}/edit/articles/lead-type`;
    await lin.goto(address);
    await chen.goto(address);
    await lin.getByLabel('摘要').fill('林的摘要');
    await press(lin, '儲存草稿');
    await chen.getByLabel('摘要').fill('陳的摘要');
    await press(chen, '儲存草稿');
    const told = await chen.locator('main').innerText();
    for (const text of ['林小青', '林的摘要', '陳的摘要']) expect(told).toContain(text);
    await press(chen, '不合併，存成我的版本');
    await lin.goto(`${address}/history`);
    expect(await lin.locator('main').innerText()).toContain('沒有存進去的版本');
  });

  test('has nothing that axe finds, and is wider than no window', async () => {
    // In a window as low as this the bar of buttons stays where it is, and covers no part of a field by chance.
    const page = await open('lin@example.com', { viewport: { width: 390, height: 500 } });
    const pages = [
      ...['/edit', '/edit/articles', '/edit/articles/_new', '/edit/articles/water-temperature'],
      ...[
        '/edit/products/zhuni-teapot-150ml',
        '/edit/authors/lin-zhiyuan',
        '/edit/pages/about',
        '/edit/site',
      ],
      ...['/edit/articles/lead-type/history', '/edit/articles/lead-type/rename'],
      ...['/edit/articles/lead-type/remove', '/edit/trash'],
      ...['/edit/media', '/edit/media/articles/water-temperature.svg'],
    ];
    for (const address of pages) {
      await page.goto(site().origin + address);
      expect.soft(await findViolations(page), address).toEqual([]);
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(390);
    }
  });
});
