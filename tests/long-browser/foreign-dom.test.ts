import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startAccountSite } from '../helpers/account-site.ts';
import { openBuiltPage } from '../helpers/built-page.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { signIn } from '../helpers/every-page.ts';
import { userAgent } from '#scripts/tools/sample-pages.ts';
import { changeEachDocument, expectWhole, foreignChanges, setChange } from '../helpers/foreign-dom.ts';
import { openWatchedPage, untilHydrated, untilIdle } from '../helpers/watched-page.ts';

/** Each change on a page that has what it changes, before it is alive and while it is. Long tests try all pages. */
const cases: [what: string, before: string, alive: string][] = [
  ['elements around it, styles in its head and attributes everywhere', '/', '/login'],
  ['an element inside main', '/articles/gongfu-tea-at-home', '/articles/gongfu-tea-at-home'],
  ['an element before the page', '/nope', '/'],
  [
    'every text moved into another element',
    '/product/info/zhuni-teapot-150ml',
    '/articles/gongfu-tea-at-home',
  ],
  ['every text replaced by a translation', '/articles', '/'],
  ['an icon after every field', '/login', '/login'],
  ['the first picture gone', '/author/lin-zhiyuan', '/'],
  ['every picture gone', '/', '/articles/gongfu-tea-at-home'],
  ['comments and white space between elements', '/product/info/zhuni-teapot-150ml', '/login'],
];

describeInChromium('a page that somebody else has changed', (browser) => {
  const site = sampleSite;
  const open = (address: string, prepare: (page: Page) => Promise<unknown> = async () => {}) =>
    openBuiltPage(browser(), address, { site: site(), context: { userAgent }, until: 'loaded', prepare });

  test('is whole, whatever was changed before it is alive', async () => {
    expect(cases.map(([what]) => what)).toEqual(Object.keys(foreignChanges));
    const opened = await openWatchedPage(await browser().newContext({ userAgent }), site().origin);
    await changeEachDocument(opened.page, site().origin);
    for (const [what, address] of cases) {
      await setChange(opened.page, what);
      await opened.page.goto(site().origin + address);
      await expectWhole(opened, what);
    }
  });

  test('navigates on, whatever is changed while it is alive', async () => {
    const opened = await openWatchedPage(await browser().newContext({ userAgent }), site().origin);
    for (const [what, , address] of cases) {
      await opened.page.goto(site().origin + address);
      await untilIdle(opened.page);
      await opened.page.evaluate(foreignChanges[what] ?? (() => {}));
      await expectWhole(opened, what);
    }
  });

  test('of somebody who is signed in is whole too', async () => {
    const { origin } = await startAccountSite();
    const opened = await openWatchedPage(await browser().newContext({ userAgent }), origin);
    await changeEachDocument(opened.page, origin);
    await signIn(opened.page, origin);
    for (const [what, address] of [
      ['an icon after every field', '/account'],
      ['an element inside main', '/account/saved'],
      ['every text moved into another element', '/product'],
    ] as const) {
      await setChange(opened.page, what);
      await opened.page.goto(origin + address);
      await expectWhole(opened, what);
    }
  });

  test('keeps what was typed, where the caret is and where it was scrolled to', async () => {
    const { page } = await open('/login', async (opened) => {
      await opened.setViewportSize({ width: 390, height: 300 });
      // Not alive before it was typed into.
      await holdStart(opened);
      await changeWhenParsed(opened, foreignChanges['an element inside main'] ?? (() => {}));
    });
    await page.locator('input[name=email]').fill('lin@example.com');
    await page.locator('input[name=password]').fill('not sent yet');
    await page.locator('input[name=password]').evaluate((field: HTMLInputElement) => {
      field.setSelectionRange(4, 8);
    });
    await page.evaluate(() => window.scrollTo(0, 120));
    const before = await page.evaluate(() => window.scrollY);
    expect(before).toBeGreaterThan(50);
    const field = await page.locator('input[name=email]').elementHandle();
    await releaseStart(page);
    await untilHydrated(page);
    // It was made anew, or this tests nothing.
    expect(await field?.evaluate((element) => element.isConnected)).toBe(false);
    const state = await page.evaluate(() => {
      const focused = document.activeElement;
      return {
        email: document.querySelector<HTMLInputElement>('input[name=email]')?.value,
        password: document.querySelector<HTMLInputElement>('input[name=password]')?.value,
        caret: focused instanceof HTMLInputElement && [
          focused.name,
          focused.selectionStart,
          focused.selectionEnd,
        ],
        scrollY: window.scrollY,
      };
    });
    expect(state).toEqual({
      email: 'lin@example.com',
      password: 'not sent yet',
      caret: ['password', 4, 8],
      scrollY: before,
    });
  });

  test('keeps an open list and a row that was pushed aside', async () => {
    const { page } = await open('/articles/gongfu-tea-at-home', async (opened) => {
      await opened.setViewportSize({ width: 390, height: 700 });
      await holdStart(opened);
      await changeWhenParsed(opened, foreignChanges['an element inside main'] ?? (() => {}));
    });
    await page.locator('main details summary').first().click();
    await page.locator('.table-scroll').evaluate((table) => (table.scrollLeft = 40));
    await releaseStart(page);
    await untilHydrated(page);
    expect(
      await page
        .locator('main details')
        .first()
        .evaluate((list) => list.hasAttribute('open')),
    ).toBe(true);
    expect(await page.locator('.table-scroll').evaluate((table) => table.scrollLeft)).toBe(40);
  });

  test('says in the head what the page says, once', async () => {
    const { page } = await open('/', (opened) =>
      changeWhenParsed(opened, foreignChanges['an element inside main'] ?? (() => {})),
    );
    await untilHydrated(page);
    await page.getByRole('banner').getByRole('link', { name: '文章' }).click();
    await page.getByRole('heading', { level: 1, name: '文章' }).waitFor();
    const head = await page.evaluate(() => ({
      titles: [...document.head.querySelectorAll('title')].map((title) => title.textContent),
      canonicals: [...document.head.querySelectorAll('link[rel=canonical]')].map((link) =>
        link.getAttribute('href'),
      ),
      descriptions: document.head.querySelectorAll('meta[name=description]').length,
      styles: [...document.head.querySelectorAll('link[rel=stylesheet]')].map((link) =>
        link.getAttribute('href'),
      ),
    }));
    expect(head).toEqual({
      titles: [expect.stringMatching(/^文章｜/)],
      canonicals: ['/articles'],
      descriptions: 1,
      styles: [expect.stringMatching(/\/site-\w+\.css$/), '/titles.css'],
    });
  });

  test('shows the error page when its data makes a component throw', async () => {
    const { page } = await open('/product/info/zhuni-teapot-150ml', (opened) =>
      opened.route('**/product/info/zhuni-teapot-150ml', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace('"specs":', '"specs":null,"others":');
        await route.fulfill({ response, body });
      }),
    );
    await page.getByRole('link', { name: '返回首頁' }).waitFor();
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.title()).toMatch(/^500 /);
    await page.getByRole('banner').getByRole('link', { name: '文章' }).click();
    await page.getByRole('heading', { level: 1, name: '文章' }).waitFor();
  });

  test('is asked for once more when even its error page throws, and then says what there is to say', async () => {
    let documents = 0;
    const { page } = await openWatchedPage(await browser().newContext({ userAgent }), site().origin);
    page.on('request', (request) => (documents += Number(request.isNavigationRequest())));
    // With which every page, the error page too, writes its title.
    await page.addInitScript(() => {
      const { join } = Array.prototype;
      Object.assign(Array.prototype, {
        join(this: unknown[], separator: string) {
          if (separator === '｜') throw new Error('broken on purpose');
          return join.call(this, separator);
        },
      });
    });
    // It goes away by itself, maybe before it is there whole.
    await page.goto(`${site().origin}/articles`, { waitUntil: 'commit' });
    await page.getByRole('link', { name: '重試' }).waitFor();
    expect(documents).toBe(2);
    expect(await page.locator('h1').allInnerTexts()).toEqual(['伺服器發生錯誤']);
    expect(await page.locator('body').innerText()).not.toContain('broken on purpose');
    // Like a page that imports nothing of the broken script.
    await page.getByRole('link', { name: '重試' }).click();
    await expect.poll(() => documents).toBe(3);
  });
});

async function changeWhenParsed(page: Page, change: () => void): Promise<void> {
  await page.addInitScript({ content: `addEventListener('DOMContentLoaded', ${change});` });
}

async function holdStart(page: Page): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  releases.set(page, resolve);
  await page.route('**/assets/start-*.js', async (route) => {
    await promise;
    await route.continue();
  });
}

const releases = new WeakMap<Page, () => void>();

async function releaseStart(page: Page): Promise<void> {
  releases.get(page)?.();
}
