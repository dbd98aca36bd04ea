import type { DataRouter } from 'react-router';
import { insidePath } from '#shared/navigation-target.ts';
import { documentLoads } from './document-loads.ts';

/**
 * One listener makes every plain link and GET form of the page navigate without a page load, those inside
 * article bodies too. Components render ordinary `<a href>`: less work on the server, and without script
 * everything still works.
 */
export function navigateByLinks(router: DataRouter, basePath: string): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !isPlainClick(event) || !staysInPage(link)) return;
    go(event, link.href);
  });

  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented || form.method !== 'get') return;
    const url = new URL(form.action);
    url.search = new URLSearchParams(formEntries(form, event.submitter)).toString();
    go(event, url.href);
  });

  function go(event: Event, address: string): void {
    const path = insidePath(address, { origin: location.origin, basePath });
    if (path === null || isPlaceOnThisPage(path)) return;
    event.preventDefault();
    if (documentLoads.isNewVersionKnown && documentLoads.reload(path)) return;
    void router.navigate(`/${path.slice(basePath.length)}`);
  }
}

/** Scrolling there is the browser's own business. */
function isPlaceOnThisPage(path: string): boolean {
  return path.includes('#') && path.split('#', 1)[0] === location.pathname + location.search;
}

function isPlainClick(event: MouseEvent): boolean {
  const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
  return !event.defaultPrevented && event.button === 0 && !hasModifier;
}

function staysInPage(link: HTMLAnchorElement): boolean {
  return (
    link.href !== '' &&
    (link.target === '' || link.target === '_self') &&
    !link.hasAttribute('download') &&
    !link.hasAttribute('data-reload')
  );
}

function formEntries(form: HTMLFormElement, submitter: HTMLElement | null): [string, string][] {
  const entries = [...new FormData(form, submitter)];
  return entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
}
