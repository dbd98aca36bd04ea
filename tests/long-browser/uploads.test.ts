import { expect, test } from 'vitest';
import { maxFileBytes } from '#shared/editing/uploads.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { aDrawing } from '../helpers/content.ts';
import { openEditArea, shareEditedSite } from '../helpers/editing-journey.ts';
import { picture } from '../helpers/picture-store.ts';

describeInChromium('the library', (browser) => {
  const site = shareEditedSite();
  const open = async (options = {}) => {
    const page = await openEditArea(browser(), site().origin, 'lin@example.com', options);
    await page.goto(`${site().origin}/edit/media`);
    return page;
  };
  const drawing = (n: number | string) => ({
    name: `圖${n}.svg`,
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(aDrawing.replace('86ad7f', `00${n}`)),
  });

  test('sends several files at once, three at a time, and says how each is doing', async () => {
    const page = await open();
    let begun = 0;
    const released = Promise.withResolvers<void>();
    await page.route('**/edit/media/_upload?*', async (route) => {
      begun += 1;
      await released.promise;
      await route.continue();
    });
    const files = Array.from({ length: 5 }, (_, n) => drawing(`100${n}`));
    await page.getByLabel('檔案', { exact: true }).setInputFiles([...files, heic]);
    const rows = page.getByRole('list', { name: '上傳的檔案' }).getByRole('listitem');
    await expect.poll(() => begun).toBe(3);
    await expect.poll(() => rows.filter({ hasText: '等待上傳' }).count()).toBe(3);
    expect(begun).toBe(3);
    released.resolve();
    await expect.poll(() => rows.filter({ hasText: '已經在圖庫裡了' }).count()).toBe(5);
    const refused = rows.filter({ hasText: 'iphone.heic' });
    await expect.poll(() => refused.innerText()).toContain('請另存成 JPEG');
    expect(await refused.getByRole('button').isVisible()).toBe(false);
    await page.getByRole('link', { name: '圖1004.svg' }).click();
    expect(await page.getByLabel('路徑').inputValue()).toMatch(/^media\/uploads\/.*圖1004-[\da-f]{8}\.svg$/);
  });

  test('says that a file is too large instead of sending it', async () => {
    const page = await open();
    let begun = 0;
    await page.route('**/edit/media/_upload?*', (route) => {
      begun += 1;
      return route.continue();
    });
    const large = { name: '大.png', mimeType: 'image/png', buffer: Buffer.alloc(maxFileBytes + 1) };
    await page.getByLabel('檔案', { exact: true }).setInputFiles([large]);
    const row = page.getByRole('list', { name: '上傳的檔案' }).getByRole('listitem');
    await expect.poll(() => row.innerText()).toContain('檔案太大');
    expect(begun).toBe(0);
  });

  test('takes files that are dropped on the page; a lost connection and a cancelled file are sent again', async () => {
    const page = await open();
    let attempts = 0;
    const held = Promise.withResolvers<void>();
    await page.route('**/edit/media/_upload?*', async (route) => {
      attempts += 1;
      if (attempts === 1) return route.abort();
      if (attempts > 2) return route.continue();
      // It has been cancelled meanwhile.
      await held.promise;
      await route.abort().catch(() => {});
    });
    await page.getByText('也可以把檔案拖到這一頁').waitFor();
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], '拖進來.svg', { type: 'image/svg+xml' }));
      return transfer;
    }, drawing('2000').buffer.toString());
    await page.dispatchEvent('main', 'drop', { dataTransfer: data });
    const row = page.getByRole('list', { name: '上傳的檔案' }).getByRole('listitem');
    await expect.poll(() => row.innerText()).toContain('可能是網路斷線了');
    await row.getByRole('button', { name: '重試' }).click();
    await row.getByRole('button', { name: '取消' }).click();
    await expect.poll(() => row.innerText()).toContain('已取消');
    held.resolve();
    await row.getByRole('button', { name: '重試' }).click();
    await expect.poll(() => row.innerText()).toContain('已經在圖庫裡了');
  });

  test('takes files by a form without script', async () => {
    const page = await open({ javaScriptEnabled: false });
    const photo = await picture(300, 200, '#246').jpeg().toBuffer();
    await page
      .getByLabel('檔案', { exact: true })
      .setInputFiles([{ name: '照片.jpg', mimeType: 'image/jpeg', buffer: photo }, drawing('3000')]);
    await page.getByRole('button', { name: '上傳', exact: true }).click();
    expect(await page.locator('.edit-notice').innerText()).toBe('2 個檔案已經在圖庫裡了。');
    await page.getByRole('link', { name: '照片' }).click();
    await page.getByLabel('名稱').fill('茶園');
    await page.getByRole('button', { name: '儲存名稱' }).click();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('茶園');
  });
});

const heic = {
  name: 'iphone.heic',
  mimeType: 'image/heic',
  buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
};
