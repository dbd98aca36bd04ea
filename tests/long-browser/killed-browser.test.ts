import { expect, test } from 'vitest';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openEditArea, shareEditedSite } from '../helpers/editing-journey.ts';
import { openOwnBrowser } from '../helpers/own-browser.ts';

describeInChromium('a browser that is killed while somebody writes', (browser) => {
  const site = shareEditedSite();

  test('has lost nothing of what was typed before its last autosave', async () => {
    const killed = await openOwnBrowser();
    const page = await openEditArea(killed.browser, site().origin, 'lin@example.com');
    await page.goto(`${site().origin}/edit/articles/_new`);
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByLabel('標題').fill('被打斷的一篇');
    await page.getByLabel('內文').fill('寫到一半');
    await saved;
    await expect.poll(() => page.locator('.edit-saved').first().innerText()).toMatch(/^已自動儲存/);
    // SIGKILL.
    await killed.kill();
    const next = await openEditArea(browser(), site().origin, 'lin@example.com');
    await next.goto(`${site().origin}/edit/articles/_new`);
    await next.getByRole('link', { name: '看看和現在的差別' }).first().click();
    await next.getByRole('link', { name: '放回表單' }).click();
    expect(await next.getByLabel('標題').inputValue()).toBe('被打斷的一篇');
    expect(await next.getByLabel('內文').inputValue()).toBe('寫到一半');
  });
});
