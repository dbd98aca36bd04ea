import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addToPage, openBuiltPage } from '../helpers/built-page.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { untilAsked, untilHydrated, untilIdle } from '../helpers/watched-page.ts';

const hour = 3_600_000;

describeInChromium('a reload by our script', (browser) => {
  const site = sampleSite;

  /** A page that knows of a newer build, and so loads the document of each navigation. */
  async function openOutdated(address: string, prepare?: (page: Page) => Promise<unknown>) {
    const opened = await openBuiltPage(browser(), address, {
      site: site(),
      async prepare(page) {
        await page.clock.install();
        await page.route('**/builds/latest.json?*', (route) =>
          route.fulfill({ json: { id: 'other', timestamp: 1 } }),
        );
        await prepare?.(page);
      },
    });
    const { page } = opened;
    const isTold = page.waitForResponse('**/builds/latest.json?*');
    await page.clock.fastForward(hour + 1000);
    await (await isTold).finished();
    // A later request has been answered, so this one has been, too.
    await page.evaluate(async () => (await fetch('/builds/latest.json?later')).text());
    return opened;
  }

  const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

  async function clickToSamePage({ page, isSameDocument }: Awaited<ReturnType<typeof openOutdated>>) {
    // Not by the mouse, which would move the page to where it can reach the link.
    await page.locator('header a[href="/articles"]').evaluate((link: HTMLAnchorElement) => link.click());
    await expect.poll(() => isSameDocument().catch(() => null)).toBe(false);
    await untilHydrated(page);
    await untilIdle(page);
  }

  test('comes back to the place on the page', async () => {
    const opened = await openOutdated('/articles');
    await opened.page.evaluate(() => window.scrollTo(0, 700));
    await clickToSamePage(opened);
    await expect.poll(() => scrollY(opened.page)).toBe(700);
  });

  test('shows another page from its top', async () => {
    const { page, isSameDocument } = await openOutdated('/articles');
    await addToPage(page, ['a', { href: '/product?sort=price-desc' }, '另一頁']);
    await page.evaluate(() => window.scrollTo(0, 700));
    const documents = countDocuments(page);
    await page.getByText('另一頁').evaluate((link: HTMLAnchorElement) => link.click());
    await expect.poll(() => isSameDocument().catch(() => null)).toBe(false);
    await untilHydrated(page);
    await untilIdle(page);
    expect(new URL(page.url()).search).toBe('?sort=price-desc');
    expect(documents()).toBe(1);
    expect(await scrollY(page)).toBe(0);
  });

  test('brings back what was typed, but no password', async () => {
    const { page, isSameDocument } = await openOutdated('/login', (opened) =>
      opened.addInitScript(() => Object.assign(window, { kept: sessionStorage.getItem('qingye:kept') })),
    );
    await page.locator('input[name=email]').fill('lin@example.com');
    await page.locator('input[name=password]').fill('hunter2');
    // A password that is shown is a text field, and a password still.
    await page.locator('main form button[type=button]').click();
    expect(await page.locator('input[name=password]').getAttribute('type')).toBe('text');
    await page.locator('header a[href^="/login"]').evaluate((link: HTMLAnchorElement) => link.click());
    await expect.poll(() => isSameDocument().catch(() => null)).toBe(false);
    await untilIdle(page);
    expect(await page.locator('input[name=email]').inputValue()).toBe('lin@example.com');
    expect(await page.locator('input[name=password]').inputValue()).toBe('');
    const kept = await page.evaluate(() => 'kept' in window && window.kept);
    expect(kept).toContain('lin@example.com');
    expect(kept).not.toContain('hunter2');
    expect(await page.evaluate(() => sessionStorage.getItem('qingye:kept'))).toBeNull();
  });

  test('shows a toast again that was open', async () => {
    const { page, isSameDocument } = await openOutdated('/articles/water-temperature', (opened) =>
      opened.context().grantPermissions(['clipboard-write'], { origin: site().origin }),
    );
    await page.getByRole('button', { name: '複製連結' }).click();
    const toast = page.getByRole('listitem').filter({ hasText: '已複製連結' });
    await toast.waitFor();
    await page.getByRole('link', { name: '商品', exact: true }).first().click();
    await expect.poll(() => isSameDocument().catch(() => null)).toBe(false);
    await toast.waitFor();
    expect(new URL(page.url()).pathname).toBe('/product');
  });

  test('happens where storage is blocked too, and only once', async () => {
    const opened = await openOutdated('/articles', blockStorage);
    await clickToSamePage(opened);
    expect(opened.complaints.filter((complaint) => complaint.startsWith('exception'))).toEqual([]);
  });

  test('stops where nothing helps and storage is blocked', async () => {
    const { page } = await openBuiltPage(browser(), '/login', { site: site(), prepare: blockStorage });
    await page.route('**/assets/author-page-*.js', (route) => route.abort());
    const documents = countDocuments(page);
    const probes = countProbes(page);
    await goToAuthor(page);
    // The failing script reloads the document; after another failure nothing more is tried. Each time it asks whether
    // the server is there.
    await expect.poll(probes).toBe(2);
    await untilAsked(page);
    expect(documents()).toBe(1);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('林知遠');
  });

  test('that has just been done is offered instead, with a button', async () => {
    // All within one moment.
    const { page } = await openBuiltPage(browser(), '/login', {
      site: site(),
      prepare: (opened) => opened.clock.setFixedTime(new Date()),
    });
    const script = '**/assets/author-page-*.js';
    await page.route(script, (route) => route.abort());
    const documents = countDocuments(page);
    await goToAuthor(page);
    await page.getByRole('heading', { level: 1, name: '林知遠' }).waitFor();
    await page.waitForLoadState();
    expect(documents()).toBe(1);

    await page.goto(`${site().origin}/login`);
    await untilHydrated(page);
    await untilIdle(page);
    await goToAuthor(page);
    const retry = page.getByRole('link', { name: '重試' });
    await retry.waitFor();
    expect(new URL(page.url()).pathname).toBe('/author/lin-zhiyuan');
    await page.unroute(script);
    await retry.click();
    await page.getByRole('heading', { level: 1, name: '林知遠' }).waitFor();
  });
});

function countDocuments(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) count += 1;
  });
  return () => count;
}

/** Times that the page has learnt that the server is there, before it is loaded anew. */
function countProbes(page: Page): () => number {
  let count = 0;
  page.on('response', (response) => {
    if (response.request().method() === 'HEAD') count += 1;
  });
  return () => count;
}

/** By a link that nothing has been loaded for in advance: it is pressed before it is found. */
async function goToAuthor(page: Page): Promise<void> {
  await addToPage(page, ['a', { href: '/author/lin-zhiyuan' }, '作者連結']);
  await page.getByText('作者連結').click();
}

async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
  });
}
