import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { listFeatures } from '../helpers/browsers/new-features.ts';
import type { FeatureKey } from '../helpers/browsers/compat-data.ts';
import { findUnusable } from '../helpers/browsers/find-unusable.ts';
import { withoutFeatures } from '../helpers/browsers/style-features.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openEditArea, shareEditedSite } from '../helpers/editing-journey.ts';
import { untilFrames, untilHydrated, untilIdle } from '../helpers/watched-page.ts';

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

describeInChromium('a page at 390 px', (browser) => {
  const site = shareEditedSite();
  const rewritten = new Map<string, string>();

  async function open(address: string): Promise<Page> {
    const { origin } = site();
    const options = { viewport: { width: 390, height: 844 }, colorScheme: 'light' as const };
    const page = address.startsWith('/edit')
      ? await openEditArea(browser(), origin, 'lin@example.com', options)
      : await (await browser().newContext(options)).newPage();
    return page;
  }

  test.for(Object.entries(pages))(
    'can be used without any one feature of its styles: %s',
    async ([, address]) => {
      const page = await open(address);
      await page.route('**/assets/*.css?*', async (route) => {
        const response = await route.fetch();
        const url = route.request().url();
        const body = rewritten.get(url) ?? rewrite(url, await response.text());
        rewritten.set(url, body);
        await route.fulfill({ response, body });
      });
      await page.goto(site().origin + address);
      for (const missing of [[], ...ofStyles.map((key) => [key]), ofStyles]) {
        await takeAway(page, missing);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect.soft(await findUnusable(page), `${colorScheme} without ${missing.join(' ')}`).toEqual([]);
        }
      }
    },
  );
});

function rewrite(url: string, css: string): string {
  return withoutFeatures(css, new Set(new URL(url).searchParams.getAll('without')));
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
