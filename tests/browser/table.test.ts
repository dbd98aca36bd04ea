import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { findViolations } from '../helpers/axe.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { notice, openEditArea, press, shareEditedSite } from '../helpers/editing-journey.ts';

/** Prices up by 5 %, as a spreadsheet program would write them. */
function raise(table: string): string {
  const [header = '', ...rows] = table.split('\r\n');
  const at = header.split(',').indexOf('price');
  const raised = rows.map((row) => {
    const cells = row.split(',');
    const price = cells[at] ?? '';
    return (price === '' ? cells : cells.with(at, `"${money(Math.round(Number(price) * 1.05))}"`)).join(',');
  });
  return [header, ...raised].join('\r\n');
}

const money = (price: number) => `NT$${price.toLocaleString('en')}`;

describeInChromium('the table of products', (browser) => {
  const site = shareEditedSite();

  test('puts all prices up with a spreadsheet, and tells what others are in the way of', async () => {
    const { origin } = site();
    const lin = await openEditArea(browser(), origin, 'lin@example.com', {
      javaScriptEnabled: false,
      viewport: { width: 390, height: 900 },
    });
    const chen = await openEditArea(browser(), origin, 'chen@example.com');
    await lin.goto(`${origin}/edit/products`);
    await lin.getByRole('link', { name: '用試算表修改' }).click();
    // Without script nothing looks for violations.
    await chen.goto(`${origin}/edit/products/_table`);
    expect(await findViolations(chen)).toEqual([]);
    const [download] = await Promise.all([
      lin.waitForEvent('download'),
      lin.getByRole('link', { name: '下載表格（CSV）' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^products-\d{4}-\d\d-\d\d\.csv$/);
    const table = readFileSync(await download.path(), 'utf8');

    // Two of the products are another editor's meanwhile.
    await chen.goto(`${origin}/edit/products/zhuni-teapot-150ml`);
    await chen.getByLabel('名稱', { exact: true }).fill('朱泥小壺，新款');
    await press(chen, '儲存草稿');
    await chen.goto(`${origin}/edit/products/hinoki-incense`);
    await chen.getByLabel('名稱', { exact: true }).fill('改名的線香');
    await press(chen, '發布修改');

    const file = { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(raise(table)) };
    await lin.getByLabel('檔案').setInputFiles(file);
    await press(lin, '看差異');
    const differences = await lin.locator('main').innerText();
    expect(differences).toContain('略過的 2 列');
    expect(differences).toContain('陳又芳正在修改，有還沒發布的草稿。');
    expect(differences).toContain('下載之後有人改過');
    expect(await lin.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await lin.getByRole('button', { name: /^寫入 \d+ 列的修改$/ }).click();
    expect(await notice(lin)).toMatch(/已經改好 \d+ 項商品。/);

    const [, id = '', price = ''] = /^([\w-]+),\d+,[^,]+,[^,]*,(\d+),,,,in_stock/m.exec(table) ?? [];
    await lin.goto(`${origin}/product/info/${id}`);
    expect(await lin.locator('main').innerText()).toContain(money(Math.round(Number(price) * 1.05)));
  });
});
