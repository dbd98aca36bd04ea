import { beforeAll, describe, onTestFinished } from 'vitest';
import { chromiumPath } from '#scripts/tools/chromium-path.ts';
import { launchChromium, type Browser } from '#scripts/tools/chromium.ts';
import { limitMs } from './limit.ts';

type Tests = (browser: () => Browser) => void;

/**
 * Describes tests in Chromium: all tests of a process share a browser, and are left out without one. Pages are closed
 * with their test: an open page takes time from the tests after it.
 */
export function describeInChromium(title: string, tests: Tests): void {
  describe.runIf(chromiumPath !== null)(title, () => {
    let browser: Browser | null = null;
    tests(() => {
      if (browser === null) throw new Error('Chromium is there in tests only');
      return closingWithTest(browser);
    });
    beforeAll(async () => {
      browser = await (launched ??= launchChromium());
    });
  });
}

/** Ends with the process of the tests, whose pipe it reads. */
let launched: Promise<Browser> | null = null;

function closingWithTest(browser: Browser): Browser {
  return {
    ...browser,
    async newContext(options) {
      const context = await browser.newContext(options);
      // Earlier than the time limit of the test: the message then names the awaited condition.
      context.setDefaultTimeout(limitMs(45_000));
      onTestFinished(async () => {
        // Requests that are still held back.
        for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
        await context.close();
      });
      return context;
    },
  };
}
