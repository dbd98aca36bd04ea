import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBuiltPage } from '../helpers/built-page.ts';
import { chromiumPath } from '../helpers/chromium-path.ts';
import { launchChromium, type Browser } from '../helpers/chromium.ts';

const day = 86_400_000;

describe.runIf(chromiumPath !== null)('a relative time', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  test('goes on while the page is open, and at once when it is looked at again', async () => {
    const { page } = await openBuiltPage(browser, '/articles/water-temperature', {
      prepare: (opened) => opened.clock.install(),
    });
    const published = page.locator('article time[title]').first();
    const written = Date.parse((await published.getAttribute('datetime')) ?? '');
    const later = Date.now() + 800 * day;
    // Nothing runs while the clock is set, as in a tab that lies behind others.
    await page.clock.pauseAt(later);
    await page.clock.runFor(30_000);
    const years = (now: number) => `${Math.round((now - written) / (365.2425 * day))} 年前`;
    await expect.poll(() => published.innerText()).toBe(years(later));

    await page.clock.setSystemTime(later + 800 * day);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(() => published.innerText()).toBe(years(later + 800 * day));
  });
});
