import type { Page } from 'playwright-core';
import { dayMs } from '#server/base/durations.ts';
import { toZonedIso } from '#shared/locale/dates.ts';
import type { EditDesk } from './desk.ts';

/** Makes a state of the edit area on a site with the sample content. Resolves to the page that shows it. */
export type EditState = (desk: EditDesk) => Promise<Page>;

/** States that no address leads to, each with entries of its own. They are made with and without script. */
export const editStates = {
  async 'a picker'(desk) {
    const page = await desk.open('admin', '/edit/articles/gongfu-tea-at-home');
    await page.locator('button[value="pick:f.cover"]').click();
    await page.locator('.edit-picks li').nth(5).waitFor();
    return page;
  },
  'chosen products': chooseProducts,
  async 'a change of many'(desk) {
    const page = await chooseProducts(desk);
    await press(page, '取消發布');
    return page;
  },
  async 'what is wrong in a new article'(desk) {
    const page = await desk.open('admin', '/edit/articles/_new');
    await page.getByLabel('標題').fill('夜裡的一壺茶');
    await bodyOf(page).fill('一段<blink>文字</blink>。');
    await press(page, '現在發布');
    await page.getByRole('alert').waitFor();
    return page;
  },
  async 'a planned change'(desk) {
    const page = await desk.open('admin', '/edit/articles/water-temperature');
    await replaceIn(page, '水', '熱水');
    await page.locator('[name="f.changeAt"]').fill(nextMonday());
    await page.locator('[name="f.changeAt.time"]').fill('08:00');
    await page.locator('.edit-actions button[value="publish"]').click();
    await page.getByText('取消排程').waitFor();
    return page;
  },
  async 'a conflict'(desk) {
    const { own, other } = await openBoth(desk, '/edit/articles/lead-type');
    const summary = await own.getByLabel('摘要').inputValue();
    await other.getByLabel('摘要').fill(summary.replace('整整一個下午', '兩個下午'));
    await press(other, '儲存草稿');
    await own.getByLabel('摘要').fill(summary.replace('整整一個下午', '一個早上'));
    await replaceIn(own, '。', '，真的。');
    await press(own, '儲存草稿');
    await own.getByRole('button', { name: '合併後繼續編輯' }).waitFor();
    return own;
  },
  async 'a merge'(desk) {
    const { own, other } = await openBoth(desk, '/edit/articles/puli-paper');
    await replaceIn(other, '。', '，他說。');
    await press(other, '儲存草稿');
    await replaceIn(own, '。', '，我說。');
    await press(own, '儲存草稿');
    await press(own, '合併後繼續編輯');
    await own.getByText('兩邊的修改已經放在一起').waitFor();
    return own;
  },
  async 'the end of a session'(desk) {
    const page = await desk.open('admin', '/edit/articles/plum-rain-incense');
    await replaceIn(page, '。', '，還沒有存。');
    await page.context().clearCookies();
    await press(page, '儲存草稿');
    await page.getByRole('heading', { name: '登入已經結束' }).waitFor();
    return page;
  },
  async 'leaving the settings'(desk) {
    const page = await desk.open('admin', '/edit/site');
    await page.getByLabel('名稱', { exact: true }).fill('青葉誌');
    await page.getByRole('link', { name: '圖庫', exact: true }).click();
    await page.getByRole('link', { name: '不儲存，直接離開' }).waitFor();
    return page;
  },
  async 'settings that others have changed'(desk) {
    const { own, other } = await openBoth(desk, '/edit/site');
    const field = (page: Page) => page.locator('[name="f.newDays"]');
    await field(other).fill('20');
    await press(other, '儲存並發布設定');
    await other.waitForURL(/done=/);
    await field(own).fill('40');
    await press(own, '儲存並發布設定');
    await own.getByRole('alert').waitFor();
    return own;
  },
  async 'the differences of a table'(desk) {
    const page = await desk.open('admin', '/edit/products/_table');
    await page
      .locator('textarea[name="table"]')
      .fill(
        'id\tprice\tname\nzhuni-teapot-150ml\t3,000\t朱泥小壺（新款）\nnone\t5\t沒有\niron-kettle\t很貴\t鐵壺',
      );
    await press(page, '看差異');
    await page.getByRole('heading', { name: '表格的差異' }).waitFor();
    return page;
  },
  async 'a draft that was handed in'(desk) {
    const author = await desk.open('author', '/edit/articles/_new');
    await author.getByLabel('標題').fill('山路上的茶亭');
    await bodyOf(author).fill('亭子裡有一口甕。');
    await press(author, '儲存草稿');
    await author.getByLabel('給編輯的附註（訪客看不到）').fill('照片星期五補。');
    await press(author, '交稿');
    await author.waitForURL(/done=/);
    const { pathname } = new URL(author.url());
    const page = await desk.open('admin', pathname);
    await page.getByRole('heading', { name: '退回' }).waitFor();
    return page;
  },
  async 'an article of an author'(desk) {
    const page = await desk.open('author', '/edit/articles/_new');
    await page.getByLabel('標題').fill('茶亭的第二天');
    await press(page, '儲存草稿');
    await page.getByRole('heading', { name: '交稿' }).waitFor();
    return page;
  },
  async 'a removal'(desk) {
    const page = await desk.open('admin', '/edit/articles/mung-bean-cake/remove');
    await press(page, '移到回收桶');
    await page.getByRole('button', { name: '復原' }).first().waitFor();
    return page;
  },
  async 'a preview'(desk) {
    const page = await desk.open('admin', '/edit/articles/wood-kiln-night');
    await replaceIn(page, '。', '，還沒有人看過。');
    await press(page, '存草稿並預覽');
    await page.getByRole('complementary', { name: '預覽', exact: true }).waitFor();
    return page;
  },
} satisfies Record<string, EditState>;

/** States that only the script makes. */
export const scriptStates = {
  async 'a text beside its preview'(desk) {
    const page = await desk.open('admin', '/edit/articles/gongfu-tea-at-home');
    await page.getByRole('toolbar').getByRole('button', { name: '預覽', exact: true }).click();
    await page.locator('#body-preview h2').first().waitFor();
    return page;
  },
  'an autosave': offerAutosave,
  async 'an autosave beside what is stored'(desk) {
    const page = await offerAutosave(desk);
    await page.getByRole('link', { name: '看看和現在的差別' }).first().click();
    await page.getByRole('link', { name: '放回表單' }).waitFor();
    return page;
  },
  async 'files on their way'(desk) {
    const page = await desk.open('admin', '/edit/media');
    const buffer = Buffer.from('no picture');
    const files = ['春茶.heic', '茶園.png'].map((name) => ({ name, mimeType: 'image/png', buffer }));
    await page.getByLabel('檔案', { exact: true }).setInputFiles(files);
    const rows = page.getByRole('list', { name: '上傳的檔案' }).getByRole('listitem');
    await rows.filter({ hasText: '看不出這是什麼檔案' }).nth(1).waitFor();
    return page;
  },
} satisfies Record<string, EditState>;

async function chooseProducts(desk: EditDesk): Promise<Page> {
  const page = await desk.open('admin', '/edit/products?category=%E8%8C%B6%E5%99%A8');
  for (const place of [-1, -2, -4]) await page.locator('input[name="chosen"]').nth(place).check();
  return page;
}

async function offerAutosave(desk: EditDesk): Promise<Page> {
  const typed = await desk.open('admin', '/edit/articles/spring-tea-diary');
  await replaceIn(typed, '。', '，寫到一半。');
  await typed.getByText(/^已自動儲存 /).waitFor();
  await typed.close();
  const page = await desk.open('admin', '/edit/articles/spring-tea-diary');
  await page.getByRole('link', { name: '看看和現在的差別' }).first().waitFor();
  return page;
}

const bodyOf = (page: Page) => page.locator('textarea[name=body]');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last().click();

/** Types another text into the first place of these words in the Markdown. */
async function replaceIn(page: Page, words: string, others: string): Promise<void> {
  const text = await bodyOf(page).inputValue();
  await bodyOf(page).fill(text.replace(words, others));
}

/** In Taipei, after today. */
export function nextMonday(): string {
  const dayAfter = (days: number) =>
    toZonedIso(new Date(Date.now() + days * dayMs).toISOString()).slice(0, 10);
  return [1, 2, 3, 4, 5, 6, 7].map(dayAfter).find((day) => new Date(day).getUTCDay() === 1) ?? '';
}

async function openBoth(desk: EditDesk, path: string): Promise<{ own: Page; other: Page }> {
  return { own: await desk.open('admin', path), other: await desk.open('editor', path) };
}
