import { expect, test } from 'vitest';
import { openBuiltPage } from '../helpers/built-page.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openWatchedPage, untilAsked, untilHydrated, untilIdle } from '../helpers/watched-page.ts';

/** Time for which a page whose script has failed waits for a navigation before it asks the server. */
const untoldNavigationMs = 1000;

describeInChromium('a page', (browser) => {
  const site = sampleSite;

  const failures = (complaints: readonly string[]) =>
    complaints.filter((line) => line.startsWith('console error: TypeError')).length;

  // By the import, which comes after the link that asks for it ahead, or by the document.
  test('asks once more for a script that does not come', async () => {
    let tries = 0;
    const { page, complaints } = await openBuiltPage(browser(), '/product', {
      site: site(),
      until: 'loaded',
      async prepare(opened) {
        await opened.clock.install();
        await opened.route('**/assets/product-list-page-*.js', (route) => {
          tries += 1;
          return tries === 1 ? route.abort() : route.continue();
        });
      },
    });
    await expect.poll(() => tries === 2 || failures(complaints) === 1).toBe(true);
    await page.clock.runFor(untoldNavigationMs);
    await untilHydrated(page);
    await untilIdle(page);
    expect(tries).toBe(2);
    expect(page.url()).toBe(`${site().origin}/product`);
  });

  test('is left as it is when the script cannot be loaded again', async () => {
    const { page, complaints } = await openWatchedPage(await browser().newContext(), site().origin);
    let documents = 0;
    page.on('request', (request) => (documents += Number(request.isNavigationRequest())));
    await page.clock.install();
    await page.route('**/assets/start-*.js', (route) => route.abort());
    await page.goto(`${site().origin}/product`, { waitUntil: 'commit' });
    await expect.poll(() => failures(complaints)).toBe(1);
    await page.clock.runFor(untoldNavigationMs);
    await expect.poll(() => failures(complaints)).toBe(2);
    expect(documents).toBe(2);
    await page.getByRole('link', { name: '文章' }).first().click();
    await page.getByRole('heading', { level: 1, name: '文章' }).waitFor();
  });

  const scriptsOfNoUse = [
    ['cannot be read, as by an old browser', 'export const start = /(?<=[：/u;'],
    ['throws while it runs', 'const names = undefined.toSorted(); export const start = names;'],
    ['throws while it starts', 'export function start() { undefined.toSorted(); }'],
  ] as const;

  test.for(scriptsOfNoUse)('is left as it is when its script %s', async ([, body]) => {
    const { page, complaints } = await openWatchedPage(await browser().newContext(), site().origin);
    let documents = 0;
    page.on('request', (request) => (documents += Number(request.isNavigationRequest())));
    await page.route('**/assets/start-*.js', (route) =>
      route.fulfill({ body, contentType: 'text/javascript' }),
    );
    for (const [count, address] of ['/login', '/product'].entries()) {
      await page.goto(site().origin + address);
      await expect
        .poll(() => complaints.filter((line) => line.startsWith('console error')).length)
        .toBe(count + 1);
      // Longer than it takes to ask the server and to load the page.
      for (let n = 0; n < 5; n += 1) await untilAsked(page);
      expect(documents).toBe(count + 1);
    }
    await page.getByRole('link', { name: '文章' }).first().click();
    await page.getByRole('heading', { level: 1, name: '文章' }).waitFor();
  });
});
