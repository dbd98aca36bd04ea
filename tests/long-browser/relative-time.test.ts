import { expect, test } from 'vitest';
import { openBuiltPage } from '../helpers/built-page.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';

const day = 86_400_000;

describeInChromium('a relative time', (browser) => {
  test('goes on every 30 s while the page is open, and at once when it is looked at again', async () => {
    const { page } = await openBuiltPage(browser(), '/articles/water-temperature', {
      prepare: (opened) => opened.clock.install(),
    });
    const published = page.locator('article time[title]').first();
    const written = Date.parse((await published.getAttribute('datetime')) ?? '');
    const years = (now: number) => `${Math.round((now - written) / (365.2425 * day))} 年前`;
    let now = Date.now() + 800 * day;
    await page.clock.pauseAt(now);
    // Twice within half a minute each: not every minute.
    for (let time = 0; time < 2; time += 1) {
      now += 800 * day;
      await page.clock.setSystemTime(now);
      await page.clock.runFor(30_000);
      await expect.poll(() => published.innerText()).toBe(years(now));
    }
    now += 800 * day;
    await page.clock.setSystemTime(now);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(() => published.innerText()).toBe(years(now));
  });
});
