import type { Token } from 'markdown-it';
import type { Refused } from './find-refused.ts';
import { HtmlNest, lineOf } from './html-nest.ts';
import { inlineParts } from '../markdown/inline-parts.ts';

export interface PlacedHtml {
  tokens: Token[];
  refused: Refused[];
  /** The first element that is shown as such; null when there is none. */
  first: { name: string; line: number } | null;
}

/**
 * Finds which tags may stand where they do, and makes elements of them. All others stay text: one that is not closed
 * takes nothing with it. An element ends in the paragraph, list item or quotation in which it began.
 */
export function placeHtml(tokens: readonly Token[], source: string, Make: typeof Token): PlacedHtml {
  const refused = new Map<string, Refused>();
  const onRefused = (mistake: Refused) => {
    refused.set(`${mistake.line} ${mistake.reason} ${mistake.path} ${mistake.within ?? ''}`, mistake);
  };
  const options = {
    onRefused,
    makeToken(name: string, nesting: 1 | -1) {
      const token = new Make('html_element', name, nesting);
      token.content = nesting > 0 ? `<${name}>` : `</${name}>`;
      return token;
    },
  };
  const tags = findTags(tokens, source);
  if (tags.length === 0) return { tokens: [...tokens], refused: [], first: null };

  const blocks = new HtmlNest({ ...options, holds: 'blocks' });
  const placed: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'inline') {
      if (token.meta?.['isHtml']) tellWords(token, blocks, onRefused);
      const words = new HtmlNest({ ...options, holds: 'words' });
      token.children = placeInLine(token.children ?? [], words);
      placed.push(token);
    } else if (token.type === 'html_tag') placed.push(...blocks.tag(token));
    else {
      if (blocks.isDirectlyIn('figure')) hidePlainFigure(token, tokens[index + 2]);
      placed.push(...blocks.markdown(token));
    }
  }
  placed.push(...blocks.end());
  // Implied elements are among the placed tokens only.
  const first = [...tags, ...placed].find((token) => token.type === 'html_element');
  return {
    tokens: placed,
    refused: [...refused.values()].sort((a, b) => a.line - b.line),
    first: first ? { name: first.tag, line: lineOf(first) } : null,
  };
}

/** Every tag of the text, each with its line. */
function findTags(tokens: readonly Token[], source: string): Token[] {
  const inLines = [...inlineParts(tokens, source)].flatMap(({ children, finder }) => {
    const tags = children.filter((child) => child.type === 'html_tag');
    if (tags.every((tag) => tag.map)) return tags;
    const lineOfTyped = finder();
    for (const child of children) {
      // A tag that is shown as code comes before the one that is meant.
      if (child.type === 'code_inline' && child.content.includes('<')) lineOfTyped(child.content);
      if (child.type !== 'html_tag') continue;
      const line = lineOfTyped(child.content);
      child.map = [line - 1, line];
    }
    return tags;
  });
  return [...tokens.filter((token) => token.type === 'html_tag'), ...inLines];
}

function placeInLine(children: readonly Token[], nest: HtmlNest): Token[] {
  if (!children.some((child) => child.type === 'html_tag')) return [...children];
  const placed = children.flatMap((child) => {
    if (child.type === 'html_tag') return nest.tag(child);
    return child.nesting === 0 ? [child] : nest.markdown(child);
  });
  return [...placed, ...nest.end()];
}

/** Marks by which an editor would mean Markdown. Where the signs are meant, they can be written as `&#42;`. */
const meantAsMarkdown =
  /\[[^[\]\n]*\]\([^)\s]{0,100}\)?|\[\^[^[\]\s]+\]|\*\*[^\s*][^*\n]*\*\*|~~[^\s~][^~\n]*~~|`[^`\n]+`/g;

/** Words between tags of blocks: they are not read as Markdown, and not everywhere may there be any. */
function tellWords(words: Token, nest: HtmlNest, onRefused: (refused: Refused) => void): void {
  const children = words.children ?? [];
  const first = children.find((child) =>
    child.type === 'text' ? child.content.trim() !== '' : child.tag !== '',
  );
  if (first) nest.words(lineOf(first) + (/^\s*/.exec(first.content)?.[0].split('\n').length ?? 1) - 1);
  for (const child of children) {
    const typed = String(child.meta?.['typed'] ?? '');
    let line = lineOf(child);
    let counted = 0;
    for (const { 0: marks, index } of typed.matchAll(meantAsMarkdown)) {
      line += typed.slice(counted, index).split('\n').length - 1;
      counted = index;
      onRefused({ path: marks, line, reason: 'markdown-in-html' });
    }
  }
}

/** A picture that stands in a figure by itself needs no other figure around it, unless it has a caption of its own. */
function hidePlainFigure(open: Token, close: Token | undefined): void {
  if (open.type !== 'figure_open' || close?.type !== 'figure_close' || close.meta?.['caption'] !== '') return;
  open.hidden = true;
  close.hidden = true;
}
