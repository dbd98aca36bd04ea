import type { Token } from 'markdown-it';
import type { Refused } from '../html/find-refused.ts';
import { inlineParts } from './inline-parts.ts';

interface RenderedText {
  tokens: readonly Token[];
  source: string;
  html: string;
  headings: readonly { id: string }[];
}

/** Finds links such as `[below](#s-water)` whose target is missing on the page. */
export function findLostParts(
  { tokens, source, html, headings }: RenderedText,
  headingId: (words: string) => string,
): Refused[] {
  const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]));
  return [...inlineParts(tokens, source)].flatMap(({ children, finder }) => {
    const lineOf = finder();
    return children.flatMap((child): Refused[] => {
      const href = child.type === 'link_open' ? asTyped(String(child.attrGet('href'))) : '';
      if (!href.startsWith('#')) return [];
      // Called for each link, so that the finder goes on from one to the next.
      const line = lineOf(href);
      const part = href.slice(1);
      if (ids.has(part) || partsAround.has(part)) return [];
      const meant = headingId(part);
      const rather = ids.has(meant) ? meant : headings[0]?.id;
      return [
        { path: href, line, reason: 'lost-part', ...(rather !== undefined && { rather: `#${rather}` }) },
      ];
    });
  });
}

/** Ids that pages have around a text; `#` and `#top` are the top of every page. */
export const partsAround: ReadonlySet<string> = new Set([
  '',
  'top',
  'main',
  'about',
  'specs',
  'downloads',
  'labelling',
  'mentions',
  'related',
  'products',
  'articles',
]);

/** markdown-it percent-encodes addresses; ids are as the words of their headings. */
function asTyped(href: string): string {
  try {
    return decodeURIComponent(href).normalize('NFC');
  } catch {
    return href;
  }
}
