import type { Page } from 'playwright-core';

/** Holds what a page asks for at these addresses until the test lets it go on. */
export async function holdRequests(page: Page, addresses: string | RegExp) {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(addresses, async (route) => {
    begun.resolve();
    await held.promise;
    await route.continue();
  });
  return { begun: begun.promise, letGo: () => held.resolve() };
}
