import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { production } from '#scripts/build/folders.ts';
import { sampleSite, shareSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { aDrawing, aProduct, contentFolder } from '../helpers/content.ts';
import { readShifts, watchShifts } from '../helpers/layout-shift.ts';
import { runCommand } from '../helpers/run-command.ts';
import { swipe } from '../helpers/swipe.ts';
import { openWatchedPage, untilFrames, untilIdle } from '../helpers/watched-page.ts';

const red = 'rgb(251, 44, 54)';
const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 800 };

describeInChromium('the featured carousel', (browser) => {
  const site = sampleSite;
  const carousel = (page: Page) => page.getByRole('region', { name: '精選' });
  const dots = (page: Page) => carousel(page).getByRole('tab');
  const arrow = (page: Page, name: '上一頁' | '下一頁') => carousel(page).getByRole('button', { name });
  const slides = (page: Page) => page.locator('.carousel-viewport > div > div');

  /** The page's clock stands still: time passes by `page.clock.runFor`. */
  async function openCarousel(options: BrowserContextOptions = {}) {
    const { origin } = site();
    const context = await browser().newContext({ viewport: wide, ...options });
    const watched = await openWatchedPage(context, origin);
    await watched.page.clock.install({ time: 0 });
    await watched.page.goto(origin);
    await dots(watched.page).first().waitFor();
    await untilIdle(watched.page);
    await watched.page.clock.pauseAt((await watched.page.evaluate(() => Date.now())) + 1000);
    return watched;
  }

  /** The number of the slide that lies in the frame, once it rests there. */
  async function shownSlide(page: Page): Promise<number> {
    await page.clock.runFor(3000);
    const frame = await page.locator('.carousel-viewport').boundingBox();
    const boxes = await Promise.all((await slides(page).all()).map((slide) => slide.boundingBox()));
    return 1 + boxes.findIndex((box) => Math.abs((box?.x ?? -9999) - (frame?.x ?? 0)) < 2);
  }

  const selectedDot = (page: Page) =>
    dots(page).evaluateAll((all) => 1 + all.findIndex((dot) => dot.getAttribute('aria-selected') === 'true'));

  async function expectShown(page: Page, slide: number): Promise<void> {
    await expect.poll(async () => [await shownSlide(page), await selectedDot(page)]).toEqual([slide, slide]);
  }

  test.for([
    ['390', narrow],
    ['1440', wide],
  ] as const)(
    'at %s px its parts have their roles and Chinese names, and the active dot is red',
    async ([, viewport]) => {
      const { page, complaints } = await openCarousel({ viewport });
      expect(await carousel(page).getAttribute('aria-roledescription')).toBe('carousel');
      expect(await carousel(page).getAttribute('tabindex')).toBe('0');
      expect(await page.getByRole('tablist', { name: '選擇要顯示的投影片' }).count()).toBe(1);
      const names = await dots(page).evaluateAll((all) => all.map((dot) => dot.getAttribute('aria-label')));
      expect(names).toEqual([1, 2, 3, 4, 5].map((number) => `跳轉到第 ${number} 頁`));
      const panels = await page
        .getByRole('tabpanel')
        .evaluateAll((all) => all.map((panel) => [panel.id, panel.getAttribute('aria-label')]));
      expect(panels.map(([, name]) => name)).toEqual(['1 / 5', '2 / 5', '3 / 5', '4 / 5', '5 / 5']);
      const controlled = await dots(page).evaluateAll((all) =>
        all.map((dot) => dot.getAttribute('aria-controls')),
      );
      expect(controlled).toEqual(panels.map(([id]) => id));
      // Mouse dragging takes over only when the browser does not scroll, which is in real time.
      await carousel(page).hover();
      await page.locator('.carousel-viewport[data-live]').waitFor();
      await dots(page).nth(2).click();
      await expectShown(page, 3);
      const colours = await dots(page).evaluateAll((all) =>
        all.map((dot) => getComputedStyle(dot).backgroundColor),
      );
      expect(colours.map((colour) => colour === red)).toEqual([false, false, true, false, false]);
      expect(complaints).toEqual([]);
    },
  );

  test('it does not move by itself; arrows move it and say where it ends', async () => {
    const { page } = await openCarousel();
    await page.clock.runFor(60_000);
    await expectShown(page, 1);
    const isOff = (name: '上一頁' | '下一頁') => arrow(page, name).getAttribute('aria-disabled');
    expect([await isOff('上一頁'), await isOff('下一頁')]).toEqual(['true', 'false']);
    await arrow(page, '上一頁').click({ force: true });
    await expectShown(page, 1);
    for (const slide of [2, 3, 4, 5]) {
      await arrow(page, '下一頁').click();
      await expectShown(page, slide);
    }
    expect([await isOff('上一頁'), await isOff('下一頁')]).toEqual(['false', 'true']);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('下一頁');
  });

  test('arrow keys move it, from its frame and along the dots, and leave the browser its own', async () => {
    const { page } = await openCarousel();
    await carousel(page).focus();
    await page.keyboard.press('ArrowRight');
    await expectShown(page, 2);
    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expectShown(page, 2);
    await page.keyboard.press('ArrowLeft');
    await expectShown(page, 1);
    await dots(page).first().focus();
    await page.keyboard.press('ArrowRight');
    await expectShown(page, 2);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      '跳轉到第 2 頁',
    );
    const stops = await dots(page).evaluateAll((all) => all.map((dot) => dot.getAttribute('tabindex')));
    expect(stops).toEqual(['-1', '0', '-1', '-1', '-1']);

    // Tab shows the slide whose link it reaches.
    await carousel(page).focus();
    await page.keyboard.press('Tab');
    await expectShown(page, 1);
    await page.keyboard.press('Tab');
    await expectShown(page, 2);
  });

  test('it can be dragged, and that is no click', async () => {
    const { page } = await openCarousel();
    const box = await carousel(page).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 900, (box?.y ?? 0) + 150];
    await page.mouse.move(x, y);
    await page.locator('.carousel-viewport[data-live]').waitFor();
    await page.mouse.down();
    for (let moved = 40; moved <= 400; moved += 40) {
      await page.mouse.move(x - moved, y);
      await page.clock.runFor(16);
    }
    await page.mouse.up();
    await expectShown(page, 2);
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('a finger swipes it', async () => {
    const { page } = await openCarousel({ viewport: narrow, hasTouch: true, isMobile: true });
    const box = await carousel(page).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 300, (box?.y ?? 0) + 100];
    // Well past the middle: it snaps to the nearer slide.
    await swipe(page, { x, y }, -280);
    await expectShown(page, 2);
    await swipe(page, { x: x - 280, y }, 280);
    await expectShown(page, 1);
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('with reduced motion it is there at once', async () => {
    const { page } = await openCarousel({ reducedMotion: 'reduce' });
    await arrow(page, '下一頁').click();
    await page.clock.runFor(34);
    const [frame, slide] = await Promise.all([
      page.locator('.carousel-viewport').boundingBox(),
      slides(page).nth(1).boundingBox(),
    ]);
    expect((slide?.x ?? 0) - (frame?.x ?? 0)).toBeCloseTo(0, 0);
  });

  test('nothing shifts when it comes to life', async () => {
    const page = await (await browser().newContext()).newPage();
    await watchShifts(page);
    for (const viewport of [narrow, wide]) {
      await page.setViewportSize(viewport);
      await page.goto(site().origin);
      await dots(page).first().waitFor();
      await untilIdle(page);
      // Shifts are reported with the frame that shows them.
      await untilFrames(page);
      expect(await readShifts(page), `${viewport.width} px`).toEqual([]);
    }
  });

  test('without script it is a row that snaps', async () => {
    const { origin } = site();
    const context = await browser().newContext({ javaScriptEnabled: false, viewport: narrow });
    const { page } = await openWatchedPage(context, origin);
    await page.goto(origin);
    expect(await dots(page).count()).toBe(0);
    expect(await carousel(page).getByRole('group').count()).toBe(5);
    const box = await page.locator('.carousel-viewport').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 100);
    await page.mouse.wheel(250, 0);
    const place = async () => {
      const second = await slides(page).nth(1).boundingBox();
      return Math.round((second?.x ?? 0) - (box?.x ?? 0));
    };
    await expect.poll(place).toBe(0);
  });
});

describeInChromium('a product with many pictures', (browser) => {
  const counts = [5, 6, 30];
  const site = shareSite(production, async (dataDir, atEnd) => {
    const folder = contentFolder(
      Object.fromEntries(
        counts.flatMap((count) => {
          const files = Array.from({ length: count }, (_, index) => `many/${count}-${index + 1}.svg`);
          const images = files.map((file) => ({ src: `media/${file}`, alt: '茶壺' }));
          return [
            [`products/many-${count}.md`, aProduct({ images })],
            ...files.map((file) => [`media/${file}`, aDrawing] as const),
          ];
        }),
      ),
      atEnd,
    );
    const { code, err } = await runCommand(['content', 'import', folder], { DATA_DIR: dataDir });
    expect(code, err).toBe(0);
  });
  const gallery = (page: Page) => page.getByRole('region', { name: '商品圖片' });

  test('fits a phone, and says which one is shown in the place of the dots, from six on', async () => {
    const page = await (await browser().newContext({ hasTouch: true, isMobile: true })).newPage();
    for (const count of counts) {
      await page.setViewportSize({ width: 412, height: 800 });
      await page.goto(`${site().origin}/product/info/many-${count}`);
      await untilIdle(page);
      for (const width of [412, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await gallery(page).getByRole('button', { name: '下一頁' }).waitFor();
        const where = `${count} pictures at ${width} px`;
        expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBe(width);
        for (const name of ['上一頁', '下一頁']) {
          const box = await gallery(page).getByRole('button', { name }).boundingBox();
          expect(box?.x ?? -1, where).toBeGreaterThanOrEqual(0);
          expect((box?.x ?? 0) + (box?.width ?? 0), where).toBeLessThanOrEqual(width);
        }
      }
      expect(await gallery(page).getByRole('tab').count()).toBe(count === 5 ? 5 : 0);
    }
    const position = gallery(page).getByText(/^\d+ \/ 30$/);
    expect(await position.innerText()).toBe('1 / 30');
    await gallery(page).getByRole('button', { name: '下一頁' }).click();
    await expect.poll(() => position.innerText()).toBe('2 / 30');
    expect(await gallery(page).getByRole('group', { includeHidden: true }).count()).toBe(30);
  });
});
