import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { timeZone } from '#shared/locale/dates.ts';
import { language } from '#shared/locale/language.ts';
import { slowLine } from '#scripts/tools/chromium.ts';
import { userAgent } from '#scripts/tools/sample-pages.ts';
import type { startPlainChromium } from './plain-chromium.ts';

export const slowdown = 4;

const loadSchema = z.object({
  fcpMs: z.number(),
  lcpMs: z.number(),
  hydratedMs: z.number(),
  blockingMs: z.number(),
  scriptBytes: z.number(),
  /** Every script of the visit, prefetched ones too. */
  scripts: z.array(z.string()),
});
export type PageLoad = z.infer<typeof loadSchema>;

type PlainChromium = Awaited<ReturnType<typeof startPlainChromium>>;

/** How a page loads on a machine made four times slower, or on a slow network. */
export async function loadPage(
  browser: PlainChromium,
  url: string,
  slow: 'cpu' | 'network' = 'cpu',
): Promise<PageLoad> {
  const page = await openHydrated(browser, url, slow);
  const load = loadSchema.parse(await page.evaluate(reading));
  await page.close();
  return load;
}

/** From the click on a product of the list to its heading, in ms, on a machine made four times slower. */
export async function navigateToProduct(browser: PlainChromium, listUrl: string): Promise<number> {
  const page = await openHydrated(browser, listUrl, 'cpu');
  const ms = z.number().parse(await page.evaluate(navigating));
  await page.close();
  return ms;
}

async function openHydrated(browser: PlainChromium, url: string, slow: 'cpu' | 'network') {
  const page = await browser.openPage({ width: 1280, height: 720 });
  // With "Headless" in it Chromium counts as a crawler, which follows links to documents.
  await page.send('Emulation.setUserAgentOverride', { userAgent });
  await page.send('Emulation.setLocaleOverride', { locale: language });
  await page.send('Emulation.setTimezoneOverride', { timezoneId: timeZone });
  await page.send('Network.enable');
  if (slow === 'cpu') await page.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  else await page.send('Network.emulateNetworkConditions', slowLine);
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: watching });
  await page.send('Page.navigate', { url });
  const endsAt = performance.now() + 30_000;
  // Seldom: each question takes time in the thread that shows the page.
  do {
    if (performance.now() > endsAt) throw new Error(`${url} was not hydrated within 30 s`);
    await delay(1500);
  } while (!(await page.evaluate('"hydratedAt" in window && document.readyState === "complete"')));
  await delay(1500);
  return page;
}

/** A string, since the loader of these scripts would mark a function with a helper that pages lack. */
const watching = `
  window.blocked = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.blocked += entry.duration - 50;
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.largestAt = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const looking = setInterval(() => {
    const heading = document.querySelector('h1');
    // React marks the elements that it has taken over.
    if (!heading || !Object.keys(heading).some((key) => key.startsWith('__reactFiber'))) return;
    window.hydratedAt = performance.now();
    clearInterval(looking);
  }, 4);`;

const reading = `(() => {
  const loaded = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
  // All that hydration has needed, whenever it came.
  const needed = loaded.filter(({ responseEnd }) => responseEnd <= window.hydratedAt);
  return {
    fcpMs: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    lcpMs: window.largestAt,
    hydratedMs: window.hydratedAt,
    blockingMs: window.blocked,
    scriptBytes: needed.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    scripts: [...new Set(loaded.map(({ name }) => name.slice(name.lastIndexOf('/') + 1)))],
  };
})()`;

const navigating = `(async () => {
  const before = document.querySelector('h1').textContent;
  const startedAt = performance.now();
  document.querySelector('main a[href*="/product/info/"]').click();
  while (document.querySelector('h1')?.textContent === before && performance.now() - startedAt < 10_000)
    await new Promise((resolve) => requestAnimationFrame(resolve));
  return performance.now() - startedAt;
})()`;
