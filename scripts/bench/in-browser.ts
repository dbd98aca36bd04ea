import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { launchChromium, type Browser } from '../tools/chromium.ts';
import { production } from '../build/folders.ts';
import type { Figure } from './figures.ts';
import { startBrowserFloor } from './floor/start-browser-floor.ts';
import { startSite, withTemporaryFolder } from './site.ts';
import { median } from './statistics.ts';

const rounds = 7;
const slowdown = 4;
/** 400 kbit/s and 400 ms for each request: a bad place on a phone. */
const slowNetwork = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

interface Load {
  fcpMs: number;
  lcpMs: number;
  hydratedMs: number;
  blockingMs: number;
  scriptBytes: number;
  /** Every script of the visit, what is loaded in advance too. */
  scripts: string[];
}

type Slow = 'cpu' | 'network';

/** The product list in Chromium on a machine made four times slower, beside React and its router alone. */
export async function measureInBrowser(): Promise<Figure[]> {
  return withTemporaryFolder(async (dataDir) => {
    const site = await startSite({ dataDir, pageStoreMb: 64 });
    const floor = await startBrowserFloor(site);
    const browser = await launchChromium();
    try {
      const ours: Load[] = [];
      const theirs: Load[] = [];
      await load(browser, `${site.origin}/product`);
      await load(browser, `${floor.origin}/product`);
      for (let round = 0; round < rounds; round += 1) {
        ours.push(await load(browser, `${site.origin}/product`));
        theirs.push(await load(browser, `${floor.origin}/product`));
      }
      const onSlowNetwork: Load[] = [];
      for (let round = 0; round < 3; round += 1)
        onSlowNetwork.push(await load(browser, `${site.origin}/product`, 'network'));
      const navigations: number[] = [];
      for (let round = 0; round < rounds; round += 1) navigations.push(await navigate(browser, site.origin));
      return [...figures(ours, theirs, median(navigations)), ...networkFigures(onSlowNetwork)];
    } finally {
      await browser.close();
      await floor.stop();
      await site.stop();
    }
  });
}

function figures(ours: readonly Load[], theirs: readonly Load[], navigationMs: number): Figure[] {
  const of = medianOf;
  const note = (name: Timed) => `React and its router alone: ${of(theirs, name).toFixed(0)}`;
  return [
    {
      name: 'script of the first view',
      value: of(ours, 'scriptBytes') / 1000,
      unit: 'kB',
      target: { below: 125 },
      note: `as sent, brotli; ${note('scriptBytes')} bytes with gzip -9`,
    },
    {
      name: 'all script of a first visit',
      value: gzipBytes(ours[0]?.scripts ?? []) / 1000,
      unit: 'kB',
      target: { below: 135 },
      note: 'gzip -9, with what is loaded in advance',
    },
    { name: `first paint, ${slowdown}× slower`, value: of(ours, 'fcpMs'), unit: 'ms', note: note('fcpMs') },
    { name: 'largest paint', value: of(ours, 'lcpMs'), unit: 'ms', note: note('lcpMs') },
    {
      name: 'hydrated',
      value: of(ours, 'hydratedMs'),
      unit: 'ms',
      target: { below: 1000 },
      note: note('hydratedMs'),
    },
    {
      name: 'hydrated, times React and its router alone',
      value: of(ours, 'hydratedMs') / of(theirs, 'hydratedMs'),
      unit: '×',
      target: { below: 1.15 },
    },
    { name: 'blocking time', value: of(ours, 'blockingMs'), unit: 'ms', note: note('blockingMs') },
    { name: 'from list to product', value: navigationMs, unit: 'ms', note: 'click to the new heading' },
  ];
}

function networkFigures(loads: readonly Load[]): Figure[] {
  return [
    { name: 'largest paint on slow 3G', value: medianOf(loads, 'lcpMs'), unit: 'ms' },
    {
      name: 'hydrated on slow 3G',
      value: medianOf(loads, 'hydratedMs'),
      unit: 'ms',
      target: { below: 5000 },
    },
  ];
}

type Timed = Exclude<keyof Load, 'scripts'>;

function medianOf(loads: readonly Load[], name: Timed): number {
  return median(loads.map((one) => one[name]));
}

function gzipBytes(scripts: readonly string[]): number {
  const files = scripts.map((name) => path.join(production.outDir, 'client/assets', name));
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
}

async function load(browser: Browser, url: string, slow: Slow = 'cpu'): Promise<Load> {
  const { page, close } = await openSlowPage(browser, slow);
  await page.goto(url, { waitUntil: 'load' });
  await untilHydrated(page);
  await page.waitForTimeout(1500);
  const seen = await page.evaluate(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN;
    const { hydratedAt = NaN, largestAt = NaN, blocked = 0 } = window as unknown as Record<string, number>;
    // All that hydration has needed, whenever it came.
    const loaded = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => name.endsWith('.js'));
    const scriptBytes = loaded
      .filter(({ responseEnd }) => responseEnd <= hydratedAt)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    const scripts = [...new Set(loaded.map(({ name }) => name.slice(name.lastIndexOf('/') + 1)))];
    return {
      fcpMs: paint,
      lcpMs: largestAt,
      hydratedMs: hydratedAt,
      blockingMs: blocked,
      scriptBytes,
      scripts,
    };
  });
  await close();
  return seen;
}

async function navigate(browser: Browser, origin: string): Promise<number> {
  const { page, close } = await openSlowPage(browser);
  await page.goto(`${origin}/product`);
  await untilHydrated(page);
  await page.waitForTimeout(1500);
  const ms = await page.evaluate(async () => {
    const link = document.querySelector<HTMLAnchorElement>('main a[href*="/product/info/"]');
    const before = document.querySelector('h1')?.textContent;
    const startedAt = performance.now();
    link?.click();
    while (document.querySelector('h1')?.textContent === before && performance.now() - startedAt < 10_000)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - startedAt;
  });
  await close();
  return ms;
}

/** Asked again and again: the page's policy forbids the `eval` with which `waitForFunction` looks. */
async function untilHydrated(page: Page): Promise<void> {
  const endsAt = performance.now() + 30_000;
  while (!(await page.evaluate(() => 'hydratedAt' in window))) {
    if (performance.now() > endsAt) throw new Error(`${page.url()} was not hydrated within 30 s`);
    await delay(20);
  }
}

async function openSlowPage(browser: Browser, slow: Slow = 'cpu') {
  // With "Headless" in it Chromium counts as a crawler, which follows links to documents.
  const context = await browser.newContext({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  if (slow === 'cpu') await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  else await session.send('Network.emulateNetworkConditions', slowNetwork);
  await page.addInitScript(() => {
    const seen = window as unknown as Record<string, number>;
    seen['blocked'] = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen['blocked'] = (seen['blocked'] ?? 0) + entry.duration - 50;
    }).observe({ type: 'longtask', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen['largestAt'] = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    // No function with a name: the loader of these scripts would mark it with one of its own, which pages lack.
    const looking = setInterval(() => {
      const heading = document.querySelector('h1');
      // React marks the elements that it has taken over.
      if (!heading || !Object.keys(heading).some((key) => key.startsWith('__reactFiber'))) return;
      seen['hydratedAt'] = performance.now();
      clearInterval(looking);
    }, 4);
  });
  return { page, close: () => context.close() };
}
