import { insidePath } from '#shared/address/navigation-target.ts';

const maxAtOnce = 4;
/** Changes come in bursts, and a page that enters has better to do. */
const settledMs = 200;
/** A pointer that crosses a row of links stays at none of them so long. */
const lingeringMs = 50;

interface PrefetchOptions {
  basePath: string;
  /** Loads code and data of a page; the path has the base path. A failure is silent: a click tries again. */
  load: (path: string) => Promise<unknown>;
}

/**
 * Loads the targets of visible links, each path once, a few at a time. One of many views of a page, such as an option of
 * a product or a list with fewer filters, is loaded when somebody is about to press its link: a product has up to 150.
 */
export function prefetchLinks({ basePath, load }: PrefetchOptions): void {
  const seen = new Set<string>();
  const waiting: string[] = [];
  let running = 0;

  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLAnchorElement)) continue;
      observer.unobserve(target);
      add(target);
    }
    next();
  });

  function add(link: HTMLAnchorElement): void {
    const path = targetPath(link, basePath);
    if (path === null || seen.has(path) || isThisPage(path)) return;
    seen.add(path);
    waiting.push(path);
  }

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
    for (const link of document.querySelectorAll('a[href]:not([rel~=nofollow])')) observer.observe(link);
  }

  let lingering = 0;
  const linger = ({ target }: Event) => {
    clearTimeout(lingering);
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link?.relList.contains('nofollow') || isConnectionSlow()) return;
    lingering = window.setTimeout(() => {
      add(link);
      next();
    }, lingeringMs);
  };
  document.addEventListener('pointerover', linger);
  document.addEventListener('focusin', linger);

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
