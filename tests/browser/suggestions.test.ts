import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from '../helpers/axe.ts';
import { openBuiltPage } from '../helpers/built-page.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { untilAsked, untilLinksAreSeen } from '../helpers/watched-page.ts';

const suggestionsAddress = /\/search\/suggestions\.json/;
const desk = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 } };

const headerField = (page: Page) => page.locator('header').getByRole('combobox', { name: '搜尋' });
const options = (page: Page) => page.getByRole('option');
const heading = (page: Page) => page.locator('main h1');

/** Text of the active option in the field's list. */
const meant = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant');
    return id == null ? null : document.getElementById(id)?.querySelector('span')?.textContent;
  });

describeInChromium('the suggestions', (browser) => {
  const site = sampleSite;

  // A page with few pictures of its own.
  async function openLogin(prepare: (page: Page) => Promise<unknown>) {
    const opened = await openBuiltPage(browser(), '/login', { site: site(), context: desk, prepare });
    const asked: string[] = [];
    opened.page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (suggestionsAddress.test(pathname)) asked.push(searchParams.get('q') ?? '');
    });
    return { ...opened, asked };
  }

  async function open(prepare: (page: Page) => Promise<unknown> = async () => {}) {
    const opened = await openLogin(prepare);
    await opened.page.locator('header input[type=search]').focus();
    await headerField(opened.page).waitFor();
    return opened;
  }

  test('come with a script of at most 6 kB, at the first focus', async () => {
    const { page, drainRequests } = await openBuiltPage(browser(), '/login', {
      site: site(),
      context: desk,
      // Nothing is loaded in advance then, and no script is another's.
      prepare: (opened) =>
        opened.addInitScript(() =>
          Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
        ),
    });
    await untilLinksAreSeen(page);
    const before = drainRequests();
    expect(before.filter((address) => address.includes('suggestion'))).toEqual([]);
    await page.locator('header input[type=search]').focus();
    await headerField(page).waitFor();
    const scripts = drainRequests().filter((address) => address.endsWith('.js'));
    const sizes = await Promise.all(
      scripts.map(
        async (address) => gzipSync(await (await page.request.get(site().origin + address)).body()).length,
      ),
    );
    expect(scripts.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(6_000);
  });

  test('are chosen by the keys of a combobox, and followed in the page', async () => {
    const { page, isSameDocument, complaints } = await open();
    const field = headerField(page);
    expect(await field.getAttribute('aria-expanded')).toBe('false');
    await field.pressSequentially('朱泥');
    await options(page).first().waitFor();
    expect(await field.getAttribute('aria-expanded')).toBe('true');
    expect(await meant(page)).toBe(null);
    const names = await options(page).locator('span').allInnerTexts();
    expect(names).toContain('朱泥小壺');

    await field.press('ArrowDown');
    expect(await meant(page)).toBe(names[0]);
    await field.press('ArrowUp');
    expect(await meant(page)).toBe(null);
    await field.press('ArrowUp');
    expect(await meant(page)).toBe(names.at(-1));
    expect(await page.locator('[role=option][aria-selected=true]').count()).toBe(1);
    await field.press('Home');
    expect(await meant(page)).toBe(null);
    expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(0);
    await field.press('End');
    expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(2);

    await field.press('Escape');
    expect(await options(page).count()).toBe(0);
    expect(await field.inputValue()).toBe('朱泥');
    await field.press('ArrowDown');
    await expect.poll(() => meant(page)).toBe(names[0]);
    await field.press('Escape');
    await field.press('Escape');
    expect(await field.inputValue()).toBe('');

    await field.pressSequentially('朱泥');
    await options(page).first().waitFor();
    while ((await meant(page)) !== '朱泥小壺') await field.press('ArrowDown');
    await field.press('Enter');
    await expect.poll(() => heading(page).innerText()).toBe('朱泥小壺');
    await expect.poll(() => field.inputValue()).toBe('');
    expect(await field.getAttribute('aria-expanded')).toBe('false');

    // The field of the header is the same on the next page.
    await field.pressSequentially('烏龍');
    await options(page).first().click();
    await expect.poll(() => heading(page).innerText()).not.toBe('朱泥小壺');
    expect(await isSameDocument()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('are a list with a name, options and a number to who listens', async () => {
    const { page } = await open();
    await headerField(page).pressSequentially('烏龍');
    await options(page).first().waitFor();
    const snapshot = await page.locator('header').getByRole('search').ariaSnapshot();
    expect(snapshot).toMatch(/combobox "搜尋"[^\n]*\[expanded\][^\n]*: 烏龍/);
    expect(snapshot).toContain('listbox "搜尋建議"');
    expect(snapshot).toMatch(/option ".*烏龍.* 商品"/);
    expect(await page.locator('header [role=status]').innerText()).toMatch(/^有 \d+ 項建議/);
  });

  test('are not asked for while an input method composes', async () => {
    const { page, asked } = await open((opened) => opened.clock.install());
    const session = await page.context().newCDPSession(page);
    const compose = (text: string) =>
      session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    for (const text of ['ㄨ', 'ㄨㄌ', '烏龍']) await compose(text);
    // Longer than any pause between two keys.
    await page.clock.runFor(10_000);
    await untilAsked(page);
    expect(asked).toEqual([]);
    // The key that the input method takes.
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
    expect(new URL(page.url()).pathname).toBe('/login');
    await session.send('Input.insertText', { text: '烏龍' });
    await options(page).first().waitFor();
    expect(asked).toEqual(['烏龍']);
  });

  test('are not asked for a composition that began before their script came', async () => {
    const held = Promise.withResolvers<void>();
    const { page, asked } = await openLogin(async (opened) => {
      await opened.clock.install();
      await opened.route(/\/assets\/suggestions-/, async (route) => {
        await held.promise;
        await route.continue();
      });
    });
    const session = await page.context().newCDPSession(page);
    await page.locator('header input[type=search]').focus();
    await session.send('Input.imeSetComposition', { text: 'ㄧ', selectionStart: 1, selectionEnd: 1 });
    held.resolve();
    await headerField(page).waitFor();
    // Longer than any pause between two keys.
    await page.clock.runFor(10_000);
    await untilAsked(page);
    expect(asked).toEqual([]);
    await session.send('Input.insertText', { text: '烏龍' });
    await options(page).first().waitFor();
    expect(asked).toEqual(['烏龍']);
  });

  test('show the last answer alone, and are asked for once', async () => {
    const { page, asked } = await open();
    const held = Promise.withResolvers<void>();
    let isFirst = true;
    await page.route(suggestionsAddress, async (route) => {
      if (isFirst) {
        isFirst = false;
        await held.promise;
      }
      await route.continue().catch(() => {});
    });
    const field = headerField(page);
    const failed = page.waitForEvent('requestfailed');
    await field.fill('朱泥');
    await expect.poll(() => asked).toEqual(['朱泥']);
    await field.fill('烏龍');
    expect((await failed).failure()?.errorText).toBe('net::ERR_ABORTED');
    await options(page).first().waitFor();
    held.resolve();
    expect(await options(page).first().innerText()).toContain('烏龍');
    await field.fill('');
    expect(await options(page).count()).toBe(0);
    await field.fill('烏龍');
    await options(page).first().waitFor();
    expect(asked).toEqual(['朱泥', '烏龍']);
  });

  test('are gone where the site does not answer, and the field still searches', async () => {
    const { page } = await open();
    const field = headerField(page);
    await field.fill('烏龍');
    await options(page).first().waitFor();
    await page.route(suggestionsAddress, (route) => route.abort());
    await field.fill('烏龍茶');
    await expect.poll(() => options(page).count()).toBe(0);
    await field.press('Enter');
    await expect.poll(() => heading(page).innerText()).toBe('搜尋「烏龍茶」');
  });

  test('have nothing that axe finds', async () => {
    const { page } = await openBuiltPage(browser(), '/search', { site: site(), context: desk });
    const field = page.locator('main input[type=search]');
    await field.fill('茶');
    await options(page).first().waitFor();
    await field.press('ArrowDown');
    for (const { viewport } of [desk, phone]) {
      await page.setViewportSize(viewport);
      expect(await options(page).first().isVisible()).toBe(true);
      expect.soft(await findViolations(page), `${viewport.width} px`).toEqual([]);
    }
  });
});
