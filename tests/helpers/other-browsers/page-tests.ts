import { expect, test } from 'vitest';
import { rightPassword } from '../accounts.ts';
import { everyPage } from '../every-page.ts';
import { noPage } from '#scripts/tools/sample-pages.ts';
import { untilLive } from './smoke-browser.ts';
import type { Visit } from './visit.ts';

export function pageTests(visit: Visit): void {
  test('each page becomes live without a complaint, has one heading and fits the window', async () => {
    const { page, proxy } = await visit('/');
    for (const address of [...everyPage, noPage]) {
      await page.goto(proxy.origin + address);
      await untilLive(page);
      const { headings, overflow, complaints } = await page.evaluate(() => ({
        headings: document.querySelectorAll('h1').length,
        overflow: document.documentElement.scrollWidth - window.innerWidth,
        complaints: window.complaints,
      }));
      expect.soft(headings, address).toBe(1);
      expect.soft(overflow, address).toBeLessThanOrEqual(0);
      expect.soft(complaints, address).toEqual([]);
    }
    await expect.poll(() => page.evaluate(() => 'titleFont' in document.documentElement.dataset)).toBe(true);
    expect(proxy.failures).toEqual([`404 ${noPage}`]);
  });

  test('the picture of a product opens large, Escape closes it and the focus is back', async () => {
    const { page } = await visit('/product/info/zhuni-teapot-150ml');
    const openDialogs = () => document.querySelectorAll('dialog[open]').length;
    await page.click('main a.enlarge');
    await expect.poll(() => page.evaluate(openDialogs)).toBe(1);
    await page.pressEscape();
    await expect.poll(() => page.evaluate(openDialogs)).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.matches('main a.enlarge'))).toBe(true);
  });

  test('a wrong password is told and keeps the e-mail address, the right one leads to the account', async () => {
    const { page, proxy } = await visit('/login');
    await page.type('#email', 'lin@example.com');
    await page.type('[name=password]', 'wrong password');
    await page.click('form[action="/login"] button:not([type])');
    await expect
      .poll(() => page.evaluate(() => document.querySelector('[role=alert]')?.textContent))
      .toBe('電子郵件或密碼不正確。');
    const email = await page.evaluate(() => document.querySelector<HTMLInputElement>('#email')?.value);
    expect(email).toBe('lin@example.com');

    await page.evaluate(() => document.querySelector<HTMLInputElement>('[name=password]')?.select());
    await page.type('[name=password]', rightPassword);
    await page.click('form[action="/login"] button:not([type])');
    await expect.poll(() => page.evaluate(() => location.pathname)).toBe('/account');
    await expect.poll(() => page.evaluate(() => document.querySelector('h1')?.textContent)).toBe('林小青');
    expect(proxy.documents).toEqual(['GET /login']);
  });
}
