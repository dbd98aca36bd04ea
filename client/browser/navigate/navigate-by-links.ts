import type { DataRouter } from 'react-router';
import { insidePath } from '#shared/address/navigation-target.ts';
import { spellQuery } from '#shared/address/spell-query.ts';
import { documentLoads } from './document-loads.ts';
import { formFields } from '../keep/form-fields.ts';

/**
 * A single listener makes every plain link and GET form of the page navigate without a page load, those inside article
 * bodies too. Components render ordinary `<a href>`: less work on the server, and without script everything still
 * works.
 */
export function navigateByLinks(router: DataRouter, basePath: string): void {
  // On the window: React's listeners are on the document, and an event that one of them has handled is left alone.
  window.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !isPlainClick(event) || !staysInPage(link)) return;
    go(event, link.href, link.hasAttribute('data-in-place'));
  });

  window.addEventListener('submit', (event) => {
    if (!(event.target instanceof HTMLFormElement) || event.defaultPrevented) return;
    const address = queryAddress(event.target, event.submitter);
    if (address !== null) go(event, address);
  });

  function go(event: Event, address: string, isInPlace = false): void {
    const path = insidePath(address, { origin: location.origin, basePath });
    if (path === null || isPlaceOnThisPage(address, path)) return;
    event.preventDefault();
    if (documentLoads.isNewVersionKnown && documentLoads.reload(path)) return;
    // Like any link, a link to the current page adds no entry to the history.
    const replace = path === location.pathname + location.search;
    void router.navigate(`/${path.slice(basePath.length)}`, { replace, state: { isInPlace } });
  }
}

/** Scrolling there is the browser's own business. `#` alone is the top, and nothing of it is left in the path. */
function isPlaceOnThisPage(address: string, path: string): boolean {
  return address.includes('#') && path.split('#', 1)[0] === location.pathname + location.search;
}

function isPlainClick(event: MouseEvent): boolean {
  const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
  return !event.defaultPrevented && event.button === 0 && !hasModifier;
}

function staysInPage(link: Element): link is HTMLAnchorElement {
  return (
    link instanceof HTMLAnchorElement &&
    link.href !== '' &&
    isThisTab(link.target) &&
    !link.hasAttribute('download') &&
    !link.hasAttribute('data-reload')
  );
}

function isThisTab(target: string): boolean {
  return target === '' || target.toLowerCase() === '_self';
}

/** The address that a form leads to; null when that is not a matter of the address alone. */
function queryAddress(form: HTMLFormElement, submitter: HTMLElement | null): string | null {
  // Attributes, because a field named "method" hides the form's own property. A submit button may say otherwise.
  const say = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? '';
  if (/^(post|dialog)$/i.test(say('method')) || !isThisTab(say('target'))) return null;
  const url = new URL(say('action') || location.href, document.baseURI);
  url.search = spellQuery(formEntries(form, submitter));
  return url.href;
}

function formEntries(form: HTMLFormElement, submitter: HTMLElement | null): [string, string][] {
  const entries = [...formFields(form, submitter)];
  return entries.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]);
}
