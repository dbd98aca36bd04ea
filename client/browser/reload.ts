import { keepState } from './kept-state.ts';
import { mayReload, type GuardEnvironment } from './reload-guard.ts';

/**
 * Loads the document at `path` (with the base path) anew, unless that was done a moment ago. What the visitor
 * has typed and where they are comes back. Returns whether it does; the page lives on until the answer comes.
 */
export function reloadTo(path: string): boolean {
  if (!mayReload(path, browserEnvironment)) return false;
  keepState(path);
  const records = browserEnvironment.readEntry();
  if (path !== location.pathname + location.search + location.hash) history.pushState(null, '', path);
  // On the entry that is loaded, so that it is found there when storage is blocked. An address that differs in
  // its fragment only would not be loaded by assigning it.
  history.replaceState({ ...history.state, qingyeReloads: records }, '');
  location.reload();
  return true;
}

const browserEnvironment: GuardEnvironment = {
  now: () => Date.now(),
  storage: () => sessionStorage,
  readEntry: () => history.state?.qingyeReloads,
  writeEntry: (records) => history.replaceState({ ...history.state, qingyeReloads: records }, ''),
};
