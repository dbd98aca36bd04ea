import type { Token } from 'markdown-it';
import { inlineParts } from '../markdown/inline-parts.ts';
import { isOfPicture } from '../markdown/linked-pictures.ts';
import { isPictureAddress } from '../media-path.ts';

export interface Refused {
  /** Typed text: an address, a tag such as `<b>`, a name such as `[^note]`, or a character as `U+0007`. */
  path: string;
  /** The line of the body, from 1. */
  line: number;
  /** Characters of the line up to it, from 1. */
  column?: number;
  reason:
    | HtmlReason
    | 'control-character'
    | 'link'
    | 'image'
    | 'too-many-notes'
    | 'unknown-note'
    | 'unused-note'
    | 'unknown-address'
    | 'unused-address'
    | 'second-definition'
    | 'lost-part';
  /** Likely intention. */
  rather?: string;
  /** The name of the HTML element to which it belongs, or in which it stands. */
  within?: string;
}

/** Reasons for which the HTML of a text is shown as it was typed. */
const htmlReasons = [
  'raw-html',
  'html-attribute',
  'html-value',
  'html-missing',
  'endless-html',
  'unclosed-html',
  'unopened-html',
  'misplaced-html',
  'moved-html',
  'deep-html',
  'no-summary',
  'words-in-element',
  'markdown-in-element',
  'markdown-in-html',
] as const;
export type HtmlReason = (typeof htmlReasons)[number];

export function isHtmlReason(reason: Refused['reason']): reason is HtmlReason {
  return htmlReasons.some((one) => one === reason);
}

/** The package for footnotes copies the whole text for each of them: 10,000 took 14 s. */
export const maxNotes = 1_000;

const linkTarget = /\]\(\s*<?((?:\([^\s()<>]*\)|[^\s()<>])+)/g;
const unknownNote = /\[\^[^[\]\n]+\]/g;
const unknownAddress = /\[([^[\]]+)\]\[((?!\^)[^[\]]*)\]/g;
const linkDefinition = /^(\[[^\]\n]+\]):[ \t]*<?((?:[a-z][a-z0-9+.-]*:|[/\\.])\S*)/gim;
const autolink = /(?<!\]\(\s*)<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*)>/gi;
const tag = /(?<!\]\(\s*)<\/?([a-z][a-z0-9-]*)(?=[\s/>])[^<]*>/gi;
const markup = /<(?:!--|!\[CDATA\[|!doctype\b|\?)/gi;

/**
 * Finds text that was meant as a link, picture or HTML and would be shown as plain text or not at all. Called before
 * escapes are joined with the text around them: escaped signs are meant as text.
 */
export function findRefused(tokens: readonly Token[], source: string): Refused[] {
  const refused = new Map<string, Refused>();
  const refusedLabels = new Set<string>();
  for (const { children, finder } of inlineParts(tokens.filter(isMarkdown), source)) {
    let lineOf = finder();
    // `<b>` and `</b>` in one line are one mistake.
    const refuse = (reason: Refused['reason'], path: string, line = lineOf(path)) => {
      refused.set(`${line} ${reason} ${path}`, { path: path || '()', line, reason });
    };
    for (const [index, child] of children.entries()) {
      if (child.type === 'footnote_ref') {
        const label = child.meta?.['label'];
        const typed = label === undefined ? '^[' : `[^${label}]`;
        const line = lineOf(typed);
        if (child.meta?.['id'] === maxNotes) refuse('too-many-notes', typed, line);
      }
      if (child.type === 'image' && !isPictureAddress(addressOf(child, 'src')))
        refuse('image', addressOf(child, 'src'));
      // Only pictures are found in the media folder; a link is resolved from the page on which it stands.
      const href = child.type === 'link_open' ? addressOf(child, 'href') : null;
      if (href !== null && /^$|^media\//.test(href) && !isOfPicture(children, index)) refuse('link', href);
    }
    const text = children.map(typedText).join('');
    lineOf = finder();
    for (const { index, 1: path = '' } of text.matchAll(linkTarget)) {
      const opening = text.slice(0, index).lastIndexOf('[');
      if (opening >= 0) refuse(text[opening - 1] === '!' ? 'image' : 'link', path);
    }
    lineOf = finder();
    for (const { 0: typed } of text.matchAll(unknownNote)) refuse('unknown-note', typed);
    lineOf = finder();
    for (const { 1: words, 2: label } of text.matchAll(unknownAddress))
      refuse('unknown-address', `[${label || words}]`, lineOf(`][${label}]`));
    lineOf = finder();
    for (const { 1: label = '', 2: path = '' } of text.matchAll(linkDefinition)) {
      refuse('link', path);
      refusedLabels.add(label.toLowerCase());
    }
    lineOf = finder();
    for (const { 1: path = '' } of text.matchAll(autolink)) refuse('link', path);
    lineOf = finder();
    for (const { 0: typed, 1: name } of text.matchAll(tag))
      refuse('raw-html', `<${name}>`, lineOf(typed.slice(0, 20)));
    lineOf = finder();
    for (const { 0: typed } of text.matchAll(markup)) refuse('raw-html', typed);
  }
  // A reference whose address was refused has been reported already.
  return [...refused.values()].filter(
    ({ reason, path }) => reason !== 'unknown-address' || !refusedLabels.has(path.toLowerCase()),
  );
}

/** Words of an HTML block are plain text, even if they look like Markdown. */
function isMarkdown({ meta }: Token): boolean {
  return !meta?.['isHtml'];
}

function addressOf(token: Token, attribute: 'src' | 'href'): string {
  return String(token.attrGet(attribute) ?? '');
}

const somethingElse = '\uFFFC';

function typedText(token: Token): string {
  if (token.type === 'softbreak' || token.type === 'hardbreak') return '\n';
  if (token.type === 'text') return token.content;
  return token.type === 'text_special' && !/[[\]()<>!]/.test(token.content) ? token.content : somethingElse;
}
