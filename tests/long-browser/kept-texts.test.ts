import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { beSignedIn } from '../helpers/browser-session.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openEditArea, press, shareEditedSite } from '../helpers/editing-journey.ts';

describeInChromium('what is typed and not stored', (browser) => {
  const site = shareEditedSite();
  const at = (id: string) => `${site().origin}/edit/articles/${id}`;
  const body = (page: Page) => page.getByLabel('內文');
  const state = (page: Page) => page.locator('.edit-saved').first();

  test('is not sent again and again when it is too large, and goes on once it is shorter', async () => {
    const page = await openEditArea(browser(), site().origin, 'lin@example.com');
    await page.clock.install({ time: '2026-11-27T06:00:00.000Z' });
    await page.clock.pauseAt('2026-11-27T06:03:00.000Z');
    const sent: number[] = [];
    await page.route('**/autosave?*', async (route) => {
      const { length } = route.request().postDataBuffer() ?? [];
      sent.push(length);
      if (length > 12_000) await route.fulfill({ status: 413 });
      else await route.continue();
    });
    await page.goto(at('water-temperature'));
    await body(page).fill('茶'.repeat(4_000));
    await page.clock.runFor(1_500);
    await expect.poll(() => state(page).innerText()).toMatch(/^內容太長，無法自動儲存，已留在這個瀏覽器/);
    for (const length of [3_999, 4_100, 3_900]) {
      await page.clock.runFor(20_000);
      await body(page).fill('茶'.repeat(length));
      await page.clock.runFor(1_500);
    }
    await expect
      .poll(() => state(page).innerText())
      .toMatch(/^內容太長，無法自動儲存，已留在這個瀏覽器 14:04/);
    expect(sent).toHaveLength(1);
    await body(page).fill('茶'.repeat(1_000));
    await page.clock.runFor(1_500);
    await expect.poll(() => state(page).innerText()).toMatch(/^已自動儲存/);
    expect(sent).toHaveLength(2);
  });

  test('is gone from the tab after signing out', async () => {
    const page = await openEditArea(browser(), site().origin, 'lin@example.com');
    const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    await page.goto(at('winter-solstice'));
    await body(page).fill('林的祕密');
    await page.goto(`${site().origin}/account`);
    expect(await kept()).toContain('林的祕密');
    await page.getByRole('button', { name: '登出', exact: true }).click();
    await page.waitForURL(`${site().origin}/`);
    expect(await kept()).not.toContain('林的祕密');
  });

  test('comes back to its account alone, when somebody else signs in in the same tab', async () => {
    const page = await openEditArea(browser(), site().origin, 'lin@example.com');
    const signIn = async (email: string) => {
      await page.context().clearCookies();
      await beSignedIn(page.context(), site().origin, email);
      await page.goto(at('lead-type'));
    };
    await page.goto(at('lead-type'));
    const stored = await body(page).inputValue();
    await body(page).fill('林的祕密');
    await signIn('chen@example.com');
    expect(await body(page).inputValue()).toBe(stored);
    expect(await page.locator('main').innerText()).not.toContain('放回了');
    await body(page).fill('陳的內文');
    await signIn('lin@example.com');
    expect(await body(page).inputValue()).toBe('林的祕密');
    await signIn('chen@example.com');
    expect(await body(page).inputValue()).toBe('陳的內文');
  });

  test('is its account’s on the page that answers after the end of the session, too', async () => {
    const page = await openEditArea(browser(), site().origin, 'lin@example.com');
    const path = at('alishan-dawn');
    const sendAfterItsEnd = async (text: string) => {
      await body(page).fill(text);
      await page.context().clearCookies();
      await press(page, '儲存草稿');
      await page.getByRole('button', { name: '再送出一次' }).waitFor();
    };
    await page.goto(path);
    await sendAfterItsEnd('林寫的');
    await body(page).fill('林寫的，登出之後也寫');
    await beSignedIn(page.context(), site().origin, 'lin@example.com');
    await page.goto(path);
    expect(await body(page).inputValue()).toBe('林寫的，登出之後也寫');
    await page.context().clearCookies();
    await beSignedIn(page.context(), site().origin, 'chen@example.com');
    await page.goto(path);
    await sendAfterItsEnd('陳寫的');
    expect(await body(page).inputValue()).toBe('陳寫的');
  });
});
