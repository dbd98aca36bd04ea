import path from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from './databases.ts';
import { dropFiles } from './hands.ts';
import { picture } from './picture-store.ts';
import type { Desk } from './writing-desk.ts';

const sentences =
  '清明前後的茶山霧重，採茶的人天沒亮就上山。一心二葉，指尖一折就斷，不能用指甲掐，也不能捏熱了。中午以前送到製茶廠，攤在竹篩上讓風慢慢吹，葉緣軟了、香氣起來了，才輕輕地翻動。做茶的人整夜不睡，聽葉子的聲音，聞它的味道，等最好的那一刻。';

/** Paragraphs of some 100 Han characters each, no two of them the same. */
function paragraphs(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, n) => `第 ${first + n} 段，${sentences}`).join('\n\n');
}

const inUploads = String.raw`!\[\]\(media/uploads/\S+\.\w+\)`;

/** Types some paragraphs, and pastes more of them, plain ones and from another program. */
export async function writeText(desk: Desk, first: number): Promise<void> {
  const { page } = desk;
  await desk.write(async () => {
    if (desk.text !== '') for (const key of ['Enter', 'Enter']) await page.keyboard.press(key);
    for (const sign of paragraphs(first, first)) await page.keyboard.insertText(sign);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await desk.paste({ 'text/plain': paragraphs(first + 1, first + 9) });
  }, /第/);
  expect(desk.text.endsWith(paragraphs(first, first + 9))).toBe(true);
}

/** A heading and a list from a word processor, a note and a table. */
export async function writeParts(desk: Desk): Promise<void> {
  const { page } = desk;
  await desk.write(async () => {
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    const html = '<h2>做法</h2><p>先<b>溫壺</b>，再置茶</p>';
    await desk.paste({ 'text/html': html, 'text/plain': '做法\n先溫壺，再置茶' });
    await expect.poll(() => desk.body.inputValue()).toMatch(/\n\n## 做法\n\n先\*\*溫壺\*\*，再置茶$/);
    await desk.hands.press(desk.tool('註釋'));
    await page.keyboard.insertText('水要先燒開。');
  }, /再置茶\[\^1\]\n\n\[\^1\]: 水要先燒開。$/);
  await desk.write(async () => {
    await desk.hands.press(desk.tool('表格'));
    // The first heading is selected.
    await page.keyboard.insertText('茶');
  }, /^\n\n\| 茶 \| 第 2 欄 \|\n\| --- \| --- \|\n\|  \|  \|\n\|  \|  \|$/);
}

/** A link to a product, and one to a page of the site. */
export async function writeLinks(desk: Desk): Promise<void> {
  const { page } = desk;
  await desk.write(async () => {
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.insertText('用的是');
    await desk.pick(desk.tool('商品'), '朱泥');
    await page.keyboard.insertText('，水溫見');
    await desk.pick(desk.tool('頁面'), '水溫這件事');
    await page.keyboard.insertText('。');
  }, /用的是\[朱泥小壺[^\]]*\]\(\/product\/info\/zhuni-teapot-150ml\)，水溫見\[水溫這件事\]\(\/articles\/water-temperature\)。$/);
}

/** Two pictures that are dragged from a folder at once. */
export async function dragPictures(desk: Desk, files: readonly string[]): Promise<void> {
  const { page, body } = desk;
  await desk.write(async () => {
    await dropFiles(page, body, files);
    await expect.poll(() => body.inputValue()).toMatch(new RegExp(`${inUploads}\n\n${inUploads}$`));
    await page.keyboard.insertText('茶園');
    await page.keyboard.press('Control+End');
    const last = (await body.inputValue()).split('![').at(-1) ?? '';
    for (const _ of last) await page.keyboard.press('ArrowLeft');
    await page.keyboard.insertText('茶廠');
  }, /^\n\n!\[茶園\]\(media\/uploads\/\S+\)\n\n!\[茶廠\]\(media\/uploads\/\S+\)$/);
}

/** A picture of one's own, chosen by its name in the dialog. */
export async function uploadPicture(desk: Desk, file: string, words: string): Promise<void> {
  const { page } = desk;
  await desk.write(
    async () => {
      await desk.hands.press(desk.tool('圖片'));
      const choosing = page.waitForEvent('filechooser');
      await desk.hands.press(page.getByLabel('上傳新的檔案'));
      await (await choosing).setFiles(file);
      await page.locator('dialog').waitFor({ state: 'detached' });
      await page.keyboard.insertText(words);
    },
    new RegExp(String.raw`^\n\n!\[${words}\]\(media/uploads/\S+\)$`),
  );
}

export async function pastePicture(desk: Desk, png: Buffer): Promise<void> {
  await desk.write(async () => {
    await desk.paste({ 'image/png': png.toString('base64') });
    await expect.poll(() => desk.body.inputValue()).toMatch(new RegExp(`${inUploads}$`));
    await desk.page.keyboard.insertText('貼上的茶席');
  }, /^\n\n!\[貼上的茶席\]\(media\/uploads\/\S+\)$/);
}

export async function pickPicture(desk: Desk, name: string): Promise<void> {
  await desk.write(
    async () => {
      await desk.pick(desk.tool('圖片'), name);
      await desk.page.keyboard.insertText(name);
    },
    new RegExp(String.raw`^\n\n!\[${name}\]\(media/articles/${name}\.svg\)$`),
  );
}

/** Photographs in a folder. */
export async function pictureFiles(): Promise<string[]> {
  const dir = temporaryFolder();
  return Promise.all(
    ['茶園', '茶廠'].map(async (name, n) => {
      const file = path.join(dir, `${name}.jpg`);
      await picture(640, 480, n === 0 ? '#3a7' : '#864')
        .jpeg()
        .toFile(file);
      return file;
    }),
  );
}
