import type { Page, Route } from 'playwright-core';

/**
 * Like `untilAsked`, for a page that is being left: until then a browser holds back a test's calls. The page makes its
 * requests by itself, three of them one after the other, so that it has had the time to send a request, read the
 * answer, and send the next. Called before it is left.
 */
export async function prepareTurns(page: Page): Promise<() => Promise<void>> {
  const beginning = Promise.withResolvers<Route>();
  await page.route('**/builds/latest.json?begin', (route) => beginning.resolve(route), { times: 1 });
  await page.evaluate(() => {
    const take = async (query: string) => {
      await (await fetch(`/builds/latest.json?${query}`, { cache: 'no-store' })).text();
    };
    void (async () => {
      for (const query of ['begin', 'turn-1', 'turn-2', 'turn-3']) await take(query);
    })();
  });
  return async () => {
    const lastTurn = page.waitForResponse('**/builds/latest.json?turn-3');
    await (await beginning.promise).fulfill({ json: null });
    await lastTurn;
  };
}
