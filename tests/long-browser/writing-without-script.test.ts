import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isoAt } from '#server/base/clock.ts';
import { dayMs } from '#server/base/durations.ts';
import { nextMonday } from '#scripts/tools/edit-area/edit-states.ts';
import { toZonedIso } from '#shared/locale/dates.ts';
import { rightPassword } from '../helpers/accounts.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { notice, openEditArea, press, shareEditedSite } from '../helpers/editing-journey.ts';
import { picture } from '../helpers/picture-store.ts';

const paragraph = '春茶的香氣最好，水溫九十度。'.repeat(25);

describeInChromium('without script', (browser) => {
  const site = shareEditedSite();
  const at = (path: string) => site().origin + path;
  const open = (email: string, width: number) =>
    openEditArea(browser(), site().origin, email, {
      javaScriptEnabled: false,
      viewport: { width, height: 900 },
    });
  const body = (page: Page) => page.getByLabel('內文');
  const textFor = (page: Page, path: string) => page.request.get(at(path)).then((answer) => answer.text());

  test.for([390, 1440])(
    'one writes an article with five pictures over the end of a session, and plans it, at %i px',
    async (width) => {
      const page = await open('lin@example.com', width);
      const [cover = '', ...pictures] = await uploadFive(page, width);
      const text = bodyWith([cover, ...pictures]);
      await page.getByRole('link', { name: '編輯室', exact: true }).click();
      await page.getByRole('link', { name: '寫新文章' }).click();
      const title = `寫在 ${width} 像素上`;
      await page.getByLabel('標題').fill(title);
      await body(page).fill(text);
      await page.getByLabel('標籤').fill('茶\n春');
      await page.getByLabel('作者').selectOption('林知遠');

      await pick(page, 'f.cover', `茶園${width}-0`);
      await page.getByLabel('封面圖片說明').fill('一片茶園');
      await press(page, '文中提到的商品：新增一列');
      await pick(page, 'f.products.0', '朱泥小壺');
      await press(page, '文中提到的商品：新增一列');
      await page.locator('button[value="pick:f.products.1"]').click();
      await page.context().clearCookies();
      await page.getByRole('main').getByRole('listitem').getByRole('button').first().click();
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('登入已經結束');
      expect(await body(page).inputValue()).toBe(text);
      await signInBeside(page);
      await press(page, '再送出一次');
      expect(await notice(page)).toContain('草稿已儲存。');
      // A row without a product is not kept.
      await press(page, '文中提到的商品：新增一列');
      await pick(page, 'f.products.1', '棉布束口袋');

      expect(await body(page).inputValue()).toBe(text);
      for (const [label, value] of [
        ['標題', title],
        ['標籤（選填）', '茶\n春'],
        ['封面圖片（選填）', pathIn(cover)],
        ['封面圖片說明（選填）', '一片茶園'],
        ['文中提到的商品 1', 'zhuni-teapot-150ml'],
        ['文中提到的商品 2', 'cotton-drawstring-bag'],
      ] as const)
        expect(await page.getByLabel(label, { exact: true }).inputValue(), label).toBe(value);

      const tomorrow = toZonedIso(isoAt(Date.now() + dayMs)).slice(0, 10);
      await page.getByLabel('發布時間（選填）', { exact: true }).fill(tomorrow);
      await page.locator('[name="f.publishedAt.time"]').fill('08:00');
      await press(page, '現在發布');
      expect(await notice(page)).toMatch(/^已排程，會在 .* 08:00 發布（台北時間）。/);
      const { pathname } = new URL(page.url());
      const live = pathname.replace('/edit', '');
      expect((await page.request.get(at(live))).status()).toBe(404);
      await page.getByLabel('預覽時間').fill(`${tomorrow}T08:00`);
      await press(page, '存草稿，看這個時間');
      await expectWhole(page, { title, pictures: 5 });
      await page.goto(at('/edit'));
      const coming = page.getByRole('region', { name: '即將發布' });
      expect(await coming.innerText()).toContain(title);
    },
  );

  test.for([390, 1440])(
    'one plans a change of a live article, takes it back, and merges what two have typed, at %i px',
    async (width) => {
      const [lin, chen] = [await open('lin@example.com', width), await open('chen@example.com', width)];
      const id = width === 390 ? 'lead-type' : 'puli-paper';
      await lin.goto(at(`/edit/articles/${id}`));
      await body(lin).fill('水溫要九十度。\n\n茶葉三公克。\n\n泡六天。');
      await press(lin, '立即更新');
      await body(lin).fill('下星期一才看得到。');
      await lin.getByLabel('什麼時候更新（選填）', { exact: true }).fill(nextMonday());
      await lin.locator('[name="f.changeAt.time"]').fill('08:00');
      await press(lin, '立即更新');
      expect(await notice(lin)).toMatch(/已排程，會在 .* 08:00 更新（台北時間）。/);
      expect(await textFor(lin, `/articles/${id}`)).not.toContain('下星期一才看得到。');
      await press(lin, '取消排程');
      expect(await notice(lin)).toContain('排程已取消。');
      expect(await body(lin).inputValue()).toBe('下星期一才看得到。');
      await press(lin, '放棄草稿');

      await chen.goto(at(`/edit/articles/${id}`));
      await lin.getByLabel('摘要').fill('林的摘要');
      await body(lin).fill('水溫要九十度。\n\n茶葉三公克。\n\n泡七天。');
      await press(lin, '儲存草稿');
      await body(chen).fill('水溫要九十度。\n\n茶葉四公克。\n\n泡五天。');
      await press(chen, '立即更新');
      expect(await chen.getByRole('heading', { level: 1 }).innerText()).toBe('有人先存了');
      await press(chen, '合併後繼續編輯');
      expect(await chen.getByLabel('摘要').inputValue()).toBe('林的摘要');
      const merged = await body(chen).inputValue();
      for (const words of ['茶葉四公克。', '【現在的版本▸七', '【你的版本▸五'])
        expect(merged).toContain(words);
      await press(chen, '立即更新');
      expect(await chen.getByRole('alert').innerText()).toContain('內文第 5 行還有合併時留下的標記');
      await body(chen).fill(merged.replace(/【現在的版本▸[^】]*】【你的版本▸([^】]*)】/, '$1'));
      await press(chen, '立即更新');
      expect(await notice(chen)).toContain('已發布。');
      const published = await textFor(chen, `/articles/${id}`);
      for (const words of ['林的摘要', '茶葉四公克。', '泡五天。']) expect(published).toContain(words);
    },
  );
});

/** Uploads pictures by the form of the library. Resolves to what it says to write into a text for each. */
async function uploadFive(page: Page, width: number): Promise<string[]> {
  await page.getByRole('link', { name: '圖庫', exact: true }).click();
  const names = Array.from({ length: 5 }, (_, n) => `茶園${width}-${n}`);
  const files = await Promise.all(
    names.map(async (name, n) => ({
      name: `${name}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await picture(600 + n, 400, width === 390 ? '#264' : '#462')
        .jpeg()
        .toBuffer(),
    })),
  );
  await page.getByLabel('檔案', { exact: true }).setInputFiles(files);
  await page.getByRole('button', { name: '上傳', exact: true }).click();
  expect(await notice(page)).toBe('5 個檔案已經在圖庫裡了。');
  const written = [];
  for (const name of names) {
    await page.getByRole('link', { name }).click();
    written.push(await page.getByLabel('放進內文').inputValue());
    await page.getByRole('link', { name: '回到圖庫' }).click();
  }
  return written;
}

/** 3,000 Han characters with everything that a text can have. */
function bodyWith(pictures: readonly string[]): string {
  return [
    `## 備茶\n\n${paragraph}[^1]`,
    '見[在家泡一壺好茶](/articles/gongfu-tea-at-home)與[朱泥小壺](/product/info/zhuni-teapot-150ml)。',
    '| 茶 | 水溫 |\n| --- | --- |\n| 包種 | 90 度 |',
    ...pictures.flatMap((markdown) => [markdown.replace('圖片說明', '茶園的樣子'), paragraph, paragraph]),
    '[^1]: 註釋的字。',
  ].join('\n\n');
}

/** Chooses a thing by its name on the page to which the button beside a field leads. */
async function pick(page: Page, field: string, name: string): Promise<void> {
  await page.locator(`button[value="pick:${field}"]`).click();
  await page.getByRole('searchbox').fill(name);
  // It searches, and stores nothing.
  await page.getByRole('searchbox').press('Enter');
  await page.getByRole('main').getByRole('listitem').getByRole('button').click();
}

function pathIn(markdown: string): string {
  return /\((media\/[^)]+)\)/.exec(markdown)?.[1] ?? '';
}

/** In another tab, as the page asks for. */
async function signInBeside(page: Page): Promise<void> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: '在新分頁登入' }).click();
  const tab = await opened;
  await tab.getByLabel('電子郵件').fill('lin@example.com');
  await tab.getByLabel('密碼', { exact: true }).fill(rightPassword);
  await tab.getByRole('button', { name: '登入', exact: true }).click();
  await tab.waitForURL('**/account');
  await tab.close();
}

/** Everything of the text is on its page, and its pictures are there. */
async function expectWhole(page: Page, { title, pictures }: { title: string; pictures: number }) {
  expect(await page.locator('h1').innerText()).toBe(title);
  const prose = page.locator('.prose').first();
  expect(await prose.locator('td').allInnerTexts()).toEqual(['包種', '90 度']);
  expect(await prose.innerText()).toContain('註釋的字。');
  expect(await prose.locator('a[href$="/articles/gongfu-tea-at-home"]').count()).toBe(1);
  expect(await prose.locator('img').count()).toBe(pictures);
  for (const image of await prose.locator('img').all()) {
    const address = new URL((await image.getAttribute('src')) ?? '', page.url()).href;
    expect((await page.request.get(address)).status(), address).toBe(200);
  }
  const products = page.getByRole('region', { name: '文中提到的商品' });
  for (const name of ['朱泥小壺', '棉布束口袋']) expect(await products.innerText()).toContain(name);
}
