import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { openDatabase } from '#server/db/open/open-database.ts';
import { createLog } from '#server/base/log.ts';
import { launchChromium } from '#scripts/tools/chromium.ts';
import type { Figure } from '../figures.ts';
import { startSite, withTemporaryFolder } from '../site/site.ts';
import { quantile } from '../statistics.ts';
import { makeEditors, signInAs } from './editors.ts';

const characters = 50_000;
const keys = 500;
const slowdown = 4;

declare global {
  interface Window {
    /** From each key to the end of its frame, in ms. */
    keysToPaint: number[];
  }
}

/**
 * Keys typed into the middle of a long text on a machine made four times slower; in the same page without our script,
 * which alone can do something about a key; and in a page that has nothing but a field.
 */
export async function measureTyping(): Promise<Figure[]> {
  return withTemporaryFolder(async (dataDir) => {
    const site = await startSite({ dataDir, isWithoutPictures: true });
    const browser = await launchChromium();
    try {
      const db = await openDatabase(
        { engine: 'sqlite', file: path.join(dataDir, 'site.db') },
        createLog('silent'),
      );
      await makeEditors(db, 1);
      await db.close();
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const cookie = await signInAs(site.origin, 0);
      await context.addCookies(
        cookie.split('; ').map((pair) => {
          const [name = '', value = ''] = pair.split(/=(.*)/s);
          return { name, value, url: site.origin };
        }),
      );
      const open = (page: Page) => page.goto(`${site.origin}/edit/articles/water-temperature`);
      const bare = await typeInto(context, (page) => page.setContent(bareField));
      const unaided = await typeInto(context, async (page) => {
        await page.route('**/*.js', (route) => route.abort());
        await open(page);
      });
      return figures(await typeInto(context, open), { unaided, bare });
    } finally {
      await browser.close();
      await site.stop();
    }
  });
}

const bareField =
  '<!doctype html><meta charset="utf-8"><textarea name="body" style="width:736px;height:630px;font:16px/1.7 sans-serif">';

async function typeInto(context: BrowserContext, open: (page: Page) => Promise<unknown>): Promise<number[]> {
  const page = await context.newPage();
  await open(page);
  const field = page.locator('textarea[name=body]');
  await field.fill(
    `${'春茶的香氣最好，水溫九十度。'.repeat(14)}\n\n`
      .repeat(Math.ceil(characters / 198))
      .slice(0, characters),
  );
  await field.evaluate((element) => {
    if (element instanceof HTMLTextAreaElement) element.setSelectionRange(25_000, 25_000);
    element.focus();
    window.keysToPaint = [];
    addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => window.keysToPaint.push(performance.now() - timeStamp));
          port1.start();
          port2.postMessage(null);
        }),
      true,
    );
  });
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  for (let key = 0; key < keys; key += 1) {
    await page.keyboard.press('a');
    await page.waitForFunction((count) => window.keysToPaint.length > count, key);
  }
  const paints = await page.evaluate(() => window.keysToPaint);
  await page.close();
  return paints;
}

interface Controls {
  /** In the same page without our script. */
  unaided: readonly number[];
  /** In an empty page. */
  bare: readonly number[];
}

function figures(ours: readonly number[], { unaided, bare }: Controls): Figure[] {
  const note = `a bare field: ${quantile(bare, 0.95).toFixed(1)} ms, at most ${Math.max(...bare).toFixed(0)} ms`;
  return [
    {
      name: 'key to paint, 50,000 characters, p95',
      value: quantile(ours, 0.95),
      unit: 'ms',
      target: { below: 50 },
      note,
    },
    {
      name: 'key to paint, the slowest of 500',
      value: Math.max(...ours),
      unit: 'ms',
      target: { below: 200 },
    },
    {
      name: 'key to paint, more than without our script, p95',
      value: quantile(ours, 0.95) - quantile(unaided, 0.95),
      unit: 'ms',
      target: { below: 5 },
    },
    {
      name: 'key to paint, more than a field in an empty page, p95',
      value: quantile(ours, 0.95) - quantile(bare, 0.95),
      unit: 'ms',
    },
  ];
}
