import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBuiltPage } from '../helpers/built-page.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { prepareTurns } from '../helpers/page-turns.ts';
import { untilAsked, untilHydrated, untilIdle } from '../helpers/watched-page.ts';

const scripts = '**/assets/page-layout-*.js';
/** Time for which a page whose script has failed waits for a navigation before it asks the server. */
const untoldNavigationMs = 1000;

// Firefox and WebKit end a page's requests when it is being left; here Chromium is made to do so. The set for other
// browsers (early-visitor-tests.ts) has the real thing.
describeInChromium('a visitor who is faster than the scripts', (browser) => {
  const site = sampleSite;

  /** Opens a page whose script fails as soon as the visitor has done something that leads elsewhere. */
  async function openAndLeave(address: string, leave: (page: Page) => Promise<unknown>) {
    const documents: string[] = [];
    const script = Promise.withResolvers<Route>();
    const { page } = await openBuiltPage(browser(), address, {
      site: site(),
      until: 'loaded',
      async prepare(opened) {
        // Unanswered, so that no cache has it.
        await opened.route(scripts, () => {});
        await opened.goto(`${site().origin}/author/lin-zhiyuan`);
        await opened.unroute(scripts);
        await opened.route(scripts, (route) => script.resolve(route), { times: 1 });
      },
    });
    page.on('request', (request) => {
      if (request.isNavigationRequest())
        documents.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    const target = Promise.withResolvers<void>();
    // The document of the target takes its time.
    await page.route(
      (url) => /^\/(articles|login|author\/.*)$/.test(url.pathname),
      async (route) => {
        if (!route.request().isNavigationRequest()) return route.continue();
        await target.promise;
        await route.continue();
      },
    );
    const untilTurnsAreOver = await prepareTurns(page);
    await leave(page);
    await expect.poll(() => documents.length).toBe(1);
    const isTold = untilFailureIsTold(page);
    await (await script.promise).abort();
    await isTold;
    await untilTurnsAreOver();
    target.resolve();
    await page.waitForURL((url) => url.pathname === documents[0]?.replace(/^\w+ /, ''));
    await untilHydrated(page);
    await untilIdle(page);
    return { page, documents };
  }

  test('gets where a link leads', async () => {
    const { page, documents } = await openAndLeave('/product', (opened) =>
      // Not by the mouse: a link below it is loaded in advance.
      opened.evaluate(() =>
        setTimeout(() => document.querySelector<HTMLElement>('header a[href="/articles"]')?.click()),
      ),
    );
    expect(documents).toEqual(['GET /articles']);
    expect(new URL(page.url()).pathname).toBe('/articles');
  });

  test('gets the answer to a form', async () => {
    const { page, documents } = await openAndLeave('/login', async (opened) => {
      await opened.getByLabel('電子郵件').fill('lin@example.com');
      await opened.getByLabel('密碼', { exact: true }).fill('wrong');
      await opened.locator('main form button:not([type=button])').click({ noWaitAfter: true });
    });
    expect(documents).toEqual(['POST /login']);
    await page.getByRole('alert').first().waitFor();
  });

  test('gets back', async () => {
    const { page, documents } = await openAndLeave('/product', (opened) =>
      opened.evaluate(() => setTimeout(() => history.back())),
    );
    expect(documents).toEqual(['GET /author/lin-zhiyuan']);
    expect(new URL(page.url()).pathname).toBe('/author/lin-zhiyuan');
  });
});

describeInChromium('a script that does not come', (browser) => {
  const site = sampleSite;

  function countDocuments(page: Page): () => number {
    let count = 0;
    page.on('request', (request) => (count += Number(request.isNavigationRequest())));
    return () => count;
  }

  test('because nothing comes at all leaves the page as it is', async () => {
    let documents = () => 0;
    let isTold: Promise<unknown> = Promise.resolve();
    let isProbed: Promise<unknown> = Promise.resolve();
    const { page } = await openBuiltPage(browser(), '/product', {
      site: site(),
      until: 'loaded',
      async prepare(opened) {
        await opened.clock.install();
        documents = countDocuments(opened);
        isTold = untilFailureIsTold(opened);
        isProbed = opened.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
        await opened.route('**/assets/start-*.js', (route) => route.abort());
        await opened.route('**/assets/entry-*.js', (route) =>
          route.request().method() === 'HEAD' ? route.abort() : route.continue(),
        );
      },
    });
    await isTold;
    await page.clock.runFor(untoldNavigationMs);
    await isProbed;
    await untilAsked(page);
    expect(documents()).toBe(1);
    expect(await page.locator('h1').innerText()).toBe('商品');
  });

  test('in a page that is alive says that nothing could be reached, and a retry loads it', async () => {
    const { page } = await openBuiltPage(browser(), '/login', {
      site: site(),
      prepare: (opened) => opened.clock.install(),
    });
    await page.context().setOffline(true);
    const isTold = untilFailureIsTold(page);
    await clickNewLink(page, '/author/lin-zhiyuan');
    await isTold;
    await page.clock.runFor(untoldNavigationMs);
    const retry = page.getByRole('link', { name: '重試' });
    await retry.waitFor();
    await page.context().setOffline(false);
    await retry.click();
    await page.getByRole('heading', { level: 1, name: '林知遠' }).waitFor();
    await untilHydrated(page);
    await untilIdle(page);
  });

  test('leaves a navigation alone that the visitor has begun meanwhile', async () => {
    const { page } = await openBuiltPage(browser(), '/login', { site: site() });
    const script = Promise.withResolvers<Route>();
    await page.route('**/assets/author-page-*.js', (route) => script.resolve(route), { times: 1 });
    const asked = Promise.withResolvers<Route>();
    await page.route('**/nope?elsewhere', (route) => asked.resolve(route));
    await clickNewLink(page, '/author/lin-zhiyuan');
    const failing = await script.promise;
    const untilTurnsAreOver = await prepareTurns(page);
    await page.evaluate(() => setTimeout(() => location.assign('/nope?elsewhere')));
    const elsewhere = await asked.promise;
    const isTold = untilFailureIsTold(page);
    await failing.abort();
    await isTold;
    await untilTurnsAreOver();
    await elsewhere.continue();
    await page.waitForURL('**/nope?elsewhere');
    expect(new URL(page.url()).pathname).toBe('/nope');
  });
});

/** Chromium reports a missing script in the console, before the page reacts. */
function untilFailureIsTold(page: Page): Promise<unknown> {
  return page.waitForEvent('console', (message) => /dynamically imported module/.test(message.text()));
}

/** Clicks a link without prefetched data: it is clicked before the page finds it. */
async function clickNewLink(page: Page, href: string): Promise<void> {
  await page.evaluate((address) => {
    const link = document.createElement('a');
    link.href = address;
    document.querySelector('main')?.prepend(link);
    link.click();
  }, href);
}
