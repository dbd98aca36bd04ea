import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { importContent } from '#server/features/import-export/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { production } from '#scripts/build/folders.ts';
import type { Browser } from '#scripts/tools/chromium.ts';
import { userAgent } from '#scripts/tools/sample-pages.ts';
import { openDataFolder } from './account-site.ts';
import { anAccount } from './accounts.ts';
import { beSignedIn } from './browser-session.ts';
import { shareSite, type Visited } from './built-site.ts';
import { contentFolder, type Files } from './content.ts';

const title = '夜裡的一壺茶';

/**
 * Returns a shared site for all tests of a file, with an admin, an editor and these files. Called where tests are
 * defined.
 */
export function shareEditedSite(files: Files = {}): () => Visited {
  return shareSite(production, async (dataDir, atEnd) => {
    const db = await openDataFolder(dataDir);
    if (Object.keys(files).length > 0)
      await importContent(contentFolder(files, atEnd), db, folderStore(dataDir));
    await anAccount(db, { email: 'lin@example.com', name: '林小青', role: 'admin' });
    await anAccount(db, { email: 'chen@example.com', name: '陳又芳', role: 'editor' });
    await db.close();
  });
}

/** Opens the edit area for the account with this address. */
export async function openEditArea(
  browser: Browser,
  origin: string,
  email: string,
  options = {},
): Promise<Page> {
  const context = await browser.newContext({ userAgent, ...options });
  await beSignedIn(context, origin, email);
  const page = await context.newPage();
  await page.goto(`${origin}/edit`);
  return page;
}

export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).last().click();
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();
export const notice = (page: Page) => page.locator('.edit-notice').first().innerText();

/** An article from its first word to the trash and back, by an admin. */
export async function expectWholeLifeOf(page: Page, id: string): Promise<void> {
  const { origin } = new URL(page.url());
  // Chinese is drawn as on the site's pages, with the glyphs of Taiwan.
  expect(await page.locator('body').evaluate((body) => getComputedStyle(body).fontFamily)).toContain('TC');
  await follow(page, '寫新文章');
  await page.getByLabel('網址名稱').fill(id);
  await page.getByLabel('標題').fill(title);
  await page.getByLabel('內文').fill('第一段。\n\n第二段，**很好喝**。');
  await press(page, '儲存草稿');
  expect(await notice(page)).toContain('草稿已儲存。');

  await press(page, '現在發布');
  expect(await notice(page)).toContain('請填寫「作者」。');
  await page.getByLabel('作者').selectOption('林知遠');
  await page.getByLabel('封面圖片（選填）', { exact: true }).fill('media/articles/winter-solstice.svg');
  await page.getByLabel('封面圖片說明').fill('一碗湯圓');
  await page.getByLabel('標籤').fill('夜\n茶');
  await press(page, '文中提到的商品：新增一列');
  await page.getByLabel('文中提到的商品 1', { exact: true }).fill('zhuni-teapot-150ml');
  // The future pages of visitors: the article, the list, its author.
  await press(page, '存草稿並預覽');
  expect(await page.locator('main').innerText()).toContain('很好喝');
  const preview = page.url().replace(`/articles/${id}`, '');
  for (const path of ['/articles', '/author/lin-zhiyuan']) {
    await page.goto(preview + path);
    expect(await page.locator('main').innerText()).toContain(title);
  }
  expect((await page.request.get(`${origin}/articles/${id}`)).status()).toBe(404);
  await page.goto(`${origin}/edit/articles/${id}`);
  await press(page, '現在發布');
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
  await press(page, '立即更新');
  expect(await visitors()).toContain('真的很好喝');

  await follow(page, '歷史');
  await follow(page, '發布');
  expect(await page.locator('ins').filter({ hasText: '真的' }).count()).toBeGreaterThan(0);
  await follow(page, `← 「${title}」的歷史`);
  await page.getByRole('link', { name: '發布', exact: true }).last().click();
  await press(page, '把這個版本放進草稿');
  expect(await page.getByLabel('內文').inputValue()).toBe('第一段。\n\n第二段，**很好喝**。');
  await press(page, '立即更新');

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
}
