import { expect, test } from 'vitest';
import type { Page, Request, Route } from 'playwright-core';
import { addToPage, openBuiltPage, type Piece } from '../helpers/built-page.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { untilAsked, untilLinksAreSeen } from '../helpers/watched-page.ts';

const article = '/articles/water-temperature';
const payload = `${article}/_payload.json`;
/** Links are loaded in order: when this one has arrived, all before it have been requested. */
const last = '/author/lin-zhiyuan';

const link = (attributes: Record<string, string>, text = '連結'): Piece => ['a', attributes, text];

describeInChromium('a link on the screen', (browser) => {
  const site = sampleSite;

  /** A page with few links of its own, and none to articles. */
  const openLogin = (prepare?: (page: Page) => Promise<unknown>) =>
    openBuiltPage(browser(), '/login', { site: site(), ...(prepare && { prepare }) });

  const named = (requests: string[], path: string) => requests.filter((request) => request.startsWith(path));

  /** Called before the link is there. To its end: the page's clock is also that by which a request is given up. */
  const untilLoaded = (page: Page, path: string) =>
    page.waitForEvent('requestfinished', (request: Request) =>
      request.url().endsWith(`${path}/_payload.json`),
    );

  test('has its page loaded in advance, script and data, once for all links to it', async () => {
    const { page, drainRequests, isSameDocument } = await openLogin();
    const areLoaded = Promise.all([untilLoaded(page, article), untilLoaded(page, last)]);
    const targets = [article, `${article}#s-x`, article, last];
    await addToPage(page, ...targets.map((href) => link({ href })));
    await areLoaded;
    await untilAsked(page);
    const requests = drainRequests();
    expect(named(requests, article)).toEqual([payload]);
    expect(named(requests, '/assets/article-page')).toHaveLength(1);

    await page.getByText('連結').first().click();
    await page.getByRole('heading', { level: 1, name: '水溫這件事' }).waitFor();
    expect(named(drainRequests(), article)).toEqual([]);
    expect(await isSameDocument()).toBe(true);
  });

  test('is left alone where it leads to no page of the site, to this one, to one visitor\u2019s, or away', async () => {
    const here = '/pages/privacy';
    const { page, drainRequests, complaints } = await openBuiltPage(browser(), here, { site: site() });
    const isLoaded = untilLoaded(page, article);
    await addToPage(
      page,
      link({ href: '/articles/tab', target: '_blank' }),
      link({ href: 'http://127.0.0.1:9/articles/elsewhere' }),
      link({ href: 'mailto:lin@example.com' }),
      link({ href: '/articles/download', download: '' }),
      link({ href: here }),
      link({ href: '#main' }),
      link({ href: '/login' }),
      link({ href: '/nope' }),
      link({}),
      link({ href: article }),
    );
    await isLoaded;
    await untilAsked(page);
    const [document, ...requests] = drainRequests();
    expect(document).toBe(here);
    expect(requests).toContain(payload);
    expect(requests.filter((request) => /tab|download|privacy|login|nope/.test(request))).toEqual([]);
    // Requests to another site or protocol would be among these.
    expect(complaints).toEqual([]);
  });

  test('is left alone where the connection is slow, or data is to be saved', async () => {
    // The page's own clock, by which it looks for new links.
    const { page, drainRequests } = await openLogin((opened) => opened.clock.install());
    for (const connection of [{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }]) {
      await page.evaluate((value) => {
        Object.defineProperty(navigator, 'connection', { value, configurable: true });
      }, connection);
      await addToPage(page, link({ href: `/articles/${Object.values(connection).join()}` }));
      await page.clock.runFor(1000);
      await untilLinksAreSeen(page);
      await page.getByText('連結').evaluate((element) => element.remove());
    }
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: false, effectiveType: '4g' } });
    });
    const isLoaded = untilLoaded(page, article);
    await addToPage(page, link({ href: article }));
    await page.clock.runFor(1000);
    await isLoaded;
    // The page has links of its own, to the list of articles too.
    expect(drainRequests().filter((request) => /^\/articles\/[^_]/.test(request))).toEqual([payload]);
  });

  test('below the screen waits until it comes near', async () => {
    const { page, drainRequests } = await openLogin();
    const isLoaded = untilLoaded(page, last);
    await addToPage(
      page,
      link({ href: last }, '近'),
      ...Array.from({ length: 80 }, (): Piece => ['p', {}, '字']),
      link({ href: article }),
    );
    // The observer reports all visible links at once.
    await isLoaded;
    await untilAsked(page);
    expect(named(drainRequests(), article)).toEqual([]);
    await page.getByText('連結').scrollIntoViewIfNeeded();
    await expect.poll(drainRequests).toContain(payload);
  });

  test('to one of many views of a page waits until somebody is about to press it', async () => {
    // The page's own clock, by which somebody lingers.
    const { page, drainRequests } = await openLogin((opened) => opened.clock.install());
    const isLoaded = untilLoaded(page, last);
    const product = '/product/info/zhuni-teapot-150ml';
    await addToPage(
      page,
      link({ href: '/product?brand=x', rel: 'nofollow' }, '品牌'),
      link({ href: product, rel: 'nofollow' }, '選項'),
      link({ href: article, rel: 'nofollow' }),
      link({ href: last }),
    );
    await page.clock.runFor(1000);
    await isLoaded;
    await untilAsked(page);
    const seen = drainRequests();
    expect([...named(seen, article), ...named(seen, product)]).toEqual([]);
    await page.getByText('品牌').hover();
    await page.clock.runFor(1000);
    await page.getByText('選項').hover();
    await page.clock.runFor(1000);
    await page.getByText('連結').first().focus();
    await page.clock.runFor(1000);
    const requests: string[] = [];
    await expect.poll(() => requests.push(...drainRequests()) && requests).toContain(payload);
    expect(requests).toContain(`${product}/_payload.json`);
    // A list with filters is made for each request: its data waits for the press.
    expect(requests.filter((request) => request.includes('brand='))).toEqual([]);
  });

  test('is one of a hundred, and no more than four load at a time', async () => {
    const { page } = await openLogin();
    const asked: string[] = [];
    let held: Route[] = [];
    await page.route('**/articles/a*/_payload.json', (route) => {
      asked.push(route.request().url());
      held.push(route);
    });
    const links = Array.from({ length: 100 }, (_, index) =>
      link({ href: `/articles/a${index}` }, `${index} `),
    );
    await addToPage(page, ['p', {}, ...links]);
    await expect.poll(() => held.length).toBe(4);
    // A fifth would have been requested together with these.
    await untilAsked(page);
    expect(held).toHaveLength(4);
    // Each that is answered lets one more come.
    for (let answered = 0; answered < 100; answered += 4) {
      await expect.poll(() => held.length, { interval: 5 }).toBe(4);
      expect(asked).toHaveLength(answered + 4);
      const four = held;
      held = [];
      for (const route of four) await route.fulfill({ json: { data: {} } });
    }
    await untilAsked(page);
    expect(asked).toHaveLength(100);
    expect(new Set(asked).size).toBe(100);
  });

  test('of the next page is found too', async () => {
    const { page, drainRequests } = await openLogin();
    await page.getByRole('link', { name: '文章' }).first().click();
    const first = page.locator('main h2 a').first();
    await first.scrollIntoViewIfNeeded();
    const target = await first.getAttribute('href');
    await expect.poll(drainRequests).toContain(`${target}/_payload.json`);
  });

  test('is loaded again by a click half a minute later', async () => {
    const { page } = await openLogin((opened) => opened.clock.install());
    const loaded = untilLoaded(page, article);
    await addToPage(page, link({ href: article }));
    await page.clock.runFor(1000);
    await loaded;
    await page.clock.runFor(31_000);
    const loadedAgain = untilLoaded(page, article);
    await page.getByText('連結').click();
    await loadedAgain;
    await page.getByRole('heading', { level: 1, name: '水溫這件事' }).waitFor();
  });

  test('that cannot be loaded in advance says nothing, and the click tries again', async () => {
    const { page, complaints } = await openLogin();
    await page.route(`**${payload}`, (route) => route.abort());
    await page.route('**/assets/article-page-*.js', (route) => route.abort());
    await addToPage(page, link({ href: article }));
    await expect
      .poll(() => complaints.filter((complaint) => complaint.startsWith('failed:')).length)
      .toBeGreaterThan(1);
    // The browser's own lines about the network, and nothing of ours.
    expect(complaints.filter((complaint) => !/^failed:|Failed to load resource/.test(complaint))).toEqual([]);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('登入');

    await page.unroute(`**${payload}`);
    await page.unroute('**/assets/article-page-*.js');
    await page.getByText('連結').click();
    await page.getByRole('heading', { level: 1, name: '水溫這件事' }).waitFor();
  });
});
