import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isoAt } from '#server/base/clock.ts';
import { production } from '#scripts/build/folders.ts';
import { openBuiltPage } from '../helpers/built-page.ts';
import { startSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { aProduct, contentFolder } from '../helpers/content.ts';
import { temporaryFolder } from '../helpers/databases.ts';
import { runCommand } from '../helpers/run-command.ts';
import { sampleFolder } from '../helpers/sample-folder.ts';

/** An hour later, whenever the process gets the signal. */
const laterClock = `
  import { isMainThread } from 'node:worker_threads';
  const now = Date.now.bind(Date);
  let aheadMs = 0;
  Date.now = () => now() + aheadMs;
  if (isMainThread) process.on('SIGUSR2', () => {
    aheadMs += 3_600_000;
    process.stdout.write('an hour later\\n');
  });
`;

describeInChromium('a page that is open while a sale ends', (browser) => {
  test('stays as it is, and every page that is come to from it, or gone back to, has the price of its time', async () => {
    const dataDir = sampleFolder();
    const sale = { name: '限時杯', salePrice: 580, salePriceUntil: isoAt(Date.now() + 1_800_000) };
    const folder = contentFolder({ 'products/cup.md': aProduct({ ...sale, category: '限時' }) });
    expect((await runCommand(['content', 'import', folder], { DATA_DIR: dataDir })).code).toBe(0);
    const file = path.join(temporaryFolder(), 'later-clock.mjs');
    writeFileSync(file, laterClock);
    const site = await startSite(production, { DATA_DIR: dataDir, NODE_OPTIONS: `--import ${file}` });
    const { page, isSameDocument } = await openBuiltPage(browser(), encodeURI('/product?category=限時'), {
      site,
      prepare: (opened) => opened.clock.install(),
    });
    const price = () =>
      page
        .locator('main')
        .getByText(/^NT\$\d+$/)
        .first()
        .innerText();
    expect(await price()).toBe('NT$580');
    await page.locator('main h2 a').click();
    await page.waitForURL('**/cup');
    await expect.poll(price).toBe('NT$580');

    process.kill(site.pid, 'SIGUSR2');
    await expect.poll(() => site.output()).toContain('an hour later');
    // A payload that was fetched in advance is used for half a minute.
    await page.clock.fastForward(31_000);
    expect(await price()).toBe('NT$580');
    await page.goBack();
    await expect.poll(price).toBe('NT$680');
    await page.locator('main h2 a').click();
    await page.waitForURL('**/cup');
    await expect.poll(price).toBe('NT$680');
    expect(await page.locator('main del').count()).toBe(0);
    expect(await isSameDocument()).toBe(true);
  });
});
