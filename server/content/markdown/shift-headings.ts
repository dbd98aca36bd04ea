import type { Token } from 'markdown-it';

/**
 * Shifts headings, since a page has one h1, its title. In a text that uses `#`, every heading stands one level lower
 * than it is written: `#` is h2, `##` is h3, so that subheadings stay subheadings. h6 is the lowest: there `#####` and
 * `######` are equal. In a text without `#` headings are as written.
 */
export function shiftHeadings(tokens: readonly Token[]): void {
  if (!tokens.some((token) => token.type === 'heading_open' && token.tag === 'h1')) return;
  for (const token of tokens) {
    if (token.type === 'heading_open' || token.type === 'heading_close')
      token.tag = `h${Math.min(Number(token.tag.slice(1)) + 1, 6)}`;
  }
}
