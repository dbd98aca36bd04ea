import createMarkdown, { type MarkdownIt, type Token } from 'markdown-it';
import anchor from 'markdown-it-anchor';
import cjkFriendly from 'markdown-it-cjk-friendly';
import footnote from 'markdown-it-footnote';
import { notesHeading } from '#shared/locale/stored-html.ts';
import { linesOfBlocks } from './block-lines.ts';
import { findImages, markFigures, mediaPathOf } from './body-pictures.ts';
import { readCallouts } from './callouts.ts';
import { findControlCharacters, findEncodedControls, toRefused } from '../front-matter/control-characters.ts';
import { findLostParts } from './find-lost-parts.ts';
import { isHarmless, watchLooseEnds } from './find-loose-ends.ts';
import { findRefused, maxNotes, type Refused } from '../html/find-refused.ts';
import { htmlElements } from '../html/html-elements.ts';
import { findHeadings, headingId, uniqueId, type Heading } from './headings.ts';
import { highlightCode } from './highlight-code.ts';
import { isOfPicture } from './linked-pictures.ts';
import { isPictureAddress } from '../media-path.ts';
import { findMovedHtml } from '../html/moved-html.ts';
import { placeHtml, type PlacedHtml } from '../html/place-html.ts';
import { readHtml, type ReadHtmlEnv } from '../html/read-html.ts';
import { shiftHeadings } from './shift-headings.ts';
import { isSitePath } from '../site-path.ts';
import { joinWideTokens } from './wide-breaks.ts';
import { inlineText, wordsOf } from './words.ts';

export interface RenderedBody {
  /** Safe HTML. Media stand as `<img src="media/…">`, resolved when the body is read. */
  html: string;
  /** The text without markup, one space between blocks. */
  text: string;
  headings: Heading[];
  /** Line, from 0, of each element at the top of the HTML. */
  lines: number[];
  /** The files of the media folder, each with its line, from 1, within the body. */
  images: { path: string; line: number }[];
  refused: Refused[];
  /** Probable oversights that do no harm. */
  warnings: Refused[];
}

/**
 * Raised when the same text becomes other HTML, text or headings: stored bodies are then rendered again
 * (render-stored.ts).
 */
export const rendererVersion = 4;

/** So many characters of code in one text have colours. */
const maxHighlighted = 50_000;

type RenderRule = NonNullable<MarkdownIt['renderer']['rules'][string]>;
type Renderer = (source: string) => RenderedBody;

export function createMarkdownRenderer(): Renderer {
  /** How often each id was used in the text that is being rendered. */
  const headingIds = new Map<string, number>();
  let highlighted = 0;
  const highlight = (code: string, language: string) => {
    highlighted += code.length;
    return (highlighted <= maxHighlighted && highlightCode(code, language)) || '';
  };
  const markdown = createMarkdown({ html: false, linkify: false, typographer: false, highlight })
    .use(cjkFriendly)
    .use(footnote)
    .use(anchor, {
      slugify: (text) => uniqueId(headingId(text), headingIds),
      getTokensText: (children) => wordsOf(children),
      tabIndex: false,
      level: [2, 3, 4, 5, 6],
    });
  // A link that is refused stays readable as the text that was typed.
  markdown.validateLink = isAllowedAddress;
  markdown.core.ruler.after('inline', 'figures', (state) => markFigures(state.tokens));
  markdown.core.ruler.after('inline', 'shift_headings', (state) => shiftHeadings(state.tokens));
  readCallouts(markdown);
  readHtml(markdown);
  let refused: Refused[] = [];
  let looseEnds: Refused[] = [];
  watchLooseEnds(markdown, (ends) => (looseEnds = ends));
  markdown.core.ruler.before('footnote_tail', 'max_notes', ({ env }) => {
    // The types lack the property of the footnote package.
    const { footnotes } = env as { footnotes?: { list?: unknown[] } };
    footnotes?.list?.splice(maxNotes);
  });
  let first: PlacedHtml['first'] = null;
  markdown.core.ruler.before('text_join', 'refused', (state) => {
    const placed = placeHtml(state.tokens, state.src, state.Token);
    ({ tokens: state.tokens, first } = placed);
    const controls = findEncodedControls(state.tokens, state.src).map(toRefused);
    refused = [...controls, ...placed.refused, ...findRefused(state.tokens, state.src)];
  });
  // When escapes are joined with the text around them, and before headings get their ids.
  markdown.core.ruler.after('text_join', 'wide_breaks', (state) => joinWideTokens(state.tokens));
  setRules(markdown);

  const parse = (source: string, env: ReadHtmlEnv = {}) => {
    headingIds.clear();
    highlighted = 0;
    const tokens = markdown.parse(source, env);
    return { tokens, html: markdown.renderer.render(tokens, markdown.options, env) };
  };

  return (source) => {
    let { tokens, html } = parse(source);
    const moved = first && findMovedHtml(html);
    if (first && moved !== null) {
      // Text is allowed anywhere. Problems are reported as they were found.
      const problems = [...refused];
      if (problems.length === 0)
        problems.push({ path: `<${moved}>`, line: first.line, reason: 'moved-html' });
      ({ tokens, html } = parse(source, { isHtmlText: true }));
      refused = problems;
    }
    const headings = findHeadings(tokens);
    const lostParts = findLostParts({ tokens, source, html, headings }, headingId);
    return {
      html,
      text: plainText(tokens),
      headings,
      lines: linesOfBlocks(tokens),
      images: findImages(tokens, source),
      refused: [
        ...findControlCharacters(source).map(toRefused),
        ...refused,
        ...looseEnds.filter(({ reason }) => !isHarmless(reason)),
        ...lostParts,
      ],
      warnings: looseEnds.filter(({ reason }) => isHarmless(reason)),
    };
  };
}

function setRules(markdown: MarkdownIt): void {
  const { rules } = markdown.renderer;
  rules['html_tag'] = (tokens, index) => escapeAttribute(tokens[index]?.content ?? '');
  rules['html_element'] = (tokens, index, options, ...[, self]) => {
    const token = tokens[index];
    if (token && token.nesting > 0) giveAttributes(token);
    const tag = self.renderToken(tokens, index, options);
    if (token?.tag !== 'table') return tag;
    return token.nesting > 0 ? `<div class="table-scroll">${tag}` : `${tag}</div>`;
  };
  rules['image'] = (tokens, index) => {
    const token = tokens[index];
    const path = mediaPathOf(token?.attrGet('src'));
    const alt = escapeAttribute(inlineText(token));
    if (!isPictureAddress(path)) return alt;
    return `<img src="${escapeAttribute(path)}" alt="${alt}" loading="lazy" decoding="async">`;
  };
  rules['link_open'] = (tokens, index, options, ...[, self]) => {
    const token = tokens[index];
    const href = String(token?.attrGet('href') ?? '');
    // Its address is written when the text is read.
    if (token && isOfPicture(tokens, index)) token.attrSet('href', mediaPathOf(href));
    else if (!/^[/#]/.test(href)) token?.attrSet('rel', 'noopener noreferrer');
    return self.renderToken(tokens, index, options);
  };
  // A table wider than the screen scrolls: client/browser/page/wide-blocks.ts.
  rules['table_open'] = () => '<div class="table-scroll"><table>\n';
  rules['table_close'] = () => '</table></div>\n';
  rules['th_open'] = renderCell;
  rules['td_open'] = renderCell;
  rules['figure_open'] = (tokens, index) => (tokens[index]?.hidden ? '' : '<figure>');
  rules['figure_close'] = (tokens, index) => {
    if (tokens[index]?.hidden) return '\n';
    const caption = String(tokens[index]?.meta?.['caption'] ?? '');
    return `${caption && `<figcaption>${escapeAttribute(caption)}</figcaption>`}</figure>\n`;
  };
  // Labels are written when the text is read (shared/locale/stored-html.ts).
  rules['footnote_block_open'] = () => `<section class="footnotes">${notesHeading}\n<ol>\n`;
  rules['footnote_caption'] = (tokens, index) => `[${Number(tokens[index]?.meta?.['id'] ?? 0) + 1}]`;
  rules['footnote_anchor'] = (tokens, index, ...rest) => {
    const id = rules['footnote_anchor_name']?.(tokens, index, ...rest) ?? '';
    // A note that is referred to again has one way back for each.
    const subId = Number(tokens[index]?.meta?.['subId'] ?? 0);
    const suffix = subId > 0 ? `:${subId}` : '';
    return ` <a href="#fnref${id}${suffix}" class="footnote-backref">↩\uFE0E</a>`;
  };
}

/** In a fixed order, so that code that reads the HTML again finds them. */
function giveAttributes(token: Token): void {
  const { attributes, given } = htmlElements.get(token.tag) ?? {};
  if (attributes === undefined || given === undefined) return;
  const typed = new Map(token.attrs);
  token.attrs = [
    ...Object.keys(attributes)
      .filter((name) => typed.has(name) && !Object.hasOwn(given, name))
      .map((name): [string, string] => [name, String(typed.get(name)).normalize('NFC')]),
    ...Object.entries(given),
  ];
}

/** The content security policy allows no `style`: the alignment of a column is a class. */
const renderCell: RenderRule = (tokens, index, options, ...[, self]) => {
  const cell = tokens[index];
  const side = /^text-align:(\w+)$/.exec(String(cell?.attrGet('style') ?? ''))?.[1];
  if (cell && side) cell.attrs = [['class', `align-${side}`]];
  return self.renderToken(tokens, index, options);
};

/** A path of this site, a place on the page, or the web and mail; nothing that runs. */
function isAllowedAddress(address: string): boolean {
  const trimmed = address.trim();
  if (/^(?:https?:\/\/|mailto:|tel:)/i.test(trimmed)) return URL.canParse(trimmed);
  if (/[\p{Cc}\\]/u.test(trimmed)) return false;
  return /^(?:#|media\/)/.test(trimmed) || isSitePath(trimmed);
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .filter((token) => token.type === 'inline')
    .map(inlineText)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function escapeAttribute(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
