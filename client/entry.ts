import { holdPictures } from './browser/navigate/hold-pictures.ts';
import { watchLeaving } from './browser/navigate/leaving.ts';
import { createDocumentLoads } from './browser/fetch/reload.ts';

/**
 * The script that each document loads. The server has sent a whole page: people see it first, with its pictures, then
 * the scripts run. They load meanwhile, after the content of the page.
 */
async function untilSeen(): Promise<void> {
  // A hidden tab, in the background or not opened yet, is never painted.
  if (document.visibilityState === 'hidden') return;
  const waitedEnough = new Promise((resolve) => setTimeout(resolve, maxWaitMs));
  await Promise.race([Promise.all([firstPaint(), loaded()]), waitedEnough]);
}

/**
 * Enough for a picture that does not come, and for a window that is visible by its own account and covered by others.
 */
const maxWaitMs = 1000;

async function firstPaint(): Promise<void> {
  // Old browsers do not report paints.
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return;
  await new Promise<void>((resolve) => {
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      resolve();
    }).observe({ type: 'paint', buffered: true });
  });
}

/** The styles and the pictures that the first view needs: others are lazy. */
async function loaded(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
}

/**
 * Requests scripts when this one has come, before pictures are requested: on a slow line it is idle just then.
 * Requested in the head of the page they would delay its styles.
 */
function fetchAhead(addresses: readonly string[]): void {
  for (const address of addresses) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.fetchPriority = 'low';
    link.href = address;
    document.head.append(link);
  }
}

async function run(): Promise<void> {
  watchLeaving();
  const addresses = document.body.dataset['scripts']?.split(' ') ?? [];
  fetchAhead(addresses);
  const letPicturesCome = holdPictures(import.meta.url);
  await untilSeen();
  const scripts = await loadScripts(addresses);
  letPicturesCome?.();
  await scripts?.start(documentLoads);
}

/**
 * Resolves to null where scripts are missing or cannot run. Without them the page is still a page: links and forms
 * work.
 */
async function loadScripts(addresses: readonly string[]): Promise<typeof import('./start.tsx') | null> {
  try {
    // Each is run by itself, which leaves pauses.
    await Promise.all(addresses.map((address) => import(address)));
    return await import('./start.tsx');
  } catch (error) {
    console.error(error);
    if (isMissingScript(error))
      await documentLoads.insteadOfScript(location.pathname + location.search + location.hash);
    return null;
  }
}

/**
 * Whether a script could not be loaded. A script that has loaded and cannot be parsed, or throws, would do so again: an
 * old browser would load the page for ever. Chrome, Firefox and Safari have a message each for a missing script.
 * Importing again and comparing the errors does not work in WebKit, which resolves the second time.
 */
function isMissingScript(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported|importing a module/i.test(error.message);
}

const documentLoads = createDocumentLoads(import.meta.url);
run().catch((error: unknown) => console.error(error));
