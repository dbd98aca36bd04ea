import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { keepNotices } from '#server/media/fonts/keep-notices.ts';
import { makeSubset } from '#server/media/fonts/make-slice.ts';
import { ownFontFile } from '#server/media/fonts/own-font.ts';
import { charactersOf } from '#server/media/fonts/title-texts.ts';
import { production } from '../build/folders.ts';
import { launchChromium } from '../tools/chromium.ts';
import { samplePages } from '../tools/sample-pages.ts';
import { textInFont } from '../tools/text-in-font.ts';
import type { Figure } from './figures.ts';
import { startSite, withTemporaryFolder } from './site.ts';

/** What each may load of the font of titles, in kB; a page without one here is for the record. */
const targets: Readonly<Record<string, number>> = {
  home: 60,
  products: 60,
  articles: 60,
  product: 60,
  article: 90,
};

/** What pages of the sample content load of the font of titles, beside one file with just the characters of the page. */
export async function measureTitleFont(): Promise<Figure[]> {
  const font = keepNotices(readFileSync(path.join(production.outDir, ownFontFile)));
  return withTemporaryFolder(async (dataDir) => {
    const site = await startSite({ dataDir, pageStoreMb: 64 });
    const browser = await launchChromium();
    try {
      const figures: Figure[] = [];
      for (const [name, address] of Object.entries(samplePages)) {
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
        const page = await context.newPage();
        const { bytes, files } = await loadFont(page, site.origin + address);
        const characters = charactersOf(await textInFont(page));
        const floor = (await makeSubset(font, [...characters].join(''))).length;
        const below = targets[name];
        figures.push({
          name: `font of ${name}`,
          value: bytes / 1000,
          unit: 'kB',
          ...(below !== undefined && { target: { below } }),
          note: `${files} files, ${characters.size} characters; as one file of these alone ${(floor / 1000).toFixed(1)} kB`,
        });
        await context.close();
      }
      return figures;
    } finally {
      await browser.close();
      await site.stop();
    }
  });
}

async function loadFont(page: Page, url: string): Promise<{ bytes: number; files: number }> {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('.woff2'))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready.then(() => null));
  await page.waitForLoadState('networkidle');
  const all = await Promise.all(sizes);
  return { bytes: all.reduce((sum, size) => sum + size, 0), files: all.length };
}
