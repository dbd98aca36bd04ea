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
import { aProduct, contentFolder } from '../helpers/content.ts';
import { silentLog, temporaryFolder, type AtEnd } from '../helpers/databases.ts';
import { makeTitleFont } from '../helpers/title-font.ts';

const fontFiles = /\/media\/fonts\//;

describeInChromium('the font of titles', { timeout: 240_000 }, (browser) => {
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
    const painted = Promise.withResolvers<void>();
    const late = Promise.withResolvers<void>();
    // The first text waits for neither the style sheet nor the files.
    for (const [files, come] of [
      ['**/titles.css', painted.promise],
      [fontFiles, late.promise],
    ] as const)
      await page.route(files, async (route) => {
        await come;
        await route.continue();
      });
    await page.addInitScript(() => {
      Reflect.set(window, 'moved', 0);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Reflect.set(window, 'moved', Reflect.get(window, 'moved') + Reflect.get(entry, 'value'));
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const asked = page.waitForRequest(fontFiles);
    await page.goto(site().origin + address, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    painted.resolve();
    await asked;
    await delay(3_000);
    late.resolve();
    await untilFontsAreIn(page);
    const moved = await page.evaluate(() => Number(Reflect.get(window, 'moved')));
    await page.context().close();
    return moved;
  }

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

/** Until every file that the page needs has come, and is drawn. */
async function untilFontsAreIn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const faces = [...document.fonts].filter(({ family }) => family.includes('Qingye Titles'));
    const isAny = faces.some(({ status }) => status === 'loaded');
    return isAny && faces.every(({ status }) => status !== 'loading');
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
