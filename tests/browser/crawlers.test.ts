import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBuiltPage } from '../helpers/built-page.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { openWatchedPage, untilAsked } from '../helpers/watched-page.ts';

const author = '/author/lin-zhiyuan';
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const googlebot = `${chrome} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`;
const cubot = chrome.replace('X11; Linux x86_64', 'Linux; Android 13; CUBOT NOTE 20');

declare global {
  interface Window {
    isPageBroken?: boolean;
  }
}

describeInChromium('an exception of a component', (browser) => {
  const site = sampleSite;
  const openAuthor = (userAgent: string, { isBroken }: { isBroken: boolean }) =>
    openBuiltPage(browser(), author, {
      site: site(),
      context: { userAgent },
      until: isBroken ? 'loaded' : 'hydrated',
      async prepare(page) {
        await letAuthorPageBreak(page);
        await page.addInitScript((value) => (window.isPageBroken = value), isBroken);
      },
    });

  const bodyText = (page: Page) => page.evaluate(() => document.body.innerText);
  const logged = (complaints: string[]) =>
    complaints.filter((complaint) => complaint.includes('Not rendering the error page for a crawler'));

  /** A visit to where one is already: the page is rendered anew. */
  async function breakLater(page: Page): Promise<void> {
    await page.evaluate(() => {
      window.isPageBroken = true;
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    });
  }

  async function serverText(): Promise<string> {
    const page = await (await browser().newContext({ javaScriptEnabled: false })).newPage();
    await page.goto(site().origin + author);
    return page.locator('body').innerText();
  }

  test('leaves a crawler the page that the server sent, when it comes with the first render', async () => {
    const { page, complaints } = await openAuthor(googlebot, { isBroken: true });
    await expect.poll(() => logged(complaints)).not.toEqual([]);
    expect(logged(complaints)[0]).toContain('Googlebot/2.1');
    expect(await bodyText(page)).toBe(await serverText());
    expect(await page.title()).toContain('林知遠');
  });

  test('leaves a crawler the page that the server sent, when it comes later', async () => {
    const { page, complaints } = await openAuthor(googlebot, { isBroken: false });
    await breakLater(page);
    await expect.poll(() => logged(complaints)).not.toEqual([]);
    expect(await bodyText(page)).toBe(await serverText());
  });

  test.for([chrome, cubot])('shows the error page to a person with %s', async (userAgent) => {
    const { page, complaints } = await openAuthor(userAgent, { isBroken: false });
    await breakLater(page);
    await page.getByRole('link', { name: '返回首頁' }).waitFor();
    expect(await bodyText(page)).toContain('Internal Server Error');
    expect(await bodyText(page)).not.toContain('boom');
    expect(logged(complaints)).toEqual([]);
  });

  test('is not waited for: a crawler follows links to their documents', async () => {
    const { page, isSameDocument } = await openAuthor(googlebot, { isBroken: false });
    await page.getByRole('link', { name: '文章' }).first().click();
    await page.getByRole('heading', { level: 1, name: '文章' }).waitFor();
    expect(await isSameDocument()).toBe(false);
  });
});

describeInChromium('a page whose script does not come', (browser) => {
  test('is loaded once more, and then stays as the server sent it', async () => {
    const { origin } = sampleSite();
    const { page, complaints } = await openWatchedPage(await browser().newContext(), origin);
    const probes: string[] = [];
    let documents = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    page.on('response', (response) => {
      if (response.request().method() === 'HEAD') probes.push(response.url());
    });
    await page.clock.install();
    await page.route('**/assets/author-page-*.js', (route) => route.abort());
    await page.goto(origin + author);
    // Each time the script asks whether the server is there, and only the first time is the page loaded then.
    for (const count of [1, 2]) {
      await expect
        .poll(() => complaints.filter((line) => /dynamically imported/.test(line)).length)
        .toBe(count);
      await page.clock.runFor(1000);
      await expect.poll(() => probes.length).toBe(count);
    }
    await untilAsked(page);
    expect(documents).toBe(2);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('林知遠');
  });
});

/** The page's own script, with a component around it that throws when it is told to. */
async function letAuthorPageBreak(page: Page): Promise<void> {
  await page.route(/\/assets\/author-page-\w+\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `import * as real from '${new URL(route.request().url()).pathname}?real';
        export function AuthorPage() {
          if (window.isPageBroken) throw new Error('boom');
          return real.AuthorPage();
        }`,
    }),
  );
}
