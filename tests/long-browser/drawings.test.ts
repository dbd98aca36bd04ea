import { expect, onTestFinished, test } from 'vitest';
import { production } from '#scripts/build/folders.ts';
import { slowLine } from '#scripts/tools/chromium.ts';
import { userAgent } from '#scripts/tools/sample-pages.ts';
import { openDatabase } from '#server/db/open/open-database.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { runMediaJobs } from '#server/media/jobs/run-media-jobs.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { startSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { aDrawing, anArticle, anAuthor, contentFolder } from '../helpers/content.ts';
import { newDatabaseConfig, silentLog, temporaryFolder } from '../helpers/databases.ts';
import { aClockAt } from '../helpers/site.ts';
import { openWatchedPage, untilHydrated } from '../helpers/watched-page.ts';

describeInChromium('a drawing in a browser', (browser) => {
  async function startWithDrawings() {
    const config = await newDatabaseConfig('sqlite');
    if (config.engine !== 'sqlite') throw new Error('SQLite was asked for');
    const db = await openDatabase(config, silentLog);
    onTestFinished(() => db.close());
    const dataDir = temporaryFolder();
    const inTheDark = '<style>@media (prefers-color-scheme:dark){rect{fill:#000}}</style></svg>';
    const files = {
      'authors/lin.md': anAuthor(),
      'articles/plain.md': anArticle({ cover: 'media/plain.svg', coverAlt: '壺' }),
      'articles/text.md': anArticle({ cover: 'media/text.svg', coverAlt: '字' }),
      'articles/dark.md': anArticle({ cover: 'media/dark.svg', coverAlt: '夜' }),
      'media/plain.svg': aDrawing,
      'media/text.svg': aDrawing.replace('</svg>', '<text y="20">茶</text></svg>'),
      'media/dark.svg': aDrawing.replace('</svg>', inTheDark),
    };
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

  test('is a raster picture on a card, unless it has text or knows the dark', async () => {
    const { origin } = await startWithDrawings();
    const context = await browser().newContext({ userAgent, colorScheme: 'dark' });
    const { page, complaints } = await openWatchedPage(context, origin);
    // A busy machine takes as long for the entry as a slow line.
    await page.addInitScript(() => (performance.getEntriesByName = () => []));

    /** The picture of an article: the ending of its file, its shape, and the colour that is seen in its middle. */
    const look = (id: string) =>
      page.evaluate(async (link) => {
        const image = document.querySelector<HTMLImageElement>(`main li:has(a[href$="${link}"]) img`);
        if (image === null) throw new Error(`no picture of ${link}`);
        await image.decode();
        const canvas = document.createElement('canvas').getContext('2d');
        canvas?.drawImage(image, 0, 0, 4, 3);
        const [green = 0] = [...(canvas?.getImageData(2, 1, 1, 1).data ?? [])].slice(1);
        const shape = image.naturalWidth / image.naturalHeight;
        return { ending: image.currentSrc.split('.').pop(), shape: shape.toFixed(1), isDark: green < 0x40 };
      }, `/articles/${id}`);

    await page.goto(`${origin}/author/lin`);
    await untilHydrated(page);
    expect(await look('plain')).toEqual({ ending: 'avif', shape: '1.3', isDark: false });
    expect(await look('text')).toMatchObject({ ending: 'svg', shape: '1.3' });
    expect(await look('dark')).toMatchObject({ ending: 'svg', isDark: true });
    expect(complaints).toEqual([]);

    await page.goto(`${origin}/articles/plain`);
    await untilHydrated(page);
    const [large] = await page
      .locator('main img')
      .evaluateAll((images) =>
        images.map((image) => (image instanceof HTMLImageElement ? image.currentSrc : '')),
      );
    expect(large).toMatch(/\.svg$/);

    // It has half the bytes there.
    const onSlowLine = await browser().newContext({ userAgent, viewport: { width: 1000, height: 1100 } });
    const { page: slowPage } = await openWatchedPage(onSlowLine, origin);
    const session = await onSlowLine.newCDPSession(slowPage);
    await session.send('Network.emulateNetworkConditions', slowLine);
    await slowPage.goto(`${origin}/author/lin`);
    await untilHydrated(slowPage);
    const card = slowPage.locator('main li:has(a[href$="/articles/plain"]) img');
    await expect.poll(() => card.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\.svg$/);
    expect(await card.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });
});
