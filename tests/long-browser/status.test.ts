import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import { anAccount, rightPassword } from '../helpers/accounts.ts';
import { startAccountSite } from '../helpers/account-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';

describeInChromium('the status page', (browser) => {
  test('is found, fits every width and is usable by everybody, without script', async () => {
    const { origin, db } = await startAccountSite();
    await anAccount(db, { email: 'admin@example.com', name: '站長', role: 'admin' });
    await db.write.insertInto('media_jobs').values({ file: 'a.jpg', run_at: '9999', tries: 1 }).execute();
    const context = await browser().newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${origin}/login?next=/edit`);
    await page.getByLabel('電子郵件').fill('admin@example.com');
    await page.getByLabel('密碼', { exact: true }).fill(rightPassword);
    await page.getByRole('button', { name: '登入', exact: true }).click();
    await page.getByRole('link', { name: '網站狀態' }).click();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('網站狀態');
    expect(await page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
      '有些圖片無法處理',
      '還沒有備份的紀錄',
    ]);

    const withScript = await browser().newContext();
    onTestFinished(() => withScript.close());
    await withScript.addCookies(await context.cookies());
    const read = await withScript.newPage();
    await read.goto(`${origin}/account/status`);
    for (const width of [320, 390, 768, 1440]) {
      await read.setViewportSize({ width, height: 900 });
      expect.soft(await read.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width);
      for (const colorScheme of ['light', 'dark'] as const) {
        await read.emulateMedia({ colorScheme });
        // The policy of the page lets no script in by an element.
        await read.evaluate(axe.source);
        const { violations } = await read.evaluate(() => window.axe.run());
        expect
          .soft(
            violations.map(({ id }) => id),
            `${width} px, ${colorScheme}`,
          )
          .toEqual([]);
        const folder = process.env['STATUS_SHOTS'];
        if (folder) await read.screenshot({ path: `${folder}/${width}-${colorScheme}.png`, fullPage: true });
      }
    }
  });
});
