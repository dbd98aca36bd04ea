import type { DataRouter } from 'react-router';

/**
 * One listener makes every plain link and GET form of the page navigate without a page load, those inside
 * article bodies too. Components render ordinary `<a href>`: less work on the server, and without script
 * everything still works.
 */
export function navigateByLinks(router: DataRouter, basePath: string): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !isPlainClick(event) || !staysInPage(link)) return;
    go(event, new URL(link.href));
  });

  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented || form.method !== 'get') return;
    const url = new URL(form.action);
    url.search = new URLSearchParams(formEntries(form, event.submitter)).toString();
    go(event, url);
  });

  function go(event: Event, url: URL): void {
    if (url.origin !== location.origin || !url.pathname.startsWith(basePath)) return;
    // A place on this page is the browser's own business.
    if (url.hash !== '' && url.pathname === location.pathname && url.search === location.search) return;
    event.preventDefault();
    void router.navigate(`/${url.pathname.slice(basePath.length)}${url.search}${url.hash}`);
  }
}

function isPlainClick(event: MouseEvent): boolean {
  const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
  return !event.defaultPrevented && event.button === 0 && !hasModifier;
}

function staysInPage(link: HTMLAnchorElement): boolean {
  return (
    link.href !== '' && (link.target === '' || link.target === '_self') && !link.hasAttribute('download')
  );
}

function formEntries(form: HTMLFormElement, submitter: HTMLElement | null): [string, string][] {
  const entries = [...new FormData(form, submitter)];
  return entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
}
