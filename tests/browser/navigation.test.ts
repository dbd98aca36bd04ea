import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openWatchedPage, untilHydrated } from '../helpers/watched-page.ts';

describeInChromium('navigation in a browser', (browser) => {
  const site = sampleSite;

  async function openAt(address: string) {
    const { origin } = site();
    const context = await browser().newContext({ viewport: { width: 1000, height: 700 } });
    const watched = await openWatchedPage(context, origin);
    await watched.page.goto(origin + address);
    await untilHydrated(watched.page);
    await watched.page.evaluate(() => Object.assign(window, { sameDocument: true }));
    return { ...watched, origin };
  }

  const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);

  test('a click on a card shows the page from one payload request, and its title is heard once, with the focus', async () => {
    const { page, complaints, drainRequests } = await openAt('/');
    await page.evaluate(hearAnnouncements);
    const card = page.locator('main h2 a').first();
    const name = await card.innerText();
    await card.click();
    await page.waitForFunction((heading) => document.querySelector('h1')?.textContent === heading, name);
    expect(await isSameDocument(page)).toBe(true);
    const payload = `${new URL(page.url()).pathname}/_payload.json`;
    expect(drainRequests().filter((request) => request === payload)).toHaveLength(1);
    expect(await page.title()).toContain(name);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
    expect(await page.evaluate(() => window.announced)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('a link to a place on another page leads the focus there', async () => {
    const { page } = await openAt('/articles');
    await page.evaluate(hearAnnouncements);
    // A heading can be given the focus, a footnote's mark is a link that Tab reaches anyway.
    for (const [id, tabIndex] of [
      ['s-收拾', '-1'],
      ['fnref1', null],
    ] as const) {
      await page.evaluate((place) => {
        const link = document.createElement('a');
        link.href = `/articles/gongfu-tea-at-home#${place}`;
        document.querySelector('main')?.prepend(link);
        link.click();
      }, id);
      const place = page.locator(`[id="${id}"]`);
      await expect.poll(() => place.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await place.getAttribute('tabindex')).toBe(tabIndex);
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: '文章' }).waitFor();
    }
    expect(await page.evaluate(() => window.announced)).toEqual([]);
  });

  test('a link inside an article navigates in the page too', async () => {
    const { page, drainRequests } = await openAt('/articles/gongfu-tea-at-home');
    const link = page.locator('.prose a[href^="/articles/"], .prose a[href^="/product/"]').first();
    const target = await link.getAttribute('href');
    await link.click();
    await page.waitForURL((url) => url.pathname === target);
    await page.waitForFunction(
      (path) => document.querySelector('link[rel=canonical]')?.getAttribute('href') === path,
      target,
    );
    expect(await isSameDocument(page)).toBe(true);
    expect(drainRequests().filter((request) => request === `${target}/_payload.json`)).toHaveLength(1);
  });

  test('a place on the page is reached without a request', async () => {
    const { page, drainRequests } = await openAt('/articles/gongfu-tea-at-home');
    await page.getByText('本文目錄').click();
    await page.locator('nav a[href^="#"]').nth(3).click();
    await page.waitForFunction(() => window.scrollY > 200);
    expect(await isSameDocument(page)).toBe(true);
    // Pictures that come near while it scrolls may load; the page and its data do not.
    const here = '/articles/gongfu-tea-at-home';
    expect(
      drainRequests()
        .filter((request) => request.startsWith(here))
        .slice(1),
    ).toEqual([]);
  });

  test('back and forward restore the place on the page', async () => {
    const { page } = await openAt('/articles');
    await page.evaluate(() => window.scrollTo(0, 900));
    const link = page.locator('main h2 a').nth(8);
    const title = await link.innerText();
    await link.click();
    await page.waitForFunction((heading) => document.querySelector('h1')?.textContent === heading, title);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    const before = await page.evaluate(() => history.state !== null);
    expect(before).toBe(true);
    await page.goBack();
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === '文章');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(600);
    expect(await isSameDocument(page)).toBe(true);
  });

  test('sorting navigates in the page and shows the choice', async () => {
    const { page, drainRequests } = await openAt('/');
    await page.getByText('排序：推薦').click();
    await page.getByRole('link', { name: '價格由高到低' }).click();
    await page.waitForURL('**/product?sort=price-desc');
    await expect.poll(() => page.locator('main h2').first().innerText()).toBe('鑄鐵燒水壺');
    expect(await isSameDocument(page)).toBe(true);
    const payload = '/product/_payload.json?sort=price-desc';
    expect(drainRequests().filter((request) => request === payload)).toHaveLength(1);
    await page.getByText('排序：價格由高到低').waitFor();
  });

  test('the menu of orders is used by keyboard, and closed by a choice and by Escape', async () => {
    const { page } = await openAt('/product');
    const isOpen = () => page.locator('.sort').evaluate((menu) => menu.hasAttribute('open'));
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.locator('.sort summary').focus();
    await page.keyboard.press('Enter');
    expect(await isOpen()).toBe(true);
    await page.keyboard.press('Escape');
    expect([await isOpen(), await focused()]).toEqual([false, '排序：推薦']);
    await page.keyboard.press('Enter');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/product?sort=price-asc');
    await expect.poll(focused).toBe('排序：價格由低到高');
    expect(await isOpen()).toBe(false);
  });

  test('a link to nothing shows the 404 page in place, at the address of the target', async () => {
    const { page, origin } = await openAt('/articles');
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = '/nope?a=1';
      link.textContent = '壞掉的連結';
      document.querySelector('main')?.prepend(link);
    });
    await page.getByText('壞掉的連結').click();
    await page.getByText('找不到頁面', { exact: true }).waitFor();
    expect(await isSameDocument(page)).toBe(true);
    expect(page.url()).toBe(`${origin}/nope?a=1`);
    expect(await page.locator('main').innerText()).toContain('Page not found: /nope?a=1');
    await page.getByRole('link', { name: '返回首頁' }).click();
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === '青葉');
    expect(await page.title()).not.toContain('404');
  });

  test('modified clicks and outside links are the browser\u2019s own', async () => {
    const { page } = await openAt('/product/info/zhuni-teapot-150ml');
    const outside = page.getByRole('link', { name: /前往購買/ });
    expect(await outside.getAttribute('rel')).toBe('noopener noreferrer');
    const [popup] = await Promise.all([
      page.context().waitForEvent('page'),
      page
        .locator('main h3 a')
        .first()
        .click({ modifiers: ['Control'] }),
    ]);
    await popup.close();
    expect(page.url()).toContain('/product/info/zhuni-teapot-150ml');
    expect(await isSameDocument(page)).toBe(true);
  });
});

declare global {
  interface Window {
    announced: string[];
  }
}

/** Whatever comes into a live region from now on is read out. */
function hearAnnouncements(): void {
  window.announced = [];
  new MutationObserver((records) => {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest('[aria-live], [role=status], [role=alert], [role=log]');
      if (region?.textContent) window.announced.push(region.textContent);
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}
