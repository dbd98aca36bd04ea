import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import { chromiumPath } from '#scripts/tools/chromium-path.ts';
import { launchChromium, type Browser } from '#scripts/tools/chromium.ts';

type Tests = (browser: () => Browser) => void;

/**
 * Describes what is so in Chromium: its tests share one, and are left out where there is none. What a test has opened is
 * closed with it: a page that stays open takes time from the tests after it.
 */
export function describeInChromium(title: string, tests: Tests): void {
  describe.runIf(chromiumPath !== null)(title, () => {
    let browser: Browser | null = null;
    tests(() => {
      if (browser === null) throw new Error('Chromium is there in tests only');
      return closingWithTest(browser);
    });
    // After the tests' own preparations, so that it is closed before the sites that it visits.
    beforeAll(async () => {
      browser = await launchChromium();
    });
    afterAll(() => browser?.close());
  });
}

function closingWithTest(browser: Browser): Browser {
  return {
    ...browser,
    async newContext(options) {
      const context = await browser.newContext(options);
      // As patient as the tests: a machine that does something else besides is slower, not wrong.
      context.setDefaultTimeout(60_000);
      onTestFinished(async () => {
        // What is held back until then.
        for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
        await context.close();
      });
      return context;
    },
  };
}
