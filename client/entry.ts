import { watchLeaving } from './browser/leaving.ts';
import { createDocumentLoads } from './browser/reload.ts';

/**
 * The script that each document loads. The server has sent a whole page: people see it first, with its pictures, then
 * the scripts come and run. On a phone that loads them at once they take the line from styles and pictures.
 */
async function untilSeen(): Promise<void> {
  // What is not seen, in another tab or before it is asked for, is not painted.
  if (document.visibilityState === 'hidden') return;
  const longestWait = new Promise((resolve) => setTimeout(resolve, longestWaitMs));
  await Promise.race([Promise.all([firstPaint(), loaded()]), longestWait]);
}

/** For a picture that does not come, and for a window that is visible by its own account and covered by others. */
const longestWaitMs = 1000;

async function firstPaint(): Promise<void> {
  // An old browser cannot tell.
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

async function run(): Promise<void> {
  watchLeaving();
  await untilSeen();
  const scripts = await loadScripts();
  await scripts?.start(documentLoads);
}

/** Null when one does not come. Without them the page is still a page: links and forms work. */
async function loadScripts(): Promise<typeof import('./start.tsx') | null> {
  try {
    // All at once: what one imports need not wait until it has come. Each is run by itself, which leaves pauses.
    const addresses = document.body.dataset['scripts']?.split(' ') ?? [];
    await Promise.all(addresses.map((address) => import(address)));
    return await import('./start.tsx');
  } catch (error) {
    console.error(error);
    await documentLoads.insteadOfScript(location.pathname + location.search + location.hash);
    return null;
  }
}

const documentLoads = createDocumentLoads(import.meta.url);
run().catch((error: unknown) => console.error(error));
