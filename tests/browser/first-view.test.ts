import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Request } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { samplePages } from '#scripts/tools/sample-pages.ts';
import { openBuiltPage } from '../helpers/built-page.ts';
import { describeInChromium } from '../helpers/chromium-tests.ts';
import { anArticle, anAuthor } from '../helpers/content.ts';
import { readShifts, watchShifts } from '../helpers/layout-shift.ts';
import { shareSiteWith } from '../helpers/shared-content.ts';
import { isHydrated, untilAsked, untilHydrated, untilLinksAreSeen } from '../helpers/watched-page.ts';

const entry = /\/assets\/entry-[^/]*\.js$/;
const otherScripts = /\/assets\/(?!entry-)[^/]*\.js$/;
const pictures = /\/media\//;

declare global {
  interface Window {
    /** Reports the first paint, which the test holds back, to the page. */
    tellOfPaint?: () => void;
  }
}

describeInChromium('the first view', (browser) => {
  const site = shareSiteWith({
    'authors/lin.md': anAuthor(),
    'articles/long.md': anArticle({}, `${'這一段有很多字。'.repeat(20)}\n\n`.repeat(100)),
  });

  /** Opens a page with a stopped clock: nothing happens by waiting. */
  async function open(prepare: (page: Page) => Promise<unknown> = async () => {}) {
    const context = await browser().newContext({ viewport: { width: 1000, height: 700 } });
    const page = await context.newPage();
    const scripts: string[] = [];
    const fetched: string[] = [];
    const note = (list: string[]) => (request: Request) => {
      const { pathname } = new URL(request.url());
      if (otherScripts.test(pathname)) list.push(pathname);
    };
    page.on('request', note(scripts));
    page.on('requestfinished', note(fetched));
    await page.clock.install({ time: 0 });
    // Later than the clock has come meanwhile.
    await page.clock.pauseAt(60_000);
    await prepare(page);
    const hasEntry = page.waitForResponse(entry);
    await page.goto(`${site().origin}/product`, { waitUntil: 'domcontentloaded' });
    await hasEntry;
    return { page, scripts, fetched };
  }

  test('asks for all its scripts at once, and is taken over when its pictures have come', async () => {
    const picture = held();
    const script = held();
    const { page, scripts, fetched } = await open(async (opened) => {
      await opened.route(pictures, picture.route);
      await opened.route(otherScripts, script.route);
    });
    const needed = await page.evaluate(() => document.body.dataset['scripts']?.split(' '));
    // No script has arrived that could request another.
    await expect.poll(() => scripts.toSorted()).toEqual(needed?.toSorted());
    script.release();
    await untilPainted(page);
    await expect.poll(() => fetched.length).toBe(needed?.length);
    await untilAsked(page);
    expect(await isHydrated(page)).toBe(false);

    picture.release();
    await untilHydrated(page);
  });

  const halves = [
    { what: 'a header', address: '/product', width: 390, before: '<li><a href="/login"' },
    {
      what: 'a header above a long text',
      address: samplePages.article,
      width: 390,
      before: '<li><a href="/login"',
    },
    {
      what: 'links in the middle',
      address: samplePages['search-nothing'],
      width: 1440,
      before: '<li><a href="/product?category=%E7%B4%99%E5%93%81"',
    },
    { what: 'a byline', address: samplePages.article, width: 390, before: '<div><a href="/author/' },
    {
      what: 'a header above a text that is painted while it comes',
      address: '/articles/long',
      width: 390,
      before: '<li><a href="/login"',
    },
    { what: 'a footer', address: samplePages.login, width: 1440, before: '<p class="font-serif">' },
  ];

  test('has no half of what would move when the rest comes', async () => {
    const page = await (await browser().newContext()).newPage();
    await watchShifts(page);
    for (const { what, address, width, before } of halves) {
      const { origin, letRestCome } = await cutInTwo(site().origin, before);
      await page.setViewportSize({ width, height: 1600 });
      await page.goto(origin + address, { waitUntil: 'commit' });
      await page.waitForFunction(() => document.querySelector('body *') !== null);
      await untilAskedOften(page);
      letRestCome();
      await untilHydrated(page);
      expect.soft(await readShifts(page), what).toEqual([]);
    }
  });

  test('is painted while a long text still comes', async () => {
    const { origin, letRestCome } = await cutInTwo(site().origin, '</article>');
    const page = await (await browser().newContext()).newPage();
    await page.goto(`${origin}/articles/long`, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    expect(await page.locator('footer').count()).toBe(0);
    letRestCome();
    await page.locator('footer').waitFor();
  });

  test('is painted before it is taken over, when it is loaded before that', async () => {
    const { page, scripts, fetched } = await open((opened) =>
      opened.addInitScript(() => {
        window.PerformanceObserver = class extends PerformanceObserver {
          constructor(callback: PerformanceObserverCallback) {
            super((list, observer) => (window.tellOfPaint = () => callback(list, observer)));
          }
        };
      }),
    );
    await page.waitForLoadState('load');
    await page.waitForFunction(() => window.tellOfPaint);
    await expect.poll(() => fetched.length).toBeGreaterThan(0);
    await expect.poll(() => fetched.length).toBe(scripts.length);
    await untilAsked(page);
    expect(await isHydrated(page)).toBe(false);
    await page.evaluate(() => window.tellOfPaint?.());
    await untilHydrated(page);
  });

  test('waits for a picture for a second', async () => {
    const { page, fetched } = await open((opened) => opened.route(pictures, held().route));
    await untilPainted(page);
    await page.clock.runFor(900);
    await expect.poll(() => fetched.length).toBeGreaterThan(0);
    await untilAsked(page);
    expect(await isHydrated(page)).toBe(false);
    await page.clock.runFor(100);
    await untilHydrated(page);
  });

  test('does not wait for paint where the browser cannot tell', async () => {
    const { page } = await open((opened) =>
      opened.addInitScript(() => {
        Object.defineProperty(PerformanceObserver, 'supportedEntryTypes', { value: [] });
        PerformanceObserver.prototype.observe = () => {};
      }),
    );
    await untilHydrated(page);
  });

  test('does not wait at all where nobody sees it', async () => {
    const { page } = await open(async (opened) => {
      await opened.route(pictures, held().route);
      await opened.addInitScript(() =>
        Object.defineProperty(document, 'visibilityState', { value: 'hidden' }),
      );
    });
    await untilHydrated(page);
  });

  test('has no widget that nothing needs yet: a tooltip’s script comes with the first hover, a toast’s with the first toast', async () => {
    const widgets = new Set<string>();
    const { page } = await openBuiltPage(browser(), '/articles/spring-tea-diary', {
      site: site(),
      context: { permissions: ['clipboard-read', 'clipboard-write'] },
      async prepare(opened) {
        opened.on('request', (request) => {
          const name = /assets\/(tooltip-layer|toast-region|drag-slider|http-client)-/.exec(
            request.url(),
          )?.[1];
          if (name) widgets.add(name);
        });
      },
    });
    await untilLinksAreSeen(page);
    expect([...widgets]).toEqual([]);
    await page.locator('time[title]').first().hover();
    await page.getByRole('tooltip').first().waitFor();
    expect([...widgets]).toEqual(['tooltip-layer']);
    await page.getByRole('button', { name: '複製連結' }).click();
    await page.getByRole('status').filter({ hasText: '已複製' }).first().waitFor();
    expect([...widgets]).toEqual(['tooltip-layer', 'toast-region']);
  });
});

/** Requests that wait until they are let go. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    release: resolve,
    async route(route: { continue(): Promise<void> }): Promise<void> {
      await promise;
      await route.continue();
    },
  };
}

/** By then all observers of it have been called. */
async function untilPainted(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
      }),
  );
  await untilAsked(page);
}

/** For longer than a frame takes, on any machine: none is shown while the page must not be, and no event says so. */
async function untilAskedOften(page: Page): Promise<void> {
  for (let n = 0; n < 40; n += 1) await untilAsked(page);
}

/** The site behind a proxy that stops pages before some text, like a stuttering line, until it is released. */
async function cutInTwo(site: string, before: string): Promise<{ origin: string; letRestCome: () => void }> {
  const { promise: rest, resolve: letRestCome } = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const answer = await fetch(site + request.url, { headers: { accept: request.headers.accept ?? '*/*' } });
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'Content-Type': type });
    const body = Buffer.from(await answer.arrayBuffer());
    if (!type.includes('html')) return response.end(body);
    const html = body.toString();
    const end = html.indexOf(before);
    if (end === -1) throw new Error(`the page has no ${before}`);
    response.write(html.slice(0, end));
    await rest;
    return response.end(html.slice(end));
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, letRestCome };
}
