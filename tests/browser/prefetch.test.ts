import { expect, test } from 'vitest';
import type { Page, Request } from 'playwright-core';
import { addToPage, openBuiltPage, type Piece } from '../helpers/built-page.ts';
import { sampleSite } from '../helpers/built-site.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';

const article = '/articles/water-temperature';
const payload = `${article}/_payload.json`;
/** Longer than a look for new links and what it starts take. */
const aWhileMs = 1500;

const link = (attributes: Record<string, string>, text = '連結'): Piece => ['a', attributes, text];

describeInChromium('a link on the screen', (browser) => {
  const site = sampleSite;

  /** A page with few links of its own, and none to articles. */
  const openLogin = (prepare?: (page: Page) => Promise<unknown>) =>
    openBuiltPage(browser(), '/login', { site: site(), ...(prepare && { prepare }) });

  const named = (requests: string[], path: string) => requests.filter((request) => request.startsWith(path));

  test('has its page loaded in advance, script and data, once for all links to it', async () => {
    const { page, drainRequests, isSameDocument } = await openLogin();
    await addToPage(page, link({ href: article }), link({ href: `${article}#s-x` }), link({ href: article }));
    await page.waitForTimeout(aWhileMs);
    const requests = drainRequests();
    expect(named(requests, article)).toEqual([payload]);
    expect(named(requests, '/assets/article-page')).toHaveLength(1);

    await page.getByText('連結').first().click();
    await page.getByRole('heading', { level: 1, name: '水溫這件事' }).waitFor();
    expect(named(drainRequests(), article)).toEqual([]);
    expect(await isSameDocument()).toBe(true);
  });

  const leftAlone: [what: string, attributes: Record<string, string>][] = [
    ['opens another tab', { href: article, target: '_blank' }],
    ['leads to another site', { href: 'http://127.0.0.1:9/articles/water-temperature' }],
    ['leads to another protocol', { href: 'mailto:lin@example.com' }],
    ['is a download', { href: article, download: '' }],
    ['leads to the page itself', { href: '/login' }],
    ['leads to a place on the page', { href: '#main' }],
    ['leads to no page', { href: '/nope' }],
    ['has no address', {}],
  ];

  test.for(leftAlone)('that %s is left alone', async ([, attributes]) => {
    const { page, drainRequests, complaints } = await openLogin();
    drainRequests();
    await addToPage(page, link(attributes));
    await page.waitForTimeout(aWhileMs);
    // The page has links of its own.
    expect(drainRequests().filter((request) => /water-temperature|nope|login/.test(request))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test.for([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
    'is left alone where the connection is %o',
    async (connection) => {
      const { page, drainRequests } = await openLogin((opened) =>
        opened.addInitScript((value) => {
          Object.defineProperty(navigator, 'connection', { value });
        }, connection),
      );
      drainRequests();
      await addToPage(page, link({ href: article }));
      await page.waitForTimeout(aWhileMs);
      expect(drainRequests()).toEqual([]);
    },
  );

  test('below the screen waits until it comes near', async () => {
    const { page, drainRequests } = await openLogin();
    drainRequests();
    await addToPage(
      page,
      ...Array.from({ length: 80 }, (): Piece => ['p', {}, '字']),
      link({ href: article }),
    );
    await page.waitForTimeout(aWhileMs);
    expect(named(drainRequests(), article)).toEqual([]);
    await page.getByText('連結').scrollIntoViewIfNeeded();
    await expect.poll(drainRequests).toContain(payload);
  });

  test('is one of a hundred, and no more than four load at a time', async () => {
    const { page } = await openLogin();
    let running = 0;
    let most = 0;
    const asked: string[] = [];
    await page.route('**/articles/a*/_payload.json', async (route) => {
      asked.push(route.request().url());
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      await route.fulfill({ json: { data: {} } });
    });
    const links = Array.from({ length: 100 }, (_, index) =>
      link({ href: `/articles/a${index}` }, `${index} `),
    );
    await addToPage(page, ['p', {}, ...links]);
    await expect.poll(() => asked.length).toBe(100);
    expect(new Set(asked).size).toBe(100);
    expect(most).toBe(4);
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
    const isPayload = (request: Request) => new URL(request.url()).pathname === payload;
    // To its end: the clock is also that by which a request is given up.
    const loaded = page.waitForEvent('requestfinished', isPayload);
    await addToPage(page, link({ href: article }));
    await page.clock.runFor(1000);
    await loaded;
    await page.clock.runFor(31_000);
    const loadedAgain = page.waitForEvent('requestfinished', isPayload);
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
