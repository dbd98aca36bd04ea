import path from 'node:path';
import type { Page } from 'playwright-core';
import { openDatabase } from '#server/db/open/open-database.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { production } from '#scripts/build/folders.ts';
import type { Browser } from '#scripts/tools/chromium.ts';
import { shareSite, type Visited } from './built-site.ts';
import { aProduct, contentFolder } from './content.ts';
import { silentLog, type AtEnd } from './databases.ts';
import { readShifts, watchShifts } from './layout-shift.ts';
import { makeTitleFont } from './title-font.ts';
import { untilIdle } from './watched-page.ts';

export const fontFiles = /\/media\/fonts\//;

/** Returns a shared site for all tests of a file, with the title font and a product with rare characters. */
export function shareSiteWithFont(): () => Visited {
  return shareSite(production, withFont);
}

async function withFont(dataDir: string, atEnd: AtEnd): Promise<void> {
  const db = await openDatabase({ engine: 'sqlite', file: path.join(dataDir, 'site.db') }, silentLog);
  try {
    const rare = aProduct({ name: '𠮷靐堃喆', publishedAt: '2020-01-01T00:00:00+08:00' });
    await importContent(contentFolder({ 'products/rare.md': rare }, atEnd), db, folderStore(dataDir));
    // Later than that to which it was put off.
    await makeTitleFont(db, { dataDir, at: '9999-06-01T00:00:00Z' });
  } finally {
    await db.close();
  }
}

/** A page that is not open yet, and how much of the font it has loaded. */
export async function aPageFor(from: Browser, address: string, { width = 390 } = {}) {
  const context = await from.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  let bytes = 0;
  page.on('requestfinished', async (request) => {
    const isFont = fontFiles.test(request.url()) || request.url().endsWith('/titles.css');
    // The page may be closed by now.
    const sizes = isFont ? await request.sizes().catch(() => null) : null;
    bytes += sizes?.responseBodySize ?? 0;
  });
  return { page, go: () => page.goto(address), bytes: () => bytes };
}

/**
 * How much of the page moves in all, as the layout-shift entries of the browser say it, when the font comes after the
 * first text has been shown and everything else is there.
 */
export async function shiftOf(from: Browser, address: string, width: number): Promise<number> {
  const { page } = await aPageFor(from, address, { width });
  const late = Promise.withResolvers<void>();
  // The first text does not wait for the files.
  await page.route(fontFiles, async (route) => {
    await late.promise;
    await route.continue();
  });
  await watchShifts(page);
  const asked = page.waitForRequest(fontFiles);
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await asked;
  await untilIdle(page);
  late.resolve();
  await untilFontsAreIn(page);
  const shifts = await readShifts(page);
  await page.context().close();
  return shifts.reduce((sum, { value }) => sum + value, 0);
}

export function countFaces(page: Page, status: FontFaceLoadStatus): Promise<number> {
  return page.evaluate(
    (wanted) =>
      [...document.fonts].filter((face) => face.family.includes('Qingye Titles') && face.status === wanted)
        .length,
    status,
  );
}

/** Until every file that the page needs has come, and is drawn. */
export async function untilFontsAreIn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const faces = [...document.fonts].filter(({ family }) => family.includes('Qingye Titles'));
    const isShown = 'titleFont' in document.documentElement.dataset;
    return isShown && faces.every(({ status }) => status !== 'loading');
  });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
