import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';
import { importContent } from '#server/features/content/import-content.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { production } from '#scripts/build/folders.ts';
import { launchChromium, type Browser } from '#scripts/tools/chromium.ts';
import { samplePages } from '#scripts/tools/sample-pages.ts';
import { textInFont } from '#scripts/tools/text-in-font.ts';
import { shareSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { readShifts, watchShifts } from '../helpers/layout-shift.ts';
import { aProduct, contentFolder } from '../helpers/content.ts';
import { silentLog, temporaryFolder, type AtEnd } from '../helpers/databases.ts';
import { makeTitleFont } from '../helpers/title-font.ts';

const fontFiles = /\/media\/fonts\//;

describeInChromium('the font of titles', (browser) => {
  const site = shareSite(production, withFont);

  async function open(address: string, { width = 390, from = browser() } = {}) {
    const context = await from.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    let bytes = 0;
    page.on('requestfinished', async (request) => {
      const isFont = fontFiles.test(request.url()) || request.url().endsWith('/titles.css');
      // The page may be closed by now.
      const sizes = isFont ? await request.sizes().catch(() => null) : null;
      bytes += sizes?.responseBodySize ?? 0;
    });
    return { page, go: () => page.goto(site().origin + address), bytes: () => bytes };
  }

  test('costs a list at most 60 kB, and an article 90 kB', async () => {
    for (const [address, most] of [
      [samplePages.home, 60_000],
      ['/product', 60_000],
      [samplePages.articles, 60_000],
      [samplePages.article, 90_000],
      [samplePages.product, 60_000],
    ] as const) {
      const { page, go, bytes } = await open(address);
      await go();
      await untilFontsAreIn(page);
      await expect.poll(bytes, { message: address }).toBeGreaterThan(10_000);
      expect(bytes(), address).toBeLessThanOrEqual(most);
    }
  });

  test('has every character that a page sets in it', async () => {
    const known = charactersIn(await (await fetch(`${site().origin}/titles.css`)).text());
    const { page } = await open(samplePages.home);
    for (const address of Object.values(samplePages)) {
      // What a visitor looks for may be anything.
      if (address.startsWith('/search')) continue;
      await page.goto(site().origin + address);
      const isRare = (character: string) => '𠮷靐'.includes(character);
      const text = (await textInFont(page)).replace(/\s/g, '');
      const missing = [...text].filter((each) => !known.has(each) && !isRare(each));
      expect(missing, address).toEqual([]);
    }
  });

  test('moves nothing on any kind of page when it comes after three seconds', async () => {
    const everywhere = Object.values(samplePages).flatMap((address) =>
      [390, 1440].map((width) => ({ address, width })),
    );
    // Most of the time is waiting.
    const places = everywhere.values();
    const visitors = Array.from({ length: 8 }, async () => {
      for (const { address, width } of places)
        expect(await shiftOf(address, width), `${address} at ${width}`).toBeLessThan(0.001);
    });
    await Promise.all(visitors);
  });

  /** How much of the page has moved in all, as the layout-shift entries of the browser say it. */
  async function shiftOf(address: string, width: number): Promise<number> {
    const { page } = await open(address, { width });
    const late = Promise.withResolvers<void>();
    // The first text does not wait for the files.
    await page.route(fontFiles, async (route) => {
      await late.promise;
      await route.continue();
    });
    await watchShifts(page);
    const asked = page.waitForRequest(fontFiles);
    await page.goto(site().origin + address, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await asked;
    await delay(3_000);
    late.resolve();
    await untilFontsAreIn(page);
    const shifts = await readShifts(page);
    await page.context().close();
    return shifts.reduce((sum, { value }) => sum + value, 0);
  }

  test('is shown when the last of its files has come', async () => {
    const { page } = await open(samplePages.article);
    const last = Promise.withResolvers<void>();
    const titleFont = () => page.locator('h1').evaluate((title) => getComputedStyle(title).fontFamily);
    let asked = 0;
    await page.route(fontFiles, async (route) => {
      asked += 1;
      if (asked === 5) await last.promise;
      await route.continue();
    });
    await page.goto(site().origin + samplePages.article);
    await expect.poll(() => countFaces(page, 'loaded')).toBeGreaterThan(10);
    await expect.poll(() => countFaces(page, 'loading')).toBe(1);
    expect(await titleFont()).not.toContain('Qingye Titles');
    const before = await countFaces(page, 'loaded');
    last.resolve();
    await expect.poll(titleFont).toContain('Qingye Titles');
    await untilFontsAreIn(page);
    // Nothing was left to ask for.
    expect(await countFaces(page, 'loaded')).toBe(before + 1);
  });

  test('is shown without a file that never comes', async () => {
    const { page } = await open(samplePages.article);
    let asked = 0;
    await page.route(fontFiles, async (route) => {
      asked += 1;
      if (asked !== 5) await route.continue();
    });
    await page.goto(site().origin + samplePages.article);
    await page.waitForFunction(() => 'titleFont' in document.documentElement.dataset);
    expect(await countFaces(page, 'loading')).toBe(1);
  });

  test('waits for the others when a file fails', async () => {
    const { page } = await open(samplePages.article);
    const last = Promise.withResolvers<void>();
    let asked = 0;
    await page.route(fontFiles, async (route) => {
      asked += 1;
      if (asked === 5) return route.abort();
      if (asked === 6) await last.promise;
      return route.continue();
    });
    await page.goto(site().origin + samplePages.article);
    await expect.poll(() => countFaces(page, 'error')).toBe(1);
    await expect.poll(() => countFaces(page, 'loading')).toBe(1);
    // The first titles at once, the page when all of them are.
    const isShown = () => page.evaluate(() => document.querySelector('[data-title-font]') !== null);
    expect(await isShown()).toBe(false);
    last.resolve();
    await expect.poll(isShown).toBe(true);
  });

  test('is shown where no script runs', async () => {
    const context = await browser().newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await Promise.all([page.waitForResponse(fontFiles), page.goto(site().origin + samplePages.article)]);
  });

  test('leaves rare characters to other fonts, without a box', async () => {
    const { page, go } = await open('/product/info/rare');
    await go();
    await untilFontsAreIn(page);
    const session = await page.context().newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root } = await session.send('DOM.getDocument');
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    const glyphs = (isOurs: boolean) =>
      fonts
        .filter(({ isCustomFont }) => isCustomFont === isOurs)
        .reduce((sum, { glyphCount }) => sum + glyphCount, 0);
    expect({ ours: glyphs(true), others: glyphs(false) }, JSON.stringify(fonts)).toEqual({
      ours: 2,
      others: 2,
    });
  });

  test('looks the same where no serif font has Chinese characters', async () => {
    const folder = temporaryFolder();
    const config = path.join(folder, 'fonts.conf');
    writeFileSync(config, withoutSerif);
    const bare = await launchWith({ FONTCONFIG_FILE: config });
    onTestFinished(() => bare.close());
    for (const [address, title] of [
      [samplePages.home, '.card h3, .card h2'],
      [samplePages.article, 'h1'],
    ] as const) {
      const pictures: Buffer[] = [];
      for (const from of [browser(), bare]) {
        const { page, go } = await open(address, { from });
        await go();
        await untilFontsAreIn(page);
        pictures.push(await page.locator(title).first().screenshot());
      }
      expect(pictures[0]?.equals(pictures[1] ?? Buffer.of()), address).toBe(true);
    }
  });
});

/** As a machine without such a font would be set up. */
const withoutSerif = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include>/etc/fonts/fonts.conf</include>
  <selectfont><rejectfont><glob>*/NotoSerifCJK*</glob></rejectfont></selectfont>
</fontconfig>
`;

async function launchWith(env: Readonly<Record<string, string>>): Promise<Browser> {
  const before = { ...process.env };
  Object.assign(process.env, env);
  try {
    return await launchChromium();
  } finally {
    process.env = before;
  }
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

function countFaces(page: Page, status: FontFaceLoadStatus): Promise<number> {
  return page.evaluate(
    (wanted) =>
      [...document.fonts].filter((face) => face.family.includes('Qingye Titles') && face.status === wanted)
        .length,
    status,
  );
}

/** Until every file that the page needs has come, and is drawn. */
async function untilFontsAreIn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const faces = [...document.fonts].filter(({ family }) => family.includes('Qingye Titles'));
    const isShown = 'titleFont' in document.documentElement.dataset;
    return isShown && faces.every(({ status }) => status !== 'loading');
  });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** The characters that the faces of a style sheet name. */
function charactersIn(css: string): Set<string> {
  const found = new Set<string>();
  for (const [, from = '', to = from] of css.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)) {
    const last = Number.parseInt(to, 16);
    for (let code = Number.parseInt(from, 16); code <= last; code += 1) found.add(String.fromCodePoint(code));
  }
  return found;
}
