import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';
import { htmlElements, standsInLine } from './html-elements.ts';
import { parseHtml, type HtmlPiece } from './parse-html.ts';

export type ReadHtmlEnv = {
  /** All HTML of the text is text. */
  isHtmlText?: boolean;
};

/**
 * Reads the elements of the closed list. Each tag becomes a token `html_tag`, which is shown as the text that was typed
 * until `placeHtml` finds that it may stand where it does. All other HTML is text to Markdown, as without these rules.
 */
export function readHtml(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('html_inline', 'html_element', readTag);
  markdown.block.ruler.before('html_block', 'html_elements', readBlock, {
    alt: ['paragraph', 'reference', 'blockquote'],
  });
}

/** Pattern of a tag within a line, by the grammar of CommonMark, to find its end. The HTML parser interprets it. */
const tagInLine =
  /<(?:[a-z][a-z0-9-]*(?:\s+[a-z_:][a-z0-9:._-]*(?:\s*=\s*(?:[^"'=<>`\s]+|'[^']*'|"[^"]*"))?)*\s*\/?|\/[a-z][a-z0-9-]*\s*)>/iy;

function readTag(state: StateInline, isSilent: boolean): boolean {
  if (state.env['isHtmlText']) return false;
  tagInLine.lastIndex = state.pos;
  const typed = tagInLine.exec(state.src)?.[0];
  if (typed === undefined) return false;
  const [piece, ...rest] = parseHtml(typed);
  if ((piece?.kind !== 'open' && piece?.kind !== 'close') || rest.length > 0) return false;
  if (!htmlElements.has(piece.name)) return false;
  // Its nesting is set after: Markdown would stop at a depth of 100.
  if (!isSilent) describeTag(state.push('html_tag', '', 0), piece);
  state.pos += typed.length;
  return true;
}

const blockStart = /^<\/?([a-z][a-z0-9-]*)(?=[\s>]|\/>|$)/i;

/**
 * Reads a block like CommonMark (type 6): it begins with a tag of our list that stands by itself, and ends before a
 * blank line, after which Markdown works again inside the open elements. Inline elements never begin one, so that a
 * paragraph may begin with `<ruby>`.
 */
function readBlock(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  const { bMarks, tShift, eMarks, sCount, blkIndent, src } = state;
  if (state.env['isHtmlText'] || (sCount[startLine] ?? 0) - blkIndent >= 4) return false;
  const start = (bMarks[startLine] ?? 0) + (tShift[startLine] ?? 0);
  if (src[start] !== '<') return false;
  const name = blockStart.exec(src.slice(start, eMarks[startLine]))?.[1]?.toLowerCase() ?? '';
  if (!htmlElements.has(name) || standsInLine(name)) return false;
  if (isSilent) return true;

  let next = startLine + 1;
  while (next < endLine && (sCount[next] ?? 0) >= blkIndent && !state.isEmpty(next)) next += 1;
  state.line = next;
  const pieces = parseHtml(state.getLines(startLine, next, blkIndent, true));
  for (const token of tokensOf(pieces, startLine, state)) state.tokens.push(token);
  return true;
}

/** Words and inline tags between them become one token, like the words of a paragraph; their text is not Markdown. */
function tokensOf(pieces: readonly HtmlPiece[], startLine: number, { Token: Make }: StateBlock): Token[] {
  const tokens: Token[] = [];
  for (const piece of pieces) {
    const token = new Make(piece.kind === 'text' ? 'text' : 'html_tag', '', 0);
    token.map = [startLine + piece.line, startLine + piece.line + 1];
    if (piece.kind === 'text') {
      token.content = piece.text;
      token.meta = { typed: piece.typed };
    } else describeTag(token, piece);
    if (token.tag !== '' && !standsInLine(token.tag)) {
      tokens.push(token);
      continue;
    }
    const last = tokens.at(-1);
    if (last?.type === 'inline') last.children?.push(token);
    else {
      const words = new Make('inline', '', 0);
      words.map = token.map;
      words.meta = { isHtml: true };
      words.children = [token];
      tokens.push(words);
    }
  }
  return tokens;
}

/** Its `tag` is empty where it is not of the closed list. */
function describeTag(token: Token, piece: Exclude<HtmlPiece, { kind: 'text' }>): void {
  token.content = piece.typed;
  if (piece.kind === 'other') return;
  const element = htmlElements.get(piece.name);
  if (element) token.tag = piece.name;
  else token.info = piece.name;
  if (piece.kind === 'close') {
    token.nesting = -1;
    return;
  }
  token.nesting = element?.holds === 'nothing' ? 0 : 1;
  if (piece.attributes.length > 0) token.attrs = piece.attributes;
}
