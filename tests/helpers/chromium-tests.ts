import { afterAll, beforeAll, describe, type TestOptions } from 'vitest';
import { chromiumPath } from '#scripts/tools/chromium-path.ts';
import { launchChromium, type Browser } from '#scripts/tools/chromium.ts';

type Tests = (browser: () => Browser) => void;

/** Describes what is so in Chromium: its tests share one, and are left out where there is none. */
export function describeInChromium(
  title: string,
  ...rest: [tests: Tests] | [options: TestOptions, tests: Tests]
): void {
  const [options, tests] = rest.length === 1 ? [{}, ...rest] : rest;
  describe.runIf(chromiumPath !== null)(title, options, () => {
    let browser: Browser | null = null;
    tests(() => {
      if (browser === null) throw new Error('Chromium is there in tests only');
      return browser;
    });
    // After the tests' own preparations, so that it is closed before the sites that it visits.
    beforeAll(async () => {
      browser = await launchChromium();
    });
    afterAll(() => browser?.close());
  });
}
