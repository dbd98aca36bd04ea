import { afterAll, beforeAll, describe, onTestFinished, type TestOptions } from 'vitest';
import { chromiumPath } from '#scripts/tools/chromium-path.ts';
import { launchChromium, type Browser } from '#scripts/tools/chromium.ts';

type Tests = (browser: () => Browser) => void;

/**
 * Describes what is so in Chromium: its tests share one, and are left out where there is none. What a test has opened is
 * closed with it: a page that stays open takes time from the tests after it.
 */
export function describeInChromium(
  title: string,
  ...rest: [tests: Tests] | [options: TestOptions, tests: Tests]
): void {
  const [options, tests] = rest.length === 1 ? [{}, ...rest] : rest;
  describe.runIf(chromiumPath !== null)(title, options, () => {
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
      onTestFinished(async () => {
        // What is held back until then.
        for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
        await context.close();
      });
      return context;
    },
  };
}
