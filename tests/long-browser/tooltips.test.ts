import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openWatchedPage, type WatchedPage } from '../helpers/watched-page.ts';
import { startWidgetPage } from '../helpers/widget-page.ts';

describeInChromium('tooltips', (browser) => {
  const site = sampleSite;

  /** The page's clock stands still: time passes by `page.clock.runFor`. */
  async function openTooltips(options: BrowserContextOptions = {}): Promise<WatchedPage> {
    const origin = await startWidgetPage('tooltips.tsx');
    const watched = await openWatchedPage(await browser().newContext(options), origin);
    await watched.page.clock.install({ time: 0 });
    await watched.page.goto(origin);
    await watched.page.getByText('沒有提示').waitFor();
    await watched.page.clock.pauseAt(60_000);
    return watched;
  }

  const tooltip = (page: Page) => page.getByRole('tooltip');
  const time = (page: Page) => page.locator('time');
  const button = (page: Page) => page.getByRole('button', { name: '放大' });
  const away = (page: Page) => page.mouse.move(2, 2);
  const state = (page: Page) => tooltip(page).getAttribute('data-state');

  async function untilShown(page: Page, text: string): Promise<void> {
    await expect.poll(() => tooltip(page).count()).toBe(1);
    // Its place is found by the frames that follow.
    await page.clock.runFor(50);
    await expect.poll(() => tooltip(page).innerText()).toBe(text);
  }

  async function untilStill(page: Page): Promise<void> {
    await page.locator('.tooltip').evaluate(async (shown) => {
      for (const { finished } of shown.getAnimations()) await finished;
    });
  }

  test('one shows after the pointer has rested for 700 ms, 8 px below', async () => {
    const { page, complaints } = await openTooltips();
    await time(page).hover();
    await page.clock.runFor(699);
    expect(await tooltip(page).count()).toBe(0);
    await page.clock.runFor(1);
    await untilShown(page, '2026年11月20日');
    expect(await state(page)).toBe('delayed-open');
    expect(await tooltip(page).getAttribute('data-side')).toBe('bottom');
    const shown = page.locator('.tooltip');
    expect(await shown.evaluate((element) => getComputedStyle(element).animationDuration)).toBe('0.1s');
    await untilStill(page);
    const [above, below] = await Promise.all([time(page).boundingBox(), tooltip(page).boundingBox()]);
    expect(Math.floor((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0))).toBe(8);
    expect(complaints.filter((line) => !line.includes('React DevTools'))).toEqual([]);
  });

  test('at the edge of the window one stays 8 px inside', async () => {
    const { page } = await openTooltips();
    await time(page).evaluate((element) => (element.style.marginInlineStart = '-119px'));
    await time(page).hover();
    await page.clock.runFor(700);
    await untilShown(page, '2026年11月20日');
    await expect.poll(() => left(page.locator('.tooltip'))).toBe(8);
  });

  /** Without the scale that it grows by. */
  const left = (shown: Locator) =>
    shown.evaluate((element) => Math.round(element.parentElement?.getBoundingClientRect().left ?? -1));

  test('the browser shows none of its own meanwhile, and the title is there again afterwards', async () => {
    const { page } = await openTooltips();
    await time(page).hover();
    expect(await time(page).getAttribute('title')).toBeNull();
    await away(page);
    expect(await time(page).getAttribute('title')).toBe('2026年11月20日');
    await page.clock.runFor(2000);
    expect(await tooltip(page).count()).toBe(0);
  });

  const skips: [afterMs: number, state: string | null][] = [
    [299, 'instant-open'],
    [300, null],
  ];

  test.for(skips)('the next one, %i ms after the last closed, is at once %s', async ([afterMs, expected]) => {
    const { page } = await openTooltips();
    await time(page).hover();
    await page.clock.runFor(700);
    await untilShown(page, '2026年11月20日');
    await page.keyboard.press('Escape');
    await expect.poll(() => tooltip(page).count()).toBe(0);
    await page.clock.runFor(afterMs);
    await button(page).hover();
    if (expected === null) {
      await page.clock.runFor(699);
      expect(await tooltip(page).count()).toBe(0);
      await page.clock.runFor(1);
    }
    await untilShown(page, '放大圖片');
    expect(await state(page)).toBe(expected ?? 'delayed-open');
  });

  test('one can be reached with the pointer and read there, and closes when that leaves', async () => {
    const { page } = await openTooltips();
    await time(page).hover();
    await page.clock.runFor(700);
    await untilShown(page, '2026年11月20日');
    await untilStill(page);
    const box = await tooltip(page).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10, { steps: 10 });
    await page.clock.runFor(5000);
    expect(await tooltip(page).count()).toBe(1);
    await page.mouse.move(900, 600, { steps: 10 });
    await expect.poll(() => tooltip(page).count()).toBe(0);
  });

  test('the keyboard shows it at once, and it describes what has the focus', async () => {
    const { page } = await openTooltips();
    await page.keyboard.press('Tab');
    await untilShown(page, '放大圖片');
    expect(await state(page)).toBe('instant-open');
    const describedBy = await button(page).getAttribute('aria-describedby');
    expect(describedBy).toBe(`note ${await tooltip(page).getAttribute('id')}`);
    await page.keyboard.press('Tab');
    await expect.poll(() => tooltip(page).count()).toBe(0);
    expect(await button(page).getAttribute('aria-describedby')).toBe('note');
    expect(await button(page).getAttribute('title')).toBe('放大圖片');
  });

  const closings: [what: string, close: (page: Page) => Promise<unknown>][] = [
    ['Escape', (page) => page.keyboard.press('Escape')],
    ['a click', (page) => page.mouse.down()],
    ['scrolling', (page) => page.mouse.wheel(0, 100)],
  ];

  test.for(closings)('%s closes it', async ([, close]) => {
    const { page } = await openTooltips();
    await button(page).hover();
    await page.clock.runFor(700);
    await untilShown(page, '放大圖片');
    await close(page);
    await page.clock.runFor(50);
    await expect.poll(() => tooltip(page).count()).toBe(0);
  });

  test('a finger shows none', async () => {
    const { page } = await openTooltips({ hasTouch: true });
    await button(page).tap();
    await time(page).tap();
    await page.clock.runFor(2000);
    expect(await tooltip(page).count()).toBe(0);
    expect(await button(page).getAttribute('title')).toBe('放大圖片');
  });

  test('a mouse click on it shows none by the focus', async () => {
    const { page } = await openTooltips();
    await button(page).click();
    await page.clock.runFor(2000);
    expect(await tooltip(page).count()).toBe(0);
  });

  test('focus that comes back to it after a click elsewhere shows none', async () => {
    const { page } = await openTooltips();
    await button(page).hover();
    await page.clock.runFor(700);
    await untilShown(page, '放大圖片');
    await page.getByRole('button', { name: '沒有提示' }).click();
    await page.clock.runFor(1000);
    await expect.poll(() => tooltip(page).count()).toBe(0);
    await button(page).focus();
    await page.clock.runFor(2000);
    expect(await tooltip(page).count()).toBe(0);
  });

  test('one in a dialog is seen in it', async () => {
    const { page } = await openTooltips();
    await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.showModal());
    await page.getByRole('button', { name: '下一張' }).hover();
    await page.clock.runFor(700);
    await untilShown(page, '下一張圖片');
    const box = await tooltip(page).boundingBox();
    const isOnTop = await tooltip(page).evaluate(
      (element, { x, y }) => element.contains(document.elementFromPoint(x, y)),
      { x: (box?.x ?? 0) + 8, y: (box?.y ?? 0) + 8 },
    );
    expect(isOnTop).toBe(true);
  });

  test('an article’s relative time tells its date, without a violation of the site’s policy', async () => {
    const { origin } = site();
    const { page, complaints } = await openWatchedPage(await browser().newContext(), origin);
    await page.goto(`${origin}/articles/water-temperature`, { waitUntil: 'networkidle' });
    const published = page.locator('article time[title]').first();
    const date = (await published.getAttribute('title')) ?? '';
    expect(date).toMatch(/^\d{4}年\d{1,2}月\d{1,2}日/);
    await published.hover();
    await expect.poll(() => tooltip(page).innerText()).toBe(date);
    expect(complaints).toEqual([]);
  });
});
