import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { production } from '#scripts/build/folders.ts';
import { userAgent } from '#scripts/tools/sample-pages.ts';
import { anAccount, rightPassword } from '../helpers/accounts.ts';
import { openDataFolder } from '../helpers/account-site.ts';
import { shareSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';

const title = '夜裡的一壺茶';

describeInChromium('the edit area', (browser) => {
  const site = shareSite(production, async (dataDir) => {
    const db = await openDataFolder(dataDir);
    await anAccount(db, { email: 'lin@example.com', name: '林小青', role: 'admin' });
    await anAccount(db, { email: 'chen@example.com', name: '陳又芳', role: 'editor' });
    await db.close();
  });

  async function open(email: string, options = {}): Promise<Page> {
    const context = await browser().newContext({ userAgent, ...options });
    const page = await context.newPage();
    await page.goto(`${site().origin}/login?next=/edit`);
    await page.getByLabel('電子郵件').fill(email);
    await page.getByLabel('密碼', { exact: true }).fill(rightPassword);
    await page.getByRole('button', { name: '登入', exact: true }).click();
    await page.waitForURL(`${site().origin}/edit`);
    return page;
  }

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last().click();
  const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();
  const notice = (page: Page) => page.locator('.edit-notice').first().innerText();

  test.for([390, 1280])('does all of its work without script, %i px wide', async (width) => {
    const page = await open('lin@example.com', {
      javaScriptEnabled: false,
      viewport: { width, height: 900 },
    });
    const { origin } = site();
    // Chinese is drawn as on the site's pages, with the glyphs of Taiwan.
    expect(await page.locator('body').evaluate((body) => getComputedStyle(body).fontFamily)).toContain('TC');
    const id = `night-${width}`;
    await follow(page, '寫新文章');
    await page.getByLabel('網址名稱').fill(id);
    await page.getByLabel('標題').fill(title);
    await page.getByLabel('內文').fill('第一段。\n\n第二段，**很好喝**。');
    await press(page, '儲存草稿');
    expect(await notice(page)).toContain('草稿已儲存。');

    await press(page, '發布');
    expect(await notice(page)).toContain('請填寫「作者」。');
    await page.getByLabel('作者').selectOption('林知遠');
    await page.getByLabel('封面圖片（選填）', { exact: true }).fill('media/articles/winter-solstice.svg');
    await page.getByLabel('封面圖片說明').fill('一碗湯圓');
    await page.getByLabel('標籤').fill('夜\n茶');
    await press(page, '文中提到的商品：新增一列');
    await page.getByLabel('文中提到的商品 1', { exact: true }).fill('zhuni-teapot-150ml');
    // As visitors will see it: its page, the list, the page of its author.
    await press(page, '存草稿並預覽');
    expect(await page.locator('main').innerText()).toContain('很好喝');
    const preview = page.url().replace(`/articles/${id}`, '');
    for (const path of ['/articles', '/author/lin-zhiyuan']) {
      await page.goto(preview + path);
      expect(await page.locator('main').innerText()).toContain(title);
    }
    expect((await page.request.get(`${origin}/articles/${id}`)).status()).toBe(404);
    await page.goto(`${origin}/edit/articles/${id}`);
    await press(page, '發布');
    expect(await notice(page)).toContain('已發布。');

    await follow(page, '看網站上的頁面');
    expect(page.url()).toBe(`${origin}/articles/${id}`);
    expect(await page.locator('main').innerText()).toContain('很好喝');
    await page.goto(`${origin}/articles`);
    expect(await page.locator('main').innerText()).toContain(title);

    // A draft, which visitors do not see until it is published.
    await page.goto(`${origin}/edit/articles/${id}`);
    await page.getByLabel('內文').fill('第一段。\n\n第二段，**真的很好喝**。');
    await press(page, '儲存草稿');
    const visitors = () => page.request.get(`${origin}/articles/${id}`).then((answer) => answer.text());
    expect(await visitors()).not.toContain('真的很好喝');
    await press(page, '發布修改');
    expect(await visitors()).toContain('真的很好喝');

    await follow(page, '歷史');
    await follow(page, '發布');
    expect(await page.locator('ins').first().innerText()).toContain('真的');
    await follow(page, `← 「${title}」的歷史`);
    await page.getByRole('link', { name: '發布', exact: true }).last().click();
    await press(page, '把這個版本放進草稿');
    expect(await page.getByLabel('內文').inputValue()).toBe('第一段。\n\n第二段，**很好喝**。');
    await press(page, '發布修改');

    await follow(page, '更改網址');
    await page.getByLabel('新的網址名稱').fill(`${id}-tea`);
    await press(page, '更改網址');
    expect(await notice(page)).toContain('網址已更改');
    await page.goto(`${origin}/articles/${id}`);
    expect(page.url()).toBe(`${origin}/articles/${id}-tea`);

    await page.goto(`${origin}/edit/articles/${id}-tea`);
    await follow(page, '移到回收桶');
    await page.getByLabel('舊網址轉到這個路徑').first().check();
    await page.getByRole('textbox', { name: '舊網址轉到這個路徑' }).fill('/articles/winter-solstice');
    await press(page, '移到回收桶');
    await page.goto(`${origin}/articles/${id}-tea`);
    expect(page.url()).toBe(`${origin}/articles/winter-solstice`);
    await page.goto(`${origin}/edit/trash`);
    await press(page, '復原');
    expect(await visitors()).toContain('很好喝');
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
      await press(page, '發布修改');
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
    await press(chen, '用我的版本繼續編輯');
    await lin.goto(`${address}/history`);
    expect(await lin.locator('main').innerText()).toContain('沒有存進去的版本');
  });

  test('has nothing that axe finds, and is wider than no window', async () => {
    const page = await open('lin@example.com', { viewport: { width: 390, height: 900 } });
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
    ];
    for (const address of pages) {
      await page.goto(site().origin + address);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect.soft(await findViolations(page), `${address}, ${colorScheme}`).toEqual([]);
      }
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(390);
    }
  });
});

async function findViolations(page: Page): Promise<string[]> {
  // The page's policy forbids scripts that are not the site's; the browser's own door does not ask it.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (
      window as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      }
    ).axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  });
}
