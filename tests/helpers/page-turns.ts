import type { Page, Route } from 'playwright-core';

/**
 * As `untilAsked`, for a page that is being left: a browser holds back until then what a test asks of it. The page
 * makes its requests by itself, three of them one after the other, so that it has had the time to ask the site for
 * something, read the answer, and ask for the next thing. Called before it is left.
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
