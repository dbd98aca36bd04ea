import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ToastQueue } from '#client/ui/toast-queue.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { swipe } from '../helpers/swipe.ts';
import { openWatchedPage, type WatchedPage } from '../helpers/watched-page.ts';
import { startWidgetPage } from '../helpers/widget-page.ts';

/** Queue that the page of the widget exposes. */
declare const toasts: ToastQueue;

describeInChromium('toasts', (browser) => {
  /** The page's clock stands still: time passes by `page.clock.runFor`. */
  async function openToasts(options: BrowserContextOptions = {}): Promise<WatchedPage> {
    const origin = await startWidgetPage('toasts.tsx');
    const watched = await openWatchedPage(await browser().newContext(options), origin);
    await watched.page.clock.install({ time: 0 });
    await watched.page.goto(origin);
    await watched.page.getByText('頁面的按鈕').waitFor();
    await watched.page.clock.pauseAt(60_000);
    return watched;
  }

  const show = (page: Page, ...titles: string[]) =>
    page.evaluate((titles) => {
      for (const title of titles) toasts.show({ title });
    }, titles);
  const shown = (page: Page) => page.getByRole('listitem');
  const toast = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
  const state = (page: Page, title: string) => toast(page, title).getAttribute('data-state');

  test('a toast closes after 5000 ms and is gone 200 ms later', async () => {
    const { page, complaints } = await openToasts();
    await show(page, '已收藏');
    await toast(page, '已收藏').waitFor();
    await page.clock.runFor(4999);
    expect(await state(page, '已收藏')).toBe('open');
    await page.clock.runFor(1);
    expect(await state(page, '已收藏')).toBe('closed');
    // Which it leaves moving.
    expect(await toast(page, '已收藏').evaluate((element) => getComputedStyle(element).animation)).toMatch(
      /^(?=.*toast-out)(?=.*\b0\.2s)/,
    );
    await page.clock.runFor(199);
    expect(await shown(page).count()).toBe(1);
    await page.clock.runFor(1);
    expect(await shown(page).count()).toBe(0);
    expect(await page.getByRole('region').count()).toBe(0);
    expect(complaints.filter((line) => !line.includes('React DevTools'))).toEqual([]);
  });

  test('at most five are shown, the newest, the newest at the bottom and 16 px apart', async () => {
    const { page } = await openToasts({ reducedMotion: 'reduce' });
    await show(page, '1', '2', '3', '4', '5', '6', '7', '8');
    await toast(page, '8').waitFor();
    expect(await shown(page).allInnerTexts()).toEqual(['4', '5', '6', '7', '8']);
    const boxes = await Promise.all(['4', '5', '8'].map((title) => boxOf(page, title)));
    const [first, second, last] = boxes;
    expect((first?.y ?? 0) < (second?.y ?? 0) && (second?.y ?? 0) < (last?.y ?? 0)).toBe(true);
    expect((second?.y ?? 0) - (first?.y ?? 0) - (first?.height ?? 0)).toBeCloseTo(16, 0);
  });

  async function boxOf(page: Page, title: string) {
    const box = await toast(page, title).boundingBox();
    if (box === null) throw new Error(`${title} is not shown`);
    return box;
  }

  test.for([390, 1440])(
    'they are in the bottom right corner at %i px, 1 rem from the edges',
    async (width) => {
      const { page } = await openToasts({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });
      await show(page, '已收藏');
      await toast(page, '已收藏').waitFor();
      const { x, y, width: own, height } = await boxOf(page, '已收藏');
      const rem = await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
      expect(width - (x + own)).toBeCloseTo(rem, 0);
      expect(800 - (y + height)).toBeCloseTo(rem, 0);
      expect(own).toBeCloseTo(width === 390 ? 390 - 2 * rem : 24 * rem, 0);
      const layer = page.getByRole('list');
      expect(await layer.evaluate((element) => getComputedStyle(element).zIndex)).toBe('100');
    },
  );

  const pauses: [
    what: string,
    pause: (page: Page) => Promise<void>,
    resume: (page: Page) => Promise<void>,
  ][] = [
    ['the pointer rests on it', (page) => toast(page, '已收藏').hover(), (page) => page.mouse.move(5, 5)],
    ['it has the focus', (page) => page.keyboard.press('F8'), (page) => page.getByText('頁面的按鈕').focus()],
    [
      'another window is used',
      (page) => page.evaluate(() => void dispatchEvent(new Event('blur'))),
      (page) => page.evaluate(() => void dispatchEvent(new Event('focus'))),
    ],
  ];

  test.for(pauses)('time stands still while %s, and its bar too', async ([, pause, resume]) => {
    const { page } = await openToasts();
    await show(page, '已收藏');
    await toast(page, '已收藏').waitFor();
    await page.clock.runFor(1000);
    await pause(page);
    await expect.poll(() => barState(page)).toBe('paused');
    await page.clock.runFor(60_000);
    expect(await state(page, '已收藏')).toBe('open');
    await resume(page);
    await expect.poll(() => barState(page)).toBe('running');
    await page.clock.runFor(3999);
    expect(await state(page, '已收藏')).toBe('open');
    await page.clock.runFor(1);
    expect(await state(page, '已收藏')).toBe('closed');
  });

  const barState = (page: Page) =>
    page.locator('.toast-time-left').evaluate((bar) => getComputedStyle(bar).animationPlayState);

  test('one that comes while time stands still waits too, its bar with it', async () => {
    const { page } = await openToasts();
    await show(page, '一');
    await toast(page, '一').hover();
    await show(page, '二');
    await toast(page, '二').waitFor();
    await page.clock.runFor(60_000);
    expect(await state(page, '二')).toBe('open');
    const bars = page.locator('.toast-time-left');
    expect(
      await bars.evaluateAll((all) => all.map((bar) => getComputedStyle(bar).animationPlayState)),
    ).toEqual(['paused', 'paused']);
    await page.mouse.move(5, 5);
    await page.clock.runFor(4999);
    expect(await state(page, '二')).toBe('open');
    await page.clock.runFor(1);
    expect(await state(page, '二')).toBe('closed');
  });

  test('time goes on for the next one after the last was closed with the pointer on it', async () => {
    const { page } = await openToasts();
    await show(page, '一');
    await page.getByRole('button', { name: '關閉' }).click();
    await page.clock.runFor(200);
    await expect.poll(() => shown(page).count()).toBe(0);
    await show(page, '二');
    await page.mouse.move(5, 5);
    await toast(page, '二').waitFor();
    await page.clock.runFor(5000);
    expect(await state(page, '二')).toBe('closed');
  });

  test('one that stays has no bar and does not close', async () => {
    const { page } = await openToasts();
    await page.evaluate(() => toasts.show({ title: '請自行複製' }, { durationMs: Infinity }));
    await toast(page, '請自行複製').waitFor();
    await page.clock.runFor(3_600_000);
    expect(await state(page, '請自行複製')).toBe('open');
    expect(await page.locator('.toast-time-left').count()).toBe(0);
  });

  async function drag(page: Page, by: number) {
    const { x, y } = await boxOf(page, '已收藏');
    await page.mouse.move(x + 60, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + 60 + by / 2, y + 20, { steps: 4 });
    await page.mouse.move(x + 60 + by, y + 20, { steps: 4 });
    await page.mouse.up();
  }

  test.for([
    [50, 'open'],
    [51, 'closed'],
    [-120, 'open'],
  ] as const)('a swipe of %i px to the right leaves it %s', async ([by, expected]) => {
    const { page } = await openToasts({ reducedMotion: 'reduce' });
    await show(page, '已收藏');
    await toast(page, '已收藏').waitFor();
    await drag(page, by);
    expect(await state(page, '已收藏')).toBe(expected);
  });

  test.for([
    [40, 'open'],
    [80, 'closed'],
  ] as const)('a finger that swipes %i px to the right leaves it %s', async ([by, expected]) => {
    const { page } = await openToasts({
      viewport: { width: 390, height: 800 },
      hasTouch: true,
      reducedMotion: 'reduce',
    });
    await show(page, '已收藏');
    await toast(page, '已收藏').waitFor();
    const { x, y } = await boxOf(page, '已收藏');
    await swipe(page, { x: x + 40, y: y + 20 }, by);
    expect(await state(page, '已收藏')).toBe(expected);
  });

  test('F8 leads to them, Tab from the newest to the oldest, Escape closes the one with the focus', async () => {
    const { page } = await openToasts();
    await page.getByText('頁面的按鈕').focus();
    await show(page, '一', '二', '三');
    await toast(page, '三').waitFor();
    await page.keyboard.press('F8');
    const region = page.getByRole('region', { name: '通知（F8）' });
    expect(await region.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('三');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('關閉');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('二');
    await page.keyboard.press('Escape');
    expect(await state(page, '二')).toBe('closed');
    expect([await state(page, '一'), await state(page, '三')]).toEqual(['open', 'open']);
  });

  test('Escape elsewhere on the page closes only the newest', async () => {
    const { page } = await openToasts();
    await page.getByText('頁面的按鈕').focus();
    await show(page, '一', '二');
    await toast(page, '二').waitFor();
    await page.keyboard.press('Escape');
    expect([await state(page, '一'), await state(page, '二')]).toEqual(['open', 'closed']);
  });

  test('Escape belongs to a dialog that is open', async () => {
    const { page } = await openToasts();
    await show(page, '已收藏');
    await toast(page, '已收藏').waitFor();
    await page.evaluate(() => {
      const dialog = document.body.appendChild(document.createElement('dialog'));
      dialog.showModal();
    });
    await page.keyboard.press('Escape');
    expect(await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.open)).toBe(false);
    expect(await state(page, '已收藏')).toBe('open');
    await page.keyboard.press('Escape');
    expect(await state(page, '已收藏')).toBe('closed');
  });

  test('focus goes back to where it was when the last one is closed', async () => {
    const { page } = await openToasts();
    await page.getByText('頁面的按鈕').focus();
    await show(page, '已收藏');
    await toast(page, '已收藏').waitFor();
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await page.clock.runFor(200);
    await expect.poll(() => shown(page).count()).toBe(0);
    const button = page.getByRole('button', { name: '頁面的按鈕' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('with reduced motion it neither slides nor shrinks', async () => {
    const { page } = await openToasts({ reducedMotion: 'reduce' });
    await show(page, '已收藏');
    await toast(page, '已收藏').waitFor();
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  test('a screen reader hears it in Chinese', async () => {
    const { page } = await openToasts();
    await page.evaluate(() => toasts.show({ title: '已收藏', description: '文山包種茶' }));
    await toast(page, '已收藏').waitFor();
    const live = page.locator('[role=status][aria-live=assertive]');
    expect(await live.textContent()).toBe('');
    await page.clock.runFor(100);
    expect(await live.textContent()).toBe('通知 已收藏文山包種茶');
    expect(await live.getAttribute('aria-hidden')).toBeNull();
  });
});
