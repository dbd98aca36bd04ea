import type { Kind } from '#shared/kinds/kind-names.ts';
import { ownValue } from '#shared/own-value.ts';
/** Texts of an entry that are set in the font of titles. */
export interface TitleTexts {
  kind: Kind | 'site';
  id: string;
  /** Text on lists and on other pages too. */
  title: string;
  /** Text on its own page alone. */
  own: string;
  /** The category of a product, the tags of an article: entries with the same stand beside it. */
  filed: readonly string[];
}

/** Elements of a body that are set in it: headings, quotations, and summaries of folded parts. */
const setElements = /<(\/?)(h[1-6]|blockquote|summary)\b[^>]*>/g;

/** Text of a stored body that is set in the font of titles; the rest is in the system's font. */
export function setTextOf(html: string): string {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const match of html.matchAll(setElements)) {
    if (depth > 0) parts.push(html.slice(from, match.index));
    depth = Math.max(0, depth + (match[1] === '/' ? -1 : 1));
    from = match.index + match[0].length;
  }
  return plainText(parts.join(' '));
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return ownValue(entities, name) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    });
}

/** The characters of a text that a font may have a glyph for; spaces are the fallback's, see slice-css.ts. */
export function charactersOf(text: string): Set<string> {
  const characters = new Set<string>();
  // The typed form, and the one that browsers compose.
  for (const character of text + text.normalize('NFC'))
    if (!/[\s\p{C}]/u.test(character)) characters.add(character);
  return characters;
}
