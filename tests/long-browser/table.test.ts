import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from '../helpers/axe.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { aProduct } from '../helpers/content.ts';
import { notice, openEditArea, press, shareEditedSite } from '../helpers/editing-journey.ts';

const category = '陶器';
const priceOf = (n: number) => 100 + n * 7;
const raisedPriceOf = (n: number) => Math.round(priceOf(n) * 1.05);
const money = (price: number) => `NT$${price.toLocaleString('en')}`;

/** 300 products of a small brand, every tenth of which has a small and a large one. */
const files = Object.fromEntries(
  Array.from({ length: 300 }, (_, n) => {
    const variants = [
      { id: 's', options: { 尺寸: '小' } },
      { id: 'l', options: { 尺寸: '大' }, price: priceOf(n) + 50 },
    ];
    const options = n % 10 === 0 && { options: [{ name: '尺寸', values: ['小', '大'] }], variants };
    const numbers = { sku: `00${n}`, price: priceOf(n) };
    return [`products/cup-${n}.md`, aProduct({ name: `杯, "${n}"`, category, ...numbers, ...options })];
  }),
);

/** Prices of the 300 up by 5 %, as a spreadsheet program would write them: the apostrophes stay as texts. */
function raise(table: string): string {
  const [header = '', ...rows] = table.split('\r\n');
  const raised = rows.map((row) =>
    row.replace(
      /^(cup-\d+,\w*,\d+,.*?)(\d+)(?=,,,,(?:in_stock)?,,)/,
      (_, before: string, price: string) => `${before}"${money(Math.round(Number(price) * 1.05))}"`,
    ),
  );
  return [header, ...raised].join('\r\n');
}

async function downloadTable(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: '下載表格（CSV）' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^products-\d{4}-\d\d-\d\d\.csv$/);
  return readFileSync(await download.path(), 'utf8');
}

describeInChromium('the table of products', (browser) => {
  const site = shareEditedSite(files);

  test('puts 300 prices up by 5 % with a spreadsheet, and tells what others are in the way of', async () => {
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
    const table = await downloadTable(lin);

    // Two of the products are another editor's meanwhile.
    await chen.goto(`${origin}/edit/products/cup-1`);
    await chen.getByLabel('名稱', { exact: true }).fill('小杯，新款');
    await press(chen, '儲存草稿');
    await chen.goto(`${origin}/edit/products/cup-2`);
    await chen.getByLabel('名稱', { exact: true }).fill('改名的杯子');
    await press(chen, '立即更新');

    const file = { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(raise(table)) };
    await lin.getByLabel('檔案').setInputFiles(file);
    await press(lin, '看差異');
    const differences = await lin.locator('main').innerText();
    // 300 and the 30 large ones, without two.
    expect(differences).toContain('328 列會改');
    expect(differences).toContain('略過的 2 列');
    expect(differences).toContain('陳又芳正在修改，有還沒發布的草稿。');
    expect(differences).toContain('改名的杯子：下載之後有人改過');
    expect(await lin.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await press(lin, '寫入 328 列的修改');
    expect(await notice(lin)).toBe('已經改好 298 項商品。');

    const shown = async (path: string) => {
      await lin.goto(origin + path);
      return lin.locator('main').innerText();
    };
    for (const n of [0, 3, 150, 299])
      expect(await shown(`/product/info/cup-${n}`)).toContain(money(raisedPriceOf(n)));
    expect(await shown('/product/info/cup-10?variant=l')).toContain(
      money(Math.round((priceOf(10) + 50) * 1.05)),
    );
    for (const n of [1, 2]) expect(await shown(`/product/info/cup-${n}`)).toContain(money(priceOf(n)));
    expect(await shown(`/product?category=${category}&sort=price-desc`)).toContain(money(raisedPriceOf(299)));
  });

  test.each([true, false])(
    'starts a sale on Friday at 20:00, which the preview of Friday shows, with script %s',
    async (javaScriptEnabled) => {
      const { origin } = site();
      const lin = await openEditArea(browser(), origin, 'lin@example.com', {
        javaScriptEnabled,
        viewport: { width: 390, height: 900 },
      });
      const id = javaScriptEnabled ? 'cup-5' : 'cup-6';
      await lin.goto(`${origin}/edit/products/_table`);
      const cells = ['id\tsalePrice\tsalePriceFrom', `${id}\t13\t2099/12/4 20:00`];
      await lin.getByLabel('或是貼上儲存格').fill(cells.join('\n'));
      await press(lin, '看差異');
      expect(await lin.locator('main').innerText()).toContain('（空白） → 2099-12-04 20:00');
      await press(lin, '寫入 1 列的修改');
      expect(await notice(lin)).toBe('已經改好 1 項商品。');

      await lin.goto(`${origin}/edit`);
      await lin.getByLabel('預覽時間').fill('2099-12-04T20:00');
      await press(lin, '看這個時間');
      const friday = `${origin}/edit/preview/all/2099-12-04T2000`;
      await lin.waitForURL(`${friday}/`);
      const bar = lin.getByRole('complementary', { name: '預覽', exact: true });
      expect(await bar.innerText()).toContain('時間：2099年12月4日 20:00（台北時間）');
      await lin.goto(`${friday}/product?category=${category}&sort=price-asc`);
      await lin.locator(`main a[href$="/product/info/${id}"]`).first().click();
      await lin.waitForURL(`${friday}/product/info/${id}`);
      await lin.locator('main del').first().waitFor();
      expect(await lin.locator('main').innerText()).toMatch(/NT\$13\b/);

      // The page stays, though its script came to it from the list.
      await bar.getByRole('button', { name: '回到現在' }).click();
      await lin.waitForURL(`${origin}/edit/preview/all/now/product/info/${id}`);
      expect(await lin.locator('main').innerText()).not.toMatch(/NT\$13\b/);
      await bar.locator('summary').click();
      await bar.getByLabel('預覽時間').fill('2099-12-04T20:01');
      await bar.getByRole('button', { name: '看這個時間' }).click();
      await lin.waitForURL(`${origin}/edit/preview/all/2099-12-04T2001/product/info/${id}`);
      expect(await lin.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await lin.goto(`${origin}/product/info/${id}`);
      expect(await lin.locator('main').innerText()).not.toMatch(/NT\$13\b/);
    },
  );
});
