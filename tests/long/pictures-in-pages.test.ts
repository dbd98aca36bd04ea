import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/open/open-database.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { runMediaJobs } from '#server/media/jobs/run-media-jobs.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { production } from '#scripts/build/folders.ts';
import { startSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { aDrawing, anArticle, anAuthor, aProduct, contentFolder, type Files } from '../helpers/content.ts';
import { newDatabaseConfig, silentLog, temporaryFolder } from '../helpers/databases.ts';
import { aPhotograph } from '../helpers/pictures.ts';
import { aClockAt } from '../helpers/site.ts';
import { openWatchedPage, untilHydrated } from '../helpers/watched-page.ts';

describeInChromium('a photograph in a browser', (browser) => {
  async function startWith(files: Files) {
    const config = await newDatabaseConfig('sqlite');
    if (config.engine !== 'sqlite') throw new Error('SQLite was asked for');
    const db = await openDatabase(config, silentLog);
    onTestFinished(() => db.close());
    const dataDir = temporaryFolder();
    await importContent(contentFolder(files), db, folderStore(dataDir));
    await runMediaJobs({
      db,
      store: folderStore(dataDir),
      clock: aClockAt('2030-01-01T00:00:00Z'),
      log: silentLog,
    });
    return startSite(production, {
      DATA_DIR: dataDir,
      DATABASE_URL: `sqlite:${config.file}`,
      SAMPLE_CONTENT: 'off',
    });
  }

  async function startWithPhotograph() {
    return startWith({
      'authors/lin.md': anAuthor(),
      'articles/spring.md': anArticle({ cover: 'media/tea.jpg', coverAlt: '茶' }, '![山](media/tea.jpg)'),
      'articles/autumn.md': anArticle({ cover: 'media/tea.jpg', coverAlt: '茶' }),
      'products/pot.md': aProduct({ images: [{ src: 'media/tea.jpg', alt: '壺' }] }),
      'media/tea.jpg': await aPhotograph(),
    });
  }

  test('is upright, small enough for a telephone, and moves nothing when it comes', async () => {
    const { origin } = await startWithPhotograph();
    for (const deviceScaleFactor of [2, 3]) {
      const context = await browser().newContext({
        viewport: { width: 390, height: 844 },
        deviceScaleFactor,
      });
      const addresses =
        deviceScaleFactor === 2 ? ['/', '/author/lin'] : ['/', '/articles', '/articles/spring'];
      for (const address of addresses) {
        const { page, complaints } = await openWatchedPage(context, origin);
        const sizes = new Map<string, number>();
        page.on('response', async (response) => {
          if (response.url().includes('/media/')) sizes.set(response.url(), (await response.body()).length);
        });
        await page.addInitScript(() => {
          Reflect.set(window, 'moved', 0);
          new PerformanceObserver((list) => {
            const moved = list.getEntries().map((entry) => Number(Reflect.get(entry, 'value')));
            Reflect.set(
              window,
              'moved',
              moved.reduce((sum, value) => sum + value, Reflect.get(window, 'moved')),
            );
          }).observe({ type: 'layout-shift', buffered: true });
        });
        await page.goto(origin + address);
        await untilHydrated(page);
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        await page.waitForLoadState('networkidle');
        const shown = await page.evaluate(() =>
          [...document.images]
            .filter((image) => !image.src.startsWith('data:'))
            .map((image) => ({
              src: image.currentSrc,
              shape: Math.round((image.naturalWidth / image.naturalHeight) * 100),
              isCard: image.closest('main li') !== null,
            })),
        );
        const where = `${address} at ${deviceScaleFactor}x`;
        expect.soft(shown.length, where).toBeGreaterThan(0);
        for (const { src, shape, isCard } of shown) {
          expect.soft(src, where).toMatch(/\.avif$/);
          expect.soft(shape, where).toBe(75);
          if (isCard) expect.soft(sizes.get(src), where).toBeLessThan(60_000);
        }
        expect
          .soft(await page.evaluate(() => document.documentElement.dataset['moved']), where)
          .toBeUndefined();
        expect.soft(complaints, where).toEqual([]);
        await page.close();
      }
      await context.close();
    }
  });

  const aPicture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#3a7' } })
      .jpeg()
      .toBuffer();

  test('within a text is as large as it is, and never larger than column and screen', async () => {
    const text = [
      '![小](media/small.jpg)',
      '一句話裡的 ![記號](media/small.jpg) 小圖，後面還有字。',
      '![直](media/tall.jpg "直的")',
      '![橫](media/wide.jpg)',
      '![圖](media/drawing.svg)',
    ];
    const { origin } = await startWith({
      'authors/lin.md': anAuthor(),
      'articles/spring.md': anArticle({}, text.join('\n\n')),
      'media/small.jpg': await aPicture(24, 24),
      'media/tall.jpg': await aPicture(1000, 3000),
      'media/wide.jpg': await aPicture(2400, 1200),
      'media/drawing.svg': aDrawing,
    });
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      const context = await browser().newContext({ viewport });
      const { page, complaints } = await openWatchedPage(context, origin);
      await page.goto(`${origin}/articles/spring`);
      await untilHydrated(page);
      const measure = () =>
        page.evaluate(() => {
          const column = document.querySelector('.prose')?.getBoundingClientRect();
          const sentence = document.querySelector('.prose p');
          const images = [...document.querySelectorAll<HTMLImageElement>('.prose img')];
          return {
            column: column?.width ?? 0,
            lineHeight: sentence ? Number.parseFloat(getComputedStyle(sentence).lineHeight) : 0,
            sentenceHeight: sentence?.getBoundingClientRect().height ?? 0,
            boxes: images.map((image) => {
              const { width, height, left, right } = image.getBoundingClientRect();
              const offCentre = Math.abs((left + right - (column?.left ?? 0) - (column?.right ?? 0)) / 2);
              return { width: Math.round(width), height: Math.round(height), offCentre };
            }),
          };
        });
      const before = await measure();
      for (const image of await page.locator('.prose img').all()) await image.scrollIntoViewIfNeeded();
      await page.waitForLoadState('networkidle');
      const { column, lineHeight, sentenceHeight, boxes } = await measure();
      const where = `${viewport.width} px`;
      const [alone, inSentence, tall, wide, drawing] = boxes;
      expect.soft(alone, where).toMatchObject({ width: 24, height: 24 });
      expect.soft(inSentence, where).toMatchObject({ width: 24, height: 24 });
      expect.soft(sentenceHeight, where).toBeLessThan(lineHeight * 1.5);
      const highest = Math.round(viewport.height * 0.85);
      expect.soft(tall, where).toMatchObject({ height: highest, width: Math.round(highest / 3) });
      expect
        .soft(wide, where)
        .toMatchObject({ width: Math.round(column), height: Math.round(Math.round(column) / 2) });
      expect.soft(drawing, where).toMatchObject({ width: 40, height: 30 });
      for (const box of [alone, tall, wide, drawing]) expect.soft(box?.offCentre, where).toBeLessThan(1);
      // Room is kept for what has not come yet.
      expect.soft(before.boxes, where).toEqual(boxes);
      const chosen = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLImageElement>('.prose img')].map((image) => image.currentSrc),
      );
      expect
        .soft(chosen.slice(0, 4), where)
        .toEqual([
          expect.stringMatching(/\/24\.avif$/),
          expect.stringMatching(/\/24\.avif$/),
          expect.stringMatching(/\/320\.avif$/),
          expect.stringMatching(viewport.width === 390 ? /\/640\.avif$/ : /\/960\.avif$/),
        ]);
      expect.soft(complaints, where).toEqual([]);
      await context.close();
    }
  });
});
