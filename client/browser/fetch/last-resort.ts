import { texts } from '#shared/locale/texts.ts';
import { documentLoads } from '../navigate/document-loads.ts';

/**
 * Replaces the empty container that React leaves when even the error page cannot be rendered. It loads the server's
 * document or, if that was tried a moment ago, shows a message.
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
  // The router still exists, but nothing would render its pages.
  retry.dataset['reload'] = '';
  retry.textContent = texts.error.retry;
  const main = document.createElement('main');
  main.className = 'site-width py-12';
  main.append(heading, text, retry);
  container.replaceChildren(main);
}
