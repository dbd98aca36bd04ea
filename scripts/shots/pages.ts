import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { root } from '#scripts/build/folders.ts';
import { launchChromium } from '#scripts/tools/chromium.ts';
import { noPage, samplePages, userAgent } from '#scripts/tools/sample-pages.ts';

const pages = { ...samplePages, 'not-found': noPage };
const widths = [390, 768, 1440];
const modes = ['light', 'dark'] as const;

/** Takes a picture of every page, width and mode of a running site, for people to look at. */
export async function takePages(origin: string): Promise<void> {
  const out = path.join(root, 'shots');
  await mkdir(out, { recursive: true });
  const browser = await launchChromium();
  try {
    for (const colorScheme of modes) {
      for (const width of widths) {
        const context = await browser.newContext({
          colorScheme,
          userAgent,
          viewport: { width, height: 900 },
        });
        const page = await context.newPage();
        page.on('console', (message) => console.log(`${message.type()}: ${message.text()} (${page.url()})`));
        page.on('pageerror', (error) => console.log(`${error.message} (${page.url()})`));
        for (const [name, address] of Object.entries(pages)) {
          await page.goto(origin + address, { waitUntil: 'networkidle' });
          await page.evaluate(() => {
            for (const image of document.images) image.loading = 'eager';
          });
          await page.waitForLoadState('networkidle');
          await page.screenshot({
            path: path.join(out, `${name}-${width}-${colorScheme}.png`),
            fullPage: true,
          });
        }
        await context.close();
      }
    }
  } finally {
    await browser.close();
  }
  console.log(`Pictures are in ${path.relative(root, out)}/.`);
}
