import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startAccountSite } from '../helpers/account-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { signIn } from '../helpers/every-page.ts';
import { untilHydrated, untilIdle } from '../helpers/watched-page.ts';

declare global {
  interface Window {
    /** How often a form of the page was to be sent. */
    submissions: number;
    /** When the last key was pressed. */
    wasComposing: boolean;
  }
}

interface Field {
  address: string;
  /** Selector by its content. */
  form: string;
  name: string;
}

const fields: Field[] = [
  { address: '/login', form: '[name=email]', name: 'email' },
  { address: '/login', form: '[name=email]', name: 'password' },
  { address: '/account', form: '[value=change-password]', name: 'password' },
  { address: '/account', form: '[value=change-password]', name: 'new-password' },
  { address: '/account', form: '[value=delete]', name: 'password' },
];

describeInChromium('Enter', (browser) => {
  async function openPage(address: string): Promise<Page> {
    const { origin } = await startAccountSite();
    const context = await browser().newContext();
    const page = await context.newPage();
    if (address === '/account') await signIn(page, origin);
    else await page.goto(origin + address);
    await untilHydrated(page);
    await untilIdle(page);
    await page.evaluate(() => {
      window.submissions = 0;
      addEventListener('submit', () => (window.submissions += 1), true);
      addEventListener('keydown', (event) => (window.wasComposing = event.isComposing), true);
    });
    return page;
  }

  /** Fills in all fields, with passwords shown: hidden ones are not composed. */
  async function fillIn(form: Locator): Promise<void> {
    const show = form.getByRole('button', { name: '顯示密碼' });
    while ((await show.count()) > 0) await show.first().click();
    for (const field of await form.locator('input:visible:not([type=checkbox])').all())
      await field.fill((await field.getAttribute('type')) === 'email' ? 'lin@example.com' : 'wrong password');
  }

  test.for(fields)(
    'that ends a composition in $name of $form at $address sends nothing, the next one sends the form',
    async ({ address, form: within, name }) => {
      const page = await openPage(address);
      for (const summary of await page.locator('main summary').all()) await summary.click();
      const form = page.locator('main form').filter({ has: page.locator(within) });
      await fillIn(form);
      const field = form.locator(`[name=${name}]`);
      const before = await field.inputValue();
      await field.focus();
      const session = await page.context().newCDPSession(page);
      await session.send('Input.imeSetComposition', { text: 'ㄑㄧㄥ', selectionStart: 3, selectionEnd: 3 });
      expect(await field.inputValue()).not.toBe(before);
      // The event of a browser for a key that an input method has taken.
      const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
      await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter, windowsVirtualKeyCode: 13 });
      expect(await page.evaluate(() => [window.wasComposing, window.submissions])).toEqual([true, 0]);

      // An address is not Chinese: it is let go. A password is kept.
      if (name === 'email')
        await session.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
      else await session.send('Input.insertText', { text: '青' });
      expect(await page.evaluate(() => window.submissions)).toBe(0);
      const sent = page.waitForRequest((request) => request.method() === 'POST');
      await page.keyboard.press('Enter');
      expect(new URL((await sent).url()).pathname).toBe(address);
      await expect.poll(() => page.evaluate(() => window.submissions)).toBe(1);
    },
  );
});
