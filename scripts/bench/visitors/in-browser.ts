import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { production } from '#scripts/build/folders.ts';
import type { Figure } from '../figures.ts';
import { startBrowserFloor } from '../floor/start-browser-floor.ts';
import { loadPage, navigateToProduct, slowdown, type PageLoad } from './page-load.ts';
import { startPlainChromium } from './plain-chromium.ts';
import { startSite, withTemporaryFolder } from '../site/site.ts';
import { median } from '../statistics.ts';

const rounds = 7;

/** The product list in Chromium on a machine made four times slower, beside React and its router alone. */
export async function measureInBrowser(): Promise<Figure[]> {
  return withTemporaryFolder(async (dataDir) => {
    const site = await startSite({ dataDir, pageStoreMb: 64 });
    const floor = await startBrowserFloor(site);
    const browser = await startPlainChromium();
    try {
      const ours: PageLoad[] = [];
      const theirs: PageLoad[] = [];
      await loadPage(browser, `${site.origin}/product`);
      await loadPage(browser, `${floor.origin}/product`);
      for (let round = 0; round < rounds; round += 1) {
        ours.push(await loadPage(browser, `${site.origin}/product`));
        theirs.push(await loadPage(browser, `${floor.origin}/product`));
      }
      const onSlowNetwork: PageLoad[] = [];
      for (let round = 0; round < 3; round += 1)
        onSlowNetwork.push(await loadPage(browser, `${site.origin}/product`, 'network'));
      const navigations: number[] = [];
      for (let round = 0; round < rounds; round += 1)
        navigations.push(await navigateToProduct(browser, `${site.origin}/product`));
      return [...figures(ours, theirs, median(navigations)), ...networkFigures(onSlowNetwork)];
    } finally {
      await browser.close();
      await floor.stop();
      await site.stop();
    }
  });
}

function figures(ours: readonly PageLoad[], theirs: readonly PageLoad[], navigationMs: number): Figure[] {
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

function networkFigures(loads: readonly PageLoad[]): Figure[] {
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

type Timed = Exclude<keyof PageLoad, 'scripts'>;

function medianOf(loads: readonly PageLoad[], name: Timed): number {
  return median(loads.map((one) => one[name]));
}

function gzipBytes(scripts: readonly string[]): number {
  const files = scripts.map((name) => path.join(production.outDir, 'client/assets', name));
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
}
