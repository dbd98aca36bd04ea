import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { beSignedIn } from '../helpers/browser-session.ts';
import { openEditArea, press, shareEditedSite } from '../helpers/editing-journey.ts';

describeInChromium('a form of the edit area', (browser) => {
  const site = shareEditedSite();
  const at = (id: string) => `${site().origin}/edit/articles/${id}`;
  const body = (page: Page) => page.getByLabel('內文');
  const state = (page: Page) => page.locator('.edit-saved').first();

  /** The time of the page stands still until the test lets it go on. */
  async function open(id: string, email = 'lin@example.com') {
    const page = await openEditArea(browser(), site().origin, email);
    await page.clock.install({ time: '2026-11-27T06:00:00.000Z' });
    await page.clock.pauseAt('2026-11-27T06:03:00.000Z');
    await page.goto(at(id));
    return page;
  }

  /** Text of the body in the autosave that the form of somebody else's browser offers. */
  async function offered(id: string): Promise<string> {
    const page = await openEditArea(browser(), site().origin, 'lin@example.com');
    await page.goto(at(id));
    await page.getByRole('link', { name: '看看和現在的差別' }).first().click();
    await page.getByRole('link', { name: '放回表單' }).click();
    return body(page).inputValue();
  }

  test('asks before it is left with a text that is not stored, and not when a button sends it', async () => {
    const page = await open('water-temperature');
    const asked: string[] = [];
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type());
      await dialog.accept();
    });
    await body(page).pressSequentially('字');
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    // It has come back, and is not stored yet.
    await body(page).pressSequentially('又');
    await page.goto(`${site().origin}/edit`);
    expect(asked).toHaveLength(2);
    await page.goto(at('water-temperature'));
    await body(page).click();
    await press(page, '儲存草稿');
    await page.waitForURL(/done=saved/);
    await body(page).click();
    await page.goto(`${site().origin}/edit`);
    expect(asked).toHaveLength(2);
    // Typed and taken back: nothing would be lost.
    await page.goto(at('water-temperature'));
    await body(page).pressSequentially('字');
    await page.keyboard.press('Backspace');
    await page.reload();
    expect(asked).toHaveLength(2);
  });

  test('is saved 1.5 s after the last key, and every 8 s without a pause, and offered after a crash', async () => {
    const page = await open('tea-eggs-at-the-market');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().includes('/autosave')) sent.push(request.url());
    });
    const typeOne = async (text: string) => {
      await body(page).press('End');
      await page.keyboard.insertText(text);
    };
    await body(page).fill('第一句。');
    await page.clock.runFor(1_400);
    expect(sent).toEqual([]);
    await page.clock.runFor(100);
    await expect.poll(() => state(page).innerText()).toMatch(/^已自動儲存 \d\d:\d\d$/);
    expect(sent).toHaveLength(1);
    for (let second = 0; second < 8; second += 1) {
      await typeOne(`${second}`);
      await page.clock.runFor(1_000);
    }
    await expect.poll(() => sent.length).toBe(2);
    await expect.poll(() => offered('tea-eggs-at-the-market')).toContain('第一句。01234567');
  });

  test('keeps the text in the tab while there is no line or no session, says so, and goes on after that', async () => {
    const page = await open('lead-type');
    const context = page.context();
    await context.setOffline(true);
    await body(page).fill('沒有網路的時候寫的。');
    await page.clock.runFor(1_500);
    await expect.poll(() => state(page).innerText()).toMatch(/^離線，已留在這個瀏覽器 14:0\d$/);
    const stored = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    expect(await stored()).toContain('沒有網路的時候寫的。');
    await context.setOffline(false);
    await expect.poll(() => state(page).innerText()).toMatch(/^已自動儲存/);
    await context.clearCookies();
    await body(page).fill('登出之後寫的。');
    await page.clock.runFor(1_500);
    await expect.poll(() => state(page).innerText()).toMatch(/^已登出，已留在這個瀏覽器/);
    expect(await stored()).toContain('登出之後寫的。');
    expect(await state(page).getByRole('link').getAttribute('href')).toMatch(/^\/login\?next=/);
    await beSignedIn(context, site().origin);
    // Coming back from the tab of the login gives the focus.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect.poll(() => state(page).innerText()).toMatch(/^已自動儲存/);
    expect(await offered('lead-type')).toBe('登出之後寫的。');
  });

  test('leaves nothing to offer once it is stored, or given up', async () => {
    const page = await open('winter-solstice');
    await body(page).fill('一');
    await page.clock.runFor(1_500);
    await expect.poll(() => state(page).innerText()).toMatch(/^已自動儲存/);
    // Typed after the last autosave.
    await body(page).fill('一二');
    await press(page, '儲存草稿');
    await page.waitForURL(/done=saved/);
    const offers = page.getByRole('link', { name: '看看和現在的差別' });
    await page.goto(at('winter-solstice'));
    expect(await offers.count()).toBe(0);
    await body(page).fill('三');
    await page.clock.runFor(1_500);
    await expect.poll(() => state(page).innerText()).toMatch(/^已自動儲存/);
    await page.reload();
    // The tab has given it back itself.
    expect(await body(page).inputValue()).toBe('三');
    expect(await offers.count()).toBe(0);
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: '不要了，用儲存的版本' }).click();
    await reloaded;
    expect(await body(page).inputValue()).toBe('一二');
    await page.goto(at('winter-solstice'));
    expect(await offers.count()).toBe(0);
  });

  test('says who else has it open, own tabs too, and that it was stored meanwhile', async () => {
    const lin = await open('alishan-dawn');
    const chen = await open('alishan-dawn', 'chen@example.com');
    const others = (page: Page) => page.locator('.edit-saved').last();
    await expect.poll(() => others(chen).innerText()).toBe('林小青也開著這一篇（剛剛打開）。');
    await lin.clock.runFor(30_000);
    await expect.poll(() => others(lin).innerText()).toBe('陳又芳也開著這一篇（剛剛打開）。');
    const second = await lin.context().newPage();
    onTestFinished(() => second.close());
    await second.goto(at('alishan-dawn'));
    await expect.poll(() => others(lin).innerText()).toContain('你在另一個分頁也開著這一篇。');
    await expect.poll(() => others(second).innerText()).toContain('你在另一個分頁也開著這一篇。');
    await body(second).fill('在另一個分頁');
    await press(second, '儲存草稿');
    await expect.poll(() => others(lin).innerText()).toContain('這一篇後來又存過');
    await chen.clock.runFor(30_000);
    await expect.poll(() => others(chen).innerText()).toContain('這一篇後來又存過');
  });
});
