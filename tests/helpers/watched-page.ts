import type { BrowserContext, Page } from 'playwright-core';

export interface WatchedPage {
  page: Page;
  /** What a visitor's developer tools would show in red or yellow, and requests that failed or left the site. */
  complaints: string[];
  /** Paths of the requests since the last call, in order. */
  drainRequests(): string[];
}

export async function openWatchedPage(context: BrowserContext, origin: string): Promise<WatchedPage> {
  const page = await context.newPage();
  const complaints: string[] = [];
  let requests: string[] = [];
  page.on('console', (message) => complaints.push(`console ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) =>
    complaints.push(`failed: ${request.url()} ${request.failure()?.errorText}`),
  );
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin === origin) requests.push(url.pathname + url.search);
    else if (url.protocol !== 'data:') complaints.push(`left the site: ${request.url()}`);
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

/** What comes after the first view has come. */
export async function untilIdle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.hasAttribute('data-live'));
}
