import { keepState } from './kept-state.ts';
import { mayReload, type GuardEnvironment } from './reload-guard.ts';

/**
 * Loads the document at `path` (with the base path) anew, unless that was done a moment ago. What the visitor
 * has typed comes back, and where they are on the page when it is the same one. Returns whether it does; the page lives on until the answer comes.
 */
export function reloadTo(path: string): boolean {
  if (!mayReload(path, browserEnvironment)) return false;
  keepState(path);
  const records = browserEnvironment.readEntry();
  if (path !== location.pathname + location.search + location.hash) addEntry(path);
  // On the entry that is loaded, so that it is found there when storage is blocked. An address that differs in
  // its fragment only would not be loaded by assigning it.
  history.replaceState({ ...history.state, qingyeReloads: records }, '');
  location.reload();
  return true;
}

/** As the router would. Without a key of its own the entry would take over the place on the page that it came from. */
function addEntry(path: string): void {
  const key = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36);
  history.pushState({ key, idx: (history.state?.idx ?? 0) + 1 }, '', path);
  // The router leaves the place on the page to the browser when the page goes, and this comes after it.
  addEventListener('pagehide', () => (history.scrollRestoration = 'manual'), { once: true });
}

const browserEnvironment: GuardEnvironment = {
  now: () => Date.now(),
  storage: () => sessionStorage,
  readEntry: () => history.state?.qingyeReloads,
  writeEntry: (records) => history.replaceState({ ...history.state, qingyeReloads: records }, ''),
};
