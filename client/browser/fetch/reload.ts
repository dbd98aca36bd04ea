import type { DocumentLoads } from '../navigate/document-loads.ts';
import { isLeaving } from '../navigate/leaving.ts';
import { mayReload, type GuardEnvironment } from './reload-guard.ts';

/**
 * Time in ms for a navigation to be told or to end this page. No browser has an event for each: Back to another document
 * is none of the Navigation API's, and Firefox tells of it after it has ended the page's requests.
 */
const untoldNavigationMs = 1000;

/** `entryUrl` is the address of the entry, which is another one in each build. */
export function createDocumentLoads(entryUrl: string): DocumentLoads {
  /**
   * Reloads the page. Typed text is restored, and on the same page the scroll position too. The page lives on until the
   * answer comes.
   */
  function reload(path: string, buildOfScript?: string): boolean {
    if (!mayReload(path, browserEnvironment, buildOfScript)) return false;
    loads.beforeReload(path);
    const records = browserEnvironment.readEntry();
    if (path !== location.pathname + location.search + location.hash) addEntry(path);
    // On the entry that is loaded, so that it is found there when storage is blocked. An address that differs in
    // its fragment only would not be loaded by assigning it.
    history.replaceState({ ...history.state, qingyeReloads: records }, '');
    location.reload();
    return true;
  }

  async function insteadOfScript(path: string): Promise<boolean> {
    await new Promise((resolve) => setTimeout(resolve, untoldNavigationMs));
    const isAnswered = !isLeaving() && (await answers(entryUrl));
    // The page stays as it is until the other document comes.
    if (isLeaving()) return new Promise(() => {});
    return isAnswered && reload(path, entryUrl);
  }

  const loads: DocumentLoads = {
    isNewVersionKnown: false,
    reload: (path) => reload(path),
    insteadOfScript,
    beforeReload() {},
  };
  return loads;
}

/** Any status will do: the document may be available although the script is not. */
async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url, { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Adds an entry to the history as the router would. Without a key of its own the entry would take over the place on the
 * page that it came from.
 */
function addEntry(path: string): void {
  const key = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36);
  history.pushState({ key, idx: (history.state?.idx ?? 0) + 1 }, '', path);
  // The place on the page is left to the browser when the page goes, and this comes after it.
  addEventListener('pagehide', () => (history.scrollRestoration = 'manual'), { once: true });
}

const browserEnvironment: GuardEnvironment = {
  now: () => Date.now(),
  storage: () => sessionStorage,
  readEntry: () => history.state?.qingyeReloads,
  writeEntry: (records) => history.replaceState({ ...history.state, qingyeReloads: records }, ''),
};
