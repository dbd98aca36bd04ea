import { test } from 'vitest';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { expectWholeLifeOf, openEditArea, shareEditedSite } from '../helpers/editing-journey.ts';

// tests/browser/editing-journey.test.ts does the same on a phone.
describeInChromium('the edit area', (browser) => {
  const site = shareEditedSite();

  test('does all of its work without script on a desk', async () => {
    const page = await openEditArea(browser(), site().origin, 'lin@example.com', {
      javaScriptEnabled: false,
      viewport: { width: 1280, height: 900 },
    });
    await expectWholeLifeOf(page, 'night-1280');
  });
});
