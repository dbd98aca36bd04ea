import { expect, test } from 'vitest';
import { isoAt } from '#server/base/clock.ts';
import { production } from '#scripts/build/folders.ts';
import { openBuiltPage } from '../helpers/built-page.ts';
import { startSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { aProduct, contentFolder } from '../helpers/content.ts';
import { runCommand } from '../helpers/run-command.ts';
import { sampleFolder } from '../helpers/sample-folder.ts';
import { aSiteClock } from '../helpers/site-clock.ts';

describeInChromium('a page that is open while a sale ends', (browser) => {
  test('stays as it is, and every page that is come to from it, or gone back to, has the price of its time', async () => {
    const dataDir = sampleFolder();
    const sale = { name: '限時杯', salePrice: 580, salePriceUntil: isoAt(Date.now() + 1_800_000) };
    const folder = contentFolder({ 'products/cup.md': aProduct({ ...sale, category: '限時' }) });
    expect((await runCommand(['content', 'import', folder], { DATA_DIR: dataDir })).code).toBe(0);
    const clock = aSiteClock();
    const site = await startSite(production, { DATA_DIR: dataDir, ...clock.env });
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

    await clock.set(site, isoAt(Date.now() + 3_600_000));
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
