import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';
import { importContent } from '#server/features/content/import-content.ts';
import { runMediaJobs } from '#server/media/run-media-jobs.ts';
import { production } from '../../scripts/build/folders.ts';
import { startSite } from '../helpers/built-site.ts';
import { chromiumPath } from '../helpers/chromium-path.ts';
import { launchChromium, type Browser } from '../helpers/chromium.ts';
import { anArticle, anAuthor, aProduct, contentFolder } from '../helpers/content.ts';
import { newDatabaseConfig, silentLog, temporaryFolder } from '../helpers/databases.ts';
import { aPhotograph } from '../helpers/pictures.ts';
import { aClockAt } from '../helpers/site.ts';
import { openWatchedPage, untilHydrated } from '../helpers/watched-page.ts';

describe.runIf(chromiumPath !== null)('a photograph in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  async function startWithPhotograph() {
    const config = await newDatabaseConfig('sqlite');
    if (config.engine !== 'sqlite') throw new Error('SQLite was asked for');
    const db = await openDatabase(config, silentLog);
    onTestFinished(() => db.close());
    const dataDir = temporaryFolder();
    const files = {
      'authors/lin.md': anAuthor(),
      'articles/spring.md': anArticle({ cover: 'media/tea.jpg', coverAlt: '茶' }, '![山](media/tea.jpg)'),
      'articles/autumn.md': anArticle({ cover: 'media/tea.jpg', coverAlt: '茶' }),
      'products/pot.md': aProduct({ images: [{ src: 'media/tea.jpg', alt: '壺' }] }),
      'media/tea.jpg': await aPhotograph(),
    };
    await importContent(contentFolder(files), db, dataDir);
    await runMediaJobs({ db, dataDir, clock: aClockAt('2030-01-01T00:00:00Z'), log: silentLog });
    return startSite(production, {
      DATA_DIR: dataDir,
      DATABASE_URL: `sqlite:${config.file}`,
      SAMPLE_CONTENT: 'off',
    });
  }

  test(
    'is upright, small enough for a telephone, and moves nothing when it comes',
    { timeout: 180_000 },
    async () => {
      const { origin } = await startWithPhotograph();
      for (const deviceScaleFactor of [2, 3]) {
        const context = await browser.newContext({
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
    },
  );
});
