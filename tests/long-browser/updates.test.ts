import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buildSite } from '#scripts/build/build-site.ts';
import { production, root } from '#scripts/build/folders.ts';
import { sampleSite, startSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { temporaryFolder } from '../helpers/databases.ts';
import { openWatchedPage, untilHydrated, untilIdle } from '../helpers/watched-page.ts';

const hour = 3_600_000;

describeInChromium('a page that stays open', (browser) => {
  const shared = sampleSite;

  async function openAt(address: string, site = shared()) {
    const context = await browser().newContext();
    const watched = await openWatchedPage(context, site.origin);
    await watched.page.clock.install();
    await watched.page.goto(site.origin + address);
    await untilHydrated(watched.page);
    await untilIdle(watched.page);
    await watched.page.evaluate(() => Object.assign(window, { sameDocument: true }));
    return watched;
  }

  const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);
  const heading = (page: Page, text: string) =>
    page.waitForFunction((expected) => document.querySelector('h1')?.textContent === expected, text);

  /** Lets an hour pass, and waits until the page has read which build runs. */
  async function hearOfBuilds(page: Page) {
    const answered = page.waitForResponse('**/builds/latest.json?*');
    await page.clock.fastForward(hour + 1000);
    await (await answered).finished();
    // Requests are answered in order, so earlier ones have been read.
    await page.evaluate(async () => (await fetch('/builds/latest.json')).text());
  }

  test('asks an hour after it is ready which build runs, and stays as it is while that is the same', async () => {
    const { page, drainRequests } = await openAt('/articles');
    const asked = () => drainRequests().filter((request) => request.startsWith('/builds/latest.json?'));
    await page.clock.fastForward(hour - 60_000);
    expect(asked()).toEqual([]);
    await page.clock.fastForward(61_000);
    await expect.poll(asked).toHaveLength(1);
    await page.getByRole('link', { name: '商品' }).first().click();
    await heading(page, '商品');
    expect(await isSameDocument(page)).toBe(true);
  });

  test('loads the document of the next navigation when another build runs', async () => {
    const { page } = await openAt('/articles');
    await page.route('**/builds/latest.json?*', (route) =>
      route.fulfill({ json: { id: 'other', timestamp: 1 } }),
    );
    await hearOfBuilds(page);
    expect(await isSameDocument(page)).toBe(true);
    await page.getByRole('link', { name: '水溫這件事' }).click();
    await heading(page, '水溫這件事');
    await expect.poll(() => isSameDocument(page)).toBe(false);
    expect(new URL(page.url()).pathname).toBe('/articles/water-temperature');
  });

  const noBuilds: [what: string, answer: { status: number; body: string; contentType: string }][] = [
    ['an error', { status: 404, body: '{}', contentType: 'application/json' }],
    ['a page', { status: 200, body: '<html></html>', contentType: 'text/html' }],
    ['no id', { status: 200, body: '{"timestamp":1}', contentType: 'application/json' }],
    ['no JSON', { status: 200, body: '{oops', contentType: 'application/json' }],
  ];

  test.for(noBuilds)('does not take %s for another build', async ([, answer]) => {
    const { page } = await openAt('/articles');
    await page.route('**/builds/latest.json?*', (route) => route.fulfill(answer));
    await hearOfBuilds(page);
    await page.getByRole('link', { name: '商品' }).first().click();
    await heading(page, '商品');
    expect(await isSameDocument(page)).toBe(true);
  });

  test('asks the server for a page whose script cannot be loaded, and says so when that has just been tried', async () => {
    const { page } = await openAt('/login');
    await page.route('**/assets/author-page-*.js', (route) => route.abort());
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = '/author/lin-zhiyuan?from=login';
      link.textContent = '作者連結';
      document.querySelector('main')?.append(link);
    });
    await page.getByText('作者連結').click();
    await heading(page, '林知遠');
    await expect.poll(() => isSameDocument(page)).toBe(false);
    expect(page.url()).toBe(`${shared().origin}/author/lin-zhiyuan?from=login`);
  });

  test('goes on working after a deploy, with at most one reload', async () => {
    const other = { outDir: path.join(root, '.cache/test-other-build'), isDevelopment: true };
    await buildSite(other);
    const dataDir = temporaryFolder();
    const site = await startSite(production, { DATA_DIR: dataDir });
    const { page, complaints } = await openAt('/articles', site);
    const { port } = new URL(site.origin);
    await site.stop();
    await startSite(other, { DATA_DIR: dataDir, PORT: port });
    complaints.length = 0;

    // Scripts of the old build are still there, so that nothing breaks before the visitor learns of the new one.
    await page.getByRole('link', { name: '商品' }).first().click();
    await heading(page, '商品');
    expect(await isSameDocument(page)).toBe(true);
    expect(complaints).toEqual([]);

    await hearOfBuilds(page);
    await page.getByRole('link', { name: '文章' }).first().click();
    await heading(page, '文章');
    await expect.poll(() => isSameDocument(page)).toBe(false);
    const buildId = await page.evaluate(
      () => JSON.parse(document.getElementById('app-config')?.textContent ?? '').buildId,
    );
    expect(buildId).toBe('dev');
  });
});
