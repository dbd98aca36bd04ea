import { insidePath } from '#shared/address/navigation-target.ts';

const maxAtOnce = 4;
/** Changes come in bursts, and a page that enters has better to do. */
const settledMs = 200;

interface PrefetchOptions {
  basePath: string;
  /** Loads code and data of a page; the path has the base path. A failure is silent: a click tries again. */
  load: (path: string) => Promise<unknown>;
}

/** Loads the targets of visible links, each path once, a few at a time. */
export function prefetchVisibleLinks({ basePath, load }: PrefetchOptions): void {
  const seen = new Set<string>();
  const waiting: string[] = [];
  let running = 0;

  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLAnchorElement)) continue;
      observer.unobserve(target);
      const path = targetPath(target, basePath);
      if (path === null || seen.has(path) || isThisPage(path)) continue;
      seen.add(path);
      waiting.push(path);
    }
    next();
  });

  function next(): void {
    while (running < maxAtOnce) {
      const path = waiting.shift();
      if (path === undefined) return;
      running += 1;
      void load(path)
        .catch(() => {})
        .finally(() => {
          running -= 1;
          next();
        });
    }
  }

  function lookForLinks(): void {
    observer.disconnect();
    if (isConnectionSlow()) return;
    for (const link of document.querySelectorAll('a[href]')) observer.observe(link);
  }

  // An observer finds new links, so that code that changes the page need not announce them.
  let isLookPlanned = false;
  new MutationObserver(() => {
    if (isLookPlanned) return;
    isLookPlanned = true;
    setTimeout(() => {
      isLookPlanned = false;
      lookForLinks();
    }, settledMs);
  }).observe(document.body, { childList: true, subtree: true });
  lookForLinks();
}

function targetPath(link: HTMLAnchorElement, basePath: string): string | null {
  if ((link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return null;
  return insidePath(link.href, { origin: location.origin, basePath })?.split('#', 1)[0] ?? null;
}

function isThisPage(path: string): boolean {
  return path === location.pathname + location.search;
}

interface NetworkInformation {
  saveData?: boolean;
  effectiveType?: string;
}

/** Chromium only; other browsers are taken to be fast. */
function isConnectionSlow(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '');
}
