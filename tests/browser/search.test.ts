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
const mainLink = (page: Page, name: string | RegExp) => page.locator('main').getByRole('link', { name });

/** Text of the active option in the field's list. */
const meant = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant');
    return id == null ? null : document.getElementById(id)?.querySelector('span')?.textContent;
  });

describeInChromium('a search', (browser) => {
  const site = sampleSite;

  test('leads with script from the header to results, a kind, a filter, and back', async () => {
    const { page, isSameDocument, complaints } = await openBuiltPage(browser(), '/articles', {
      site: site(),
      context: desk,
    });
    const field = page.locator('header input[type=search]');
    await field.fill('茶');
    await field.press('Enter');
    await expect.poll(() => heading(page).innerText()).toBe('搜尋「茶」');
    await mainLink(page, /^商品 \d/).click();
    await expect.poll(() => page.url()).toContain('kind=products');
    await mainLink(page, /^茶器 ?\d/).click();
    await mainLink(page, '取消「茶器」').waitFor();
    const [few] = await page.locator('main [role=status]').allInnerTexts();
    await mainLink(page, '取消「茶器」').click();
    await expect.poll(() => page.locator('main [role=status]').first().innerText()).not.toBe(few);

    // From the field of the results to other results.
    await field.fill('烏龍');
    await field.press('Enter');
    await expect.poll(() => heading(page).innerText()).toBe('搜尋「烏龍」');
    expect(await page.locator('main mark').first().innerText()).toBe('烏龍');
    await page.goBack();
    await expect.poll(() => heading(page).innerText()).toBe('搜尋「茶」');
    expect(await field.inputValue()).toBe('茶');
    await page.goBack();
    await mainLink(page, '取消「茶器」').waitFor();
    expect(await isSameDocument()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('leads on a phone without script from the sign in the header to a product', async () => {
    const { page } = await openBuiltPage(browser(), '/product', {
      site: site(),
      context: { ...phone, javaScriptEnabled: false },
      until: 'loaded',
    });
    await page.locator('header').getByRole('link', { name: '搜尋' }).click();
    expect(await page.getByRole('heading', { name: '最新文章' }).isVisible()).toBe(true);
    const field = page.locator('main input[type=search]');
    await field.fill('茶');
    await field.press('Enter');
    await mainLink(page, /^商品 \d/).click();
    expect(await mainLink(page, /^茶器 ?\d/).isVisible()).toBe(false);
    await page.getByText('篩選', { exact: true }).click();
    await page.getByLabel('最高價').fill('500');
    await page.getByRole('button', { name: '套用' }).click();
    await mainLink(page, '價格由高到低').click();
    expect(await mainLink(page, '取消「NT$500 以下」').isVisible()).toBe(true);
    const prices = await page.locator('main .card .figures').allInnerTexts();
    expect(prices.map((price) => Number(price.replace(/\D/g, '')))).toEqual(
      prices.map((price) => Number(price.replace(/\D/g, ''))).toSorted((a, b) => b - a),
    );
    await page.locator('main .card h2 a').first().click();
    expect(new URL(page.url()).pathname).toMatch(/^\/product\/info\//);
  });

  test('shows in one header what fits, however long the name of the site', async () => {
    const { page } = await openBuiltPage(browser(), '/search', { site: site() });
    /** The height of the header at each width, and by how much the page is wider. */
    async function measure(): Promise<[height: number | undefined, overflow: number][]> {
      const sizes: [number | undefined, number][] = [];
      for (const width of [320, 390, 768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        sizes.push(
          await page.evaluate(() => [
            document.querySelector('header')?.clientHeight,
            document.documentElement.scrollWidth - window.innerWidth,
          ]),
        );
      }
      return sizes;
    }
    const before = await measure();
    await page.evaluate(() => {
      const name = document.querySelector('header .brand span');
      if (name) name.textContent = '一間在山裡慢慢做茶的老店';
      const [first] = document.querySelectorAll('.site-menu li');
      for (const item of document.querySelectorAll('.site-menu li')) {
        const link = item.querySelector('a');
        if (link && item !== first?.parentElement?.lastElementChild) link.textContent = '關於我們';
      }
      for (let more = 0; more < 2; more += 1) first?.after(first.cloneNode(true));
    });
    expect(await measure()).toEqual(before.map(([height]) => [height, 0]));
  });
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
