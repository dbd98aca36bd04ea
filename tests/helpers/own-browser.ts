import { chromium } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { chromiumPath } from '#scripts/tools/chromium-path.ts';
import { chromiumFlags, type Browser } from '#scripts/tools/chromium.ts';

/** A Chromium for one test, which may be killed. */
export async function openOwnBrowser(): Promise<{ browser: Browser; kill(): Promise<void> }> {
  const server = await chromium.launchServer({ executablePath: chromiumPath ?? '', args: chromiumFlags });
  onTestFinished(() => server.close());
  return { browser: await chromium.connect(server.wsEndpoint()), kill: () => server.kill() };
}
