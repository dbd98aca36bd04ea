import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBuiltPage } from '../helpers/built-page.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { untilAsked, untilHydrated, untilIdle } from '../helpers/watched-page.ts';

declare global {
  interface Window {
    holdMessages(): void;
    /** How many were held. */
    releaseMessages(): number;
  }
}

const article = '/articles/gongfu-tea-at-home';

describeInChromium('the place on the page', (browser) => {
  const site = sampleSite;
  const open = (address: string, prepare?: (page: Page) => Promise<unknown>) =>
    openBuiltPage(browser(), address, {
      site: site(),
      until: prepare ? 'loaded' : 'idle',
      ...(prepare && { prepare }),
    });

  const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
  const scrollTo = (page: Page, y: number) => page.evaluate((to) => window.scrollTo(0, to), y);

  /** Scrolls to the first reference of a footnote. Returns the scroll position. */
  async function readUntilFootnote(page: Page): Promise<number> {
    const top = await page.locator('a[href="#fn1"]').evaluate((link) => link.getBoundingClientRect().top);
    await scrollTo(page, (await scrollY(page)) + top - 300);
    return scrollY(page);
  }

  // Not by the mouse, which would move the page to where it can reach the link.
  const click = (page: Page, selector: string) =>
    page.locator(selector).evaluate((link: HTMLAnchorElement) => link.click());

  test('comes back after a footnote, there and back again', async () => {
    const { page } = await open(article);
    const reading = await readUntilFootnote(page);
    expect(reading).toBeGreaterThan(300);
    await click(page, 'a[href="#fn1"]');
    await expect.poll(() => scrollY(page)).toBeGreaterThan(reading + 1000);
    const footnote = await scrollY(page);
    await page.goBack();
    await expect.poll(() => scrollY(page)).toBe(reading);
    expect(page.url()).toBe(site().origin + article);
    await page.goForward();
    await expect.poll(() => scrollY(page)).toBe(footnote);
    await page.goBack();
    await expect.poll(() => scrollY(page)).toBe(reading);
  });

  test('comes back to a jump that is left before the browser has told of it', async () => {
    const { page } = await open(article);
    const reading = await readUntilFootnote(page);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    // The event comes in the next frame, which is late on a busy machine.
    await page.evaluate(() => addEventListener('scroll', (event) => event.stopPropagation(), true));
    await click(page, 'a[href="#fn1"]');
    const footnote = await scrollY(page);
    expect(footnote).toBeGreaterThan(reading + 1000);
    await page.goBack();
    await expect.poll(() => scrollY(page)).toBe(reading);
    await page.goForward();
    await expect.poll(() => scrollY(page)).toBe(footnote);
  });

  test('comes back after links of the contents, one after the other', async () => {
    const { page } = await open(article);
    const links = page.locator('main nav a[href^="#"]');
    const places = [];
    for (const index of [0, 2, 1]) {
      const place = await scrollY(page);
      places.push(place);
      await links.nth(index).evaluate((link: HTMLAnchorElement) => link.click());
      await expect.poll(() => scrollY(page)).not.toBe(place);
    }
    expect(new Set(places).size).toBe(3);
    for (const place of places.toReversed()) {
      await page.goBack();
      await expect.poll(() => scrollY(page)).toBe(place);
    }
  });

  test('comes back from a jump of which the page has not heard', async () => {
    const { page } = await open(article, workByHand);
    await click(page, 'main nav a[href^="#"] >> nth=0');
    await expect.poll(() => scrollY(page)).toBeGreaterThan(0);
    const first = await scrollY(page);
    await untilIdle(page);
    await page.evaluate(() => window.holdMessages());
    await click(page, 'main nav a[href^="#"] >> nth=2');
    await expect.poll(() => scrollY(page)).toBeGreaterThan(first);
    const second = await scrollY(page);
    await page.goBack();
    await expect.poll(() => scrollY(page)).toBe(first);
    // Then it hears of it, and of the way back.
    expect(await page.evaluate(() => window.releaseMessages())).toBeGreaterThan(0);
    await untilAsked(page);
    expect(await scrollY(page)).toBe(first);
    await page.goForward();
    await expect.poll(() => scrollY(page)).toBe(second);
  });

  test('comes back after links that follow at once on each other', async () => {
    const { page } = await open(article);
    const links = page.locator('main nav a[href^="#"]');
    const place = await links.evaluateAll(async (all) => {
      const [first, second] = all as HTMLAnchorElement[];
      first?.click();
      // The browser has jumped and sent its event, and React has rendered nothing.
      await Promise.resolve();
      const between = Math.round(window.scrollY);
      second?.click();
      return between;
    });
    await expect.poll(() => scrollY(page)).toBeGreaterThan(place);
    await page.goBack();
    await expect.poll(() => scrollY(page)).toBe(place);
    await page.goBack();
    await expect.poll(() => scrollY(page)).toBe(0);
  });

  test('comes back after a jump that no link of the page made', async () => {
    const { page } = await open(article);
    await scrollTo(page, 561);
    // The event comes in the next frame, and no event of a visitor comes before it.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    await page.evaluate(() => (location.hash = '#fn1'));
    await expect.poll(() => scrollY(page)).toBeGreaterThan(2000);
    await page.goBack();
    await expect.poll(() => scrollY(page)).toBe(561);
  });

  test('comes back after a jump before the page was alive', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { page } = await open(article, (opened) =>
      opened.route('**/assets/start-*.js', async (route) => {
        await promise;
        await route.continue();
      }),
    );
    const reading = await readUntilFootnote(page);
    await click(page, 'a[href="#fn1"]');
    await expect.poll(() => scrollY(page)).toBeGreaterThan(reading + 1000);
    resolve();
    await untilHydrated(page);
    await untilIdle(page);
    await page.goBack();
    await expect.poll(() => scrollY(page)).toBe(reading);
  });

  test('of a footnote is shown again after another page', async () => {
    const { page } = await open(article);
    await click(page, 'a[href="#fn1"]');
    await expect.poll(() => scrollY(page)).toBeGreaterThan(2000);
    await scrollTo(page, 700);
    await click(page, 'header a[href="/articles"]');
    await page.getByRole('heading', { level: 1, name: '文章' }).waitFor();
    expect(await scrollY(page)).toBe(0);
    await page.goBack();
    await page.locator('a[href="#fn1"]').first().waitFor();
    await expect.poll(() => scrollY(page)).toBe(700);
    expect(new URL(page.url()).hash).toBe('#fn1');
  });

  test('of each page is kept over a document of another site’s kind', async () => {
    const { page } = await open('/articles');
    await scrollTo(page, 400);
    await click(page, 'header a[href="/product"]');
    await page.getByRole('heading', { level: 1, name: '商品' }).waitFor();
    await scrollTo(page, 500);
    await page.goto(`${site().origin}/healthz`);
    await page.goBack();
    await untilHydrated(page);
    await untilIdle(page);
    await expect.poll(() => scrollY(page)).toBe(500);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: '文章' }).waitFor();
    await expect.poll(() => scrollY(page)).toBe(400);
  });

  test('is the beginning of another page, and a place that a link names', async () => {
    const { page } = await open('/articles');
    await scrollTo(page, 900);
    await click(page, `main a[href="${article}"]`);
    await page.locator('a[href="#fn1"]').first().waitFor();
    await expect.poll(() => scrollY(page)).toBe(0);
    await page.goto(`${site().origin}${article}#fn1`);
    await untilIdle(page);
    expect(await scrollY(page)).toBeGreaterThan(2000);
  });
});

/** Simulates a busy machine: React's messages to itself arrive when they are released. */
async function workByHand(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    let held: (() => void)[] | null = null;
    MessagePort.prototype.postMessage = function (message: unknown) {
      const send = () => postMessage.call(this, message);
      if (held === null) send();
      else held.push(send);
    };
    window.holdMessages = () => (held = []);
    window.releaseMessages = () => {
      const late = held ?? [];
      held = null;
      for (const send of late) send();
      return late.length;
    };
  });
}
