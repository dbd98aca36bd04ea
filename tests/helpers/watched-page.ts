import type { BrowserContext, Page, Request } from 'playwright-core';

export interface WatchedPage {
  page: Page;
  /**
   * Errors and warnings of a visitor's developer tools, and requests that failed or left the site. Aborted ones are
   * left out: a browser aborts pending requests of a page or picture that has gone, as its timing has it.
   */
  complaints: string[];
  /**
   * Paths of the requests since the last call, in order. Without those that a browser makes or leaves out as it likes.
   */
  drainRequests(): string[];
}

export async function openWatchedPage(context: BrowserContext, origin: string): Promise<WatchedPage> {
  const page = await context.newPage();
  const complaints: string[] = [];
  let requests: string[] = [];
  page.on('console', (message) => complaints.push(`console ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (reason !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()} ${reason}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin === origin) {
      if (!isOptional(request)) requests.push(url.pathname + url.search);
    } else if (url.protocol !== 'data:') complaints.push(`left the site: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`status ${response.status()}: ${response.url()}`);
  });
  return {
    page,
    complaints,
    drainRequests() {
      const drained = requests;
      requests = [];
      return drained;
    },
  };
}

/** Icons and the manifest are the browser's business, and the last one is a test's own. */
function isOptional(request: Request): boolean {
  const { pathname, search } = new URL(request.url());
  return optionalFiles.test(pathname) || search === markerQuery;
}

const optionalFiles = /\/(?:favicon\.\w+|apple-touch-icon\.png|icon-\d+\.png|manifest\.webmanifest)$/;
const markerQuery = '?asked-by-a-test';

/** Resolves when all requests so far are known, since a last one has been answered. */
export async function untilAsked(page: Page): Promise<void> {
  await page.evaluate(async (query) => {
    await fetch(`/healthz${query}`);
  }, markerQuery);
}

/** Resolves after two frames, when all observers of the first have been called. */
export async function untilFrames(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
}

/** Resolves when the observers of visible links have been called, and their requests have been sent. */
export async function untilLinksAreSeen(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        // Observers are called in the order in which they were made.
        const observer = new IntersectionObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body);
      }),
  );
  await untilAsked(page);
}

/** React marks the elements that it has taken over. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(isHeadingHydrated);
}

export function isHydrated(page: Page): Promise<boolean> {
  return page.evaluate(isHeadingHydrated);
}

function isHeadingHydrated(): boolean {
  const heading = document.querySelector('h1');
  return heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactFiber'));
}

/** Resolves when the scripts after the first view have come. */
export async function untilIdle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.hasAttribute('data-live'));
}
