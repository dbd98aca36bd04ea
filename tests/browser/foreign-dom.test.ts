import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startAccountSite } from '../helpers/account-site.ts';
import { openBuiltPage, type BuiltPage } from '../helpers/built-page.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { signIn } from '../helpers/every-page.ts';
import { userAgent } from '#scripts/tools/sample-pages.ts';
import { foreignChanges } from '../helpers/foreign-dom.ts';
import { openWatchedPage, untilHydrated, untilIdle } from '../helpers/watched-page.ts';

/** One of each kind, but for the list to which the last leads. */
const pages = [
  '/',
  '/product/info/zhuni-teapot-150ml',
  '/articles/gongfu-tea-at-home',
  '/author/lin-zhiyuan',
  '/login',
  '/nope',
];

describeInChromium('a page that somebody else has changed', (browser) => {
  const site = sampleSite;
  const open = (address: string, prepare: (page: Page) => Promise<unknown> = async () => {}) =>
    openBuiltPage(browser(), address, { site: site(), context: { userAgent }, until: 'loaded', prepare });

  for (const [what, change] of Object.entries(foreignChanges)) {
    test(`before it is alive is whole: ${what}`, async () => {
      const opened = await open(pages[0] ?? '', (page) => changeWhenParsed(page, change));
      for (const address of pages) {
        if (address !== pages[0]) await opened.page.goto(site().origin + address);
        await expectWhole(opened, address);
      }
      await opened.page.reload();
      await expectWhole(opened, '/articles');
    });

    test(`while it is alive navigates on: ${what}`, async () => {
      const opened = await open('/');
      for (const address of ['/', '/articles/gongfu-tea-at-home', '/login']) {
        if (address !== '/') await opened.page.goto(site().origin + address);
        await untilIdle(opened.page);
        await opened.page.evaluate(change);
        await expectWhole(opened, address);
      }
    });
  }

  test('of somebody who is signed in is whole too', async () => {
    const accountSite = await startAccountSite();
    for (const what of [
      'an icon after every field',
      'an element inside main',
      'every text moved into another element',
    ]) {
      const watched = await openWatchedPage(await browser().newContext({ userAgent }), accountSite.origin);
      const opened = { ...watched, site: accountSite };
      await signIn(opened.page, accountSite.origin);
      await changeWhenParsed(opened.page, foreignChanges[what] ?? (() => {}));
      for (const address of ['/account', '/account/saved', '/product']) {
        await opened.page.goto(accountSite.origin + address);
        await expectWhole(opened, `${what}: ${address}`);
      }
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
    // As in a page that asks nothing of the script that is broken.
    await page.getByRole('link', { name: '重試' }).click();
    await expect.poll(() => documents).toBe(3);
  });
});

type Opened = Pick<BuiltPage, 'page' | 'complaints'> & { site: Pick<BuiltPage['site'], 'origin'> };

/** Not blank, one heading, nothing that the policy refuses; and a link leads on, in the page. */
async function expectWhole({ page, complaints, site }: Opened, address: string): Promise<void> {
  await untilHydrated(page);
  expect.soft(await page.locator('h1').count(), address).toBe(1);
  expect.soft((await page.locator('main').innerText()).length, address).toBeGreaterThan(20);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const [name, path] = address === '/articles' ? ['商品', '/product'] : ['文章', '/articles'];
  await page.locator(`header a[href="${path}"]`).click();
  await expect.poll(() => page.locator('h1').allInnerTexts(), { message: address }).toEqual([name]);
  expect.soft(page.url(), address).toBe(site.origin + path);
  expect.soft(await page.evaluate(() => 'sameDocument' in window), address).toBe(true);
  const refused = complaints.filter((line) => /Content Security Policy|TrustedHTML|NotFoundError/.test(line));
  // A style of another's is refused, and that is not the page's doing.
  expect
    .soft(
      refused.filter((line) => !line.includes('Applying inline style')),
      address,
    )
    .toEqual([]);
}

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
