import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { FeatureKey } from '../helpers/browsers/compat-data.ts';
import { findUnusable } from '../helpers/browsers/find-unusable.ts';
import { listFeatures } from '../helpers/browsers/new-features.ts';
import { withoutFeatures } from '../helpers/browsers/style-features.ts';
import { newCalls } from '../helpers/browsers/take-calls-away.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { signIn } from '../helpers/every-page.ts';
import { openEditArea, shareEditedSite } from '../helpers/editing-journey.ts';
import {
  openWatchedPage,
  untilAsked,
  untilFrames,
  untilHydrated,
  untilIdle,
} from '../helpers/watched-page.ts';

const pages = {
  home: '/',
  article: '/articles/gongfu-tea-at-home',
  list: '/product',
  product: '/product/info/zhuni-teapot-150ml',
  login: '/login',
  edit: '/edit/articles/gongfu-tea-at-home',
};

const listed = listFeatures(readFileSync('docs/browsers.md', 'utf8')).map(({ key }) => key);
const ofStyles = listed.filter((key) => key.startsWith('css.'));
const phone = { viewport: { width: 390, height: 844 } };

describeInChromium('a page', (browser) => {
  const site = shareEditedSite();
  const rewritten = new Map<string, string>();

  /** Its styles come as a browser reads them that lacks the features in their addresses. */
  async function open(address: string): Promise<Page> {
    const { origin } = site();
    const page = address.startsWith('/edit')
      ? await openEditArea(browser(), origin, 'lin@example.com', phone)
      : await (await browser().newContext(phone)).newPage();
    await page.route('**/assets/*.css?*', async (route) => {
      const response = await route.fetch();
      const url = route.request().url();
      const body = rewritten.get(url) ?? rewrite(url, await response.text());
      rewritten.set(url, body);
      await route.fulfill({ response, body });
    });
    await page.goto(origin + address);
    return page;
  }

  test.for(Object.entries(pages))(
    'can be used without each feature of its styles: %s',
    async ([, address]) => {
      const page = await open(address);
      for (const missing of [[], ...ofStyles.map((key) => [key]), ofStyles]) {
        await takeAway(page, missing);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect.soft(await findUnusable(page), `${colorScheme} without ${missing.join(' ')}`).toEqual([]);
        }
      }
    },
  );

  test('is seen to be unusable where its colours need light-dark(), which is missing', async () => {
    const page = await open(pages.login);
    await page.route('**/assets/*.css?*', async (route) => {
      const response = await route.fetch();
      const css = `${await response.text()}:root{--ui-bg:light-dark(#fff,#000);--ui-on-fill:light-dark(#fff,#fff)}`;
      await route.fulfill({ response, body: rewrite(route.request().url(), css) });
    });
    await takeAway(page, []);
    expect(await findUnusable(page)).toEqual([]);
    await takeAway(page, ['css.types.color.light-dark']);
    const found = await findUnusable(page);
    expect(found).toContain('header on rgba(0, 0, 0, 0)');
    expect(found.join()).toContain('faint');
  });

  test('is taken over and navigates where no newer function is there', async () => {
    const { page, complaints } = await openWatchedPage(await browser().newContext(phone), site().origin);
    await page.addInitScript(deleteAll, newCalls());
    const visit = async (address: string) => {
      await page.goto(site().origin + address);
      await untilHydrated(page);
      await untilIdle(page);
    };
    await visit('/articles/water-temperature');
    await page.locator('.table-scroll[role=group][aria-label]').first().waitFor();
    for (const address of [pages.home, pages.article, pages.list, pages.product, pages.login])
      await visit(address);
    expect(
      await page.evaluate(() => ['toSorted' in [], 'any' in AbortSignal, 'navigation' in window]),
    ).toEqual([false, false, false]);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.getByLabel('電子郵件').fill('lin@example.com');
    await page.getByLabel('密碼', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: '登入', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('link', { name: '商品' }).first().click();
    await expect.poll(() => page.locator('h1').innerText()).toBe('商品');
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    await signIn(page, site().origin);
    await visit(pages.product);
    await page.getByRole('button', { name: /^收藏/ }).first().click();
    await page.getByRole('button', { name: /^取消收藏/ }).waitFor();
    await untilAsked(page);
    await page.reload();
    await page.getByRole('button', { name: /^取消收藏/ }).waitFor();
    expect(complaints.filter((line) => !line.includes('422'))).toEqual([]);
  });
});

function rewrite(url: string, css: string): string {
  return withoutFeatures(css, new Set(new URL(url).searchParams.getAll('without')));
}

function deleteAll(paths: string[]): void {
  for (const path of paths) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    const owner = names.reduce<unknown>(
      (value, name) => (isObject(value) ? Reflect.get(value, name) : null),
      window,
    );
    if (isObject(owner)) Reflect.deleteProperty(owner, last);
  }
  // Safari before 16.4 has none.
  globalThis.FormData = new Proxy(FormData, { construct: (own, [form]) => new own(form) });

  function isObject(value: unknown): value is object {
    return (typeof value === 'object' && value !== null) || typeof value === 'function';
  }
}

/** Loads the page's own styles anew, as a browser reads them that does not know these features. */
async function takeAway(page: Page, missing: readonly FeatureKey[]): Promise<void> {
  const query = new URLSearchParams(missing.map((key) => ['without', key])).toString();
  await page.evaluate(async (search) => {
    const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][href*="/assets/"]');
    const loaded = [...sheets].map((sheet) => {
      const event = new Promise((resolve) => sheet.addEventListener('load', resolve, { once: true }));
      const [file = ''] = sheet.href.split('?');
      sheet.href = `${file}?${search}`;
      return event;
    });
    await Promise.all(loaded);
  }, query);
  await untilFrames(page);
}
