import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openWatchedPage, untilHydrated, untilIdle } from '../helpers/watched-page.ts';

declare global {
  interface Window {
    /** States of the page's element: its classes, and `page` when its content was replaced. */
    seen: string[];
    /** Completed transitions, with their durations. */
    motions: string[];
    /** The heading and the place on the page, for each time it scrolled. */
    scrolls: string[];
    /** How many clicks of `clickWhileMoving` are still to come. */
    clicksLeft: number;
    /** Frames without a heading. */
    blankFrames: number;
    header: Element | null;
  }
}

describeInChromium('the page transition', (browser) => {
  const site = sampleSite;

  async function openAt(address: string, options: BrowserContextOptions = {}) {
    const { origin } = site();
    const context = await browser().newContext({ viewport: { width: 1000, height: 700 }, ...options });
    // The observers run in every frame.
    const { page, complaints } = await openWatchedPage(context, origin);
    await page.goto(origin + address);
    await untilHydrated(page);
    await untilIdle(page);
    await page.evaluate(watch);
    return { page, complaints, origin };
  }

  test('lets the old page leave, scrolls, and then lets the new one enter', async () => {
    const { page, complaints } = await openAt('/articles');
    await page.evaluate(() => window.scrollTo(0, 600));
    const link = page.locator('main h2 a').nth(4);
    const title = await link.innerText();
    // Not by the mouse, which would move the page to where it can reach the link.
    await link.evaluate((a: HTMLAnchorElement) => a.click());
    await untilShown(page, title);
    expect(await page.evaluate(() => window.seen)).toEqual([
      'page-leave-from page-leave-active',
      'page-leave-active page-leave-to',
      'page',
      'page-enter-from page-enter-active',
      'page-enter-active page-enter-to',
      '',
    ]);
    await expect
      .poll(() => page.evaluate(() => window.motions))
      .toEqual(['opacity 0.12 s', 'opacity 0.18 s']);
    expect(await page.evaluate(() => window.scrolls)).toEqual(['文章 600', `${title} 0`]);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    expect(await page.evaluate(() => document.querySelector('header') === window.header)).toBe(true);
    expect(complaints).toEqual([]);

    await page.goBack();
    await untilShown(page, '文章');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(600);
  });

  test('runs between two pages of one route', async () => {
    const { page } = await openAt('/articles/gongfu-tea-at-home');
    const link = page.locator('.prose a[href^="/articles/"]').first();
    const target = await link.getAttribute('href');
    await link.click();
    await page.waitForURL((url) => url.pathname === target);
    await expect.poll(() => page.evaluate(() => window.seen)).toContain('page-enter-active page-enter-to');
    expect(await page.evaluate(() => window.seen)).toContain('page');
  });

  test('does not run for another query or another place on the page', async () => {
    const { page } = await openAt('/product');
    await page.getByText('排序：推薦').click();
    await page.getByRole('link', { name: '價格由高到低' }).click();
    await expect.poll(() => page.locator('main h2').first().innerText()).toBe('鑄鐵燒水壺');
    await page.evaluate(() => (location.hash = '#main'));
    await page.waitForURL('**#main');
    await page.goBack();
    await page.goBack();
    await expect.poll(() => page.locator('main h2').first().innerText()).not.toBe('鑄鐵燒水壺');
    const seen = await page.evaluate(() => window.seen);
    expect(seen.filter((what) => what !== 'page')).toEqual([]);
  });

  test('moves nothing for a visitor who wants less motion', async () => {
    const { page } = await openAt('/articles', { reducedMotion: 'reduce' });
    await page.getByRole('link', { name: '水溫這件事' }).click();
    await untilShown(page, '水溫這件事');
    expect(await page.evaluate(() => window.motions)).toEqual([]);
  });

  test('shows the old page again while a later click waits for its data, and ends on the last target', async () => {
    const { page, complaints } = await openAt('/articles');
    const isHeldBack = Promise.withResolvers<void>();
    await addLink(page, '/author/lin-zhiyuan?x=1');
    await page.route('**/author/lin-zhiyuan/_payload.json*', async (route) => {
      await isHeldBack.promise;
      await route.continue();
    });

    await page.evaluate(clickWhileMoving, ['/login', '/author/lin-zhiyuan?x=1']);
    await page.waitForFunction(() => window.seen.includes('page-leave-active page-leave-to'));
    await expect.poll(() => opacity(page)).toBe('1');
    expect(await page.locator('h1').innerText()).toBe('文章');

    isHeldBack.resolve();
    await untilShown(page, '林知遠');
    expect(new URL(page.url()).pathname).toBe('/author/lin-zhiyuan');
    expect(await page.evaluate(() => window.blankFrames)).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('three clicks, each while the page still moves, end on the last target', async () => {
    const { page } = await openAt('/articles');
    await page.evaluate(clickWhileMoving, ['/login', '/product', '/login']);
    await page.waitForFunction(() => window.clicksLeft === 0);
    await untilShown(page, '登入');
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await page.evaluate(() => window.blankFrames)).toBe(0);
  });

  test('shows an error as it shows a page', async () => {
    const { page } = await openAt('/articles');
    await addLink(page, '/nope');
    await page.getByText('另一個連結').click();
    await page.getByRole('link', { name: '返回首頁' }).waitFor();
    expect(await page.evaluate(() => window.seen)).toContain('page-leave-active page-leave-to');
    await expect
      .poll(() => page.evaluate(() => document.getElementById('main')?.className))
      .not.toContain('page-');
    expect(await opacity(page)).toBe('1');
  });
});

const opacity = (page: Page) => page.locator('main').evaluate((main) => getComputedStyle(main).opacity);

/** Adds a link without prefetched data. */
async function addLink(page: Page, href: string): Promise<void> {
  await page.evaluate((address) => {
    const link = document.createElement('a');
    link.href = address;
    link.textContent = '另一個連結';
    document.querySelector('header nav')?.prepend(link);
  }, href);
}

/** The page with this heading has entered. */
async function untilShown(page: Page, heading: string): Promise<void> {
  await page.waitForFunction((expected) => {
    const main = document.getElementById('main');
    return document.querySelector('h1')?.textContent === expected && !main?.className.includes('page-');
  }, heading);
}

/** Clicks on the first link, and on each of the others as soon as the page has begun to move for the one before. */
function clickWhileMoving(paths: string[]): void {
  const left = [...paths];
  const clickNext = () => {
    const path = left.shift();
    window.clicksLeft = left.length;
    document.querySelector<HTMLAnchorElement>(`header a[href="${path}"]`)?.click();
    if (left.length === 0) observer.disconnect();
  };
  const observer = new MutationObserver(clickNext);
  const main = document.getElementById('main');
  if (main === null) throw new Error('there is no page');
  observer.observe(main, { attributeFilter: ['class'] });
  clickNext();
}

function watch(): void {
  const main = document.getElementById('main');
  if (main === null) throw new Error('there is no page');
  const own = main.className;
  const phasesOf = (className: string) => className.replace(own, '').trim();
  window.seen = [];
  window.motions = [];
  window.scrolls = [];
  window.blankFrames = 0;
  window.header = document.querySelector('header');

  // A record holds the classes before its change, so those after it are in the next one or on the element.
  new MutationObserver((records) => {
    const attributes = records.filter(({ type }) => type === 'attributes');
    for (const record of records) {
      if (record.type === 'childList') {
        if (window.seen.at(-1) !== 'page') window.seen.push('page');
        continue;
      }
      const next = attributes[attributes.indexOf(record) + 1];
      window.seen.push(phasesOf(next ? (next.oldValue ?? '') : main.className));
    }
  }).observe(main, { attributeFilter: ['class'], attributeOldValue: true, childList: true });
  main.addEventListener('transitionend', ({ target, propertyName, elapsedTime }) => {
    // Chromium sometimes reports a transition of no duration.
    if (target === main && elapsedTime > 0) window.motions.push(`${propertyName} ${elapsedTime} s`);
  });
  window.addEventListener('scroll', () =>
    window.scrolls.push(`${document.querySelector('h1')?.textContent} ${window.scrollY}`),
  );
  const countBlank = () => {
    if (document.querySelector('main h1') === null) window.blankFrames += 1;
    requestAnimationFrame(countBlank);
  };
  countBlank();
}
