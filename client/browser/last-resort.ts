import { texts } from '#shared/locale/texts.ts';
import { documentLoads } from './document-loads.ts';

/**
 * When not even an error page could be rendered React leaves nothing in the container. The server may have something
 * better; if that was asked a moment ago, this says what there is to say.
 */
export function showLastResort(container: Element): void {
  const here = location.pathname + location.search;
  if (documentLoads.reload(here + location.hash)) return;
  const heading = document.createElement('h1');
  heading.className = 'page-title';
  heading.textContent = texts.error.serverTitle;
  const text = document.createElement('p');
  text.textContent = texts.error.serverText;
  const retry = document.createElement('a');
  retry.className = 'button mt-4';
  retry.href = here;
  // The router is there still, with nobody who would show its pages.
  retry.dataset['reload'] = '';
  retry.textContent = texts.error.retry;
  const main = document.createElement('main');
  main.className = 'site-width py-12';
  main.append(heading, text, retry);
  container.replaceChildren(main);
}
