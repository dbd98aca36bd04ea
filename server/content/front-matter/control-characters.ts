import type { Token } from 'markdown-it';
import { visit, type Document } from 'yaml';
import { ownValue } from '#shared/own-value.ts';
import type { Refused } from '../html/find-refused.ts';

export interface ControlCharacter {
  /** Code point, such as `U+0007`. */
  name: string;
  /** From 1. */
  line: number;
  /** Characters of the line up to it, from 1. */
  column: number;
}

/**
 * Characters that no text may have: controls but tab and line feed, halves of characters, and non-characters. Signs that
 * cannot be seen and mean something, such as U+200B and U+FEFF, stay.
 */
const unwritable = /[[\p{Cc}\p{Cs}\uFFFE\uFFFF]--[\t\n]]/v;

/** The first of each line. */
export function findControlCharacters(text: string): ControlCharacter[] {
  if (!unwritable.test(text)) return [];
  return text.split('\n').flatMap((typed, index) => {
    const character = findControlCharacter(typed);
    return character === null ? [] : { ...character, line: index + 1 };
  });
}

/** The first of a value of a field; null when there is none. */
export function findControlCharacter(value: unknown): ControlCharacter | null {
  const match = typeof value === 'string' ? unwritable.exec(value) : null;
  if (match === null) return null;
  return { name: nameOf(match[0].codePointAt(0) ?? 0), ...placesIn(match.input)(match.index) };
}

const reference = /&#(?:x([0-9a-f]{1,8})|(\d{1,9}));?/gi;

/** The first of each line that a body has as `&#x7;`. In code this is text. */
export function findEncodedControls(tokens: readonly Token[], source: string): ControlCharacter[] {
  if (!source.includes('&#')) return [];
  const lines = source.split('\n');
  const characters = new Map<string, ControlCharacter>();
  for (const token of tokens) {
    if (!mayHoldControl(token)) continue;
    const [start, end] = token.map ?? [0, lines.length];
    for (let line = start; line < end; line += 1) {
      const typed = lines[line] ?? '';
      for (const { index, 1: hexadecimal, 2: decimal } of typed.matchAll(reference)) {
        const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
        if (code <= 0x10ffff && !unwritable.test(String.fromCodePoint(code))) continue;
        const place = { line: line + 1, column: [...typed.slice(0, index)].length + 1 };
        characters.set(`${place.line} ${place.column}`, { name: nameOf(code), ...place });
        // The first of a line: to count the characters before each would cost the square of its length.
        break;
      }
    }
  }
  return [...characters.values()];
}

function mayHoldControl(token: Token): boolean {
  const { type, content, attrs, children } = token;
  if (/^(?:code_inline|code_block|fence)$/.test(type)) return false;
  // The content of a token with children is the source text.
  if (children) return children.some(mayHoldControl) || hasControl(attrs);
  return isSuspect(content) || hasControl(attrs);
}

function hasControl(attributes: Token['attrs']): boolean {
  return (attributes ?? []).some(([, value]) => isSuspect(String(value).replaceAll('%EF%BF%BD', '\uFFFD')));
}

/** Markdown leaves such a reference as it is in a title, and makes U+FFFD of it elsewhere. */
function isSuspect(text: string): boolean {
  return text.includes('\uFFFD') || text.includes('&#') || unwritable.test(text);
}

/** Control characters in YAML, literal or escaped such as `"\x07"`, in the order of their lines. */
export function findControlsInYaml(document: Document, text: string): ControlCharacter[] {
  const literal = findControlCharacters(text);
  const place = placesIn(text);
  const escaped: ControlCharacter[] = [];
  visit(document, {
    Scalar(_key, node) {
      if (node.type !== 'QUOTE_DOUBLE' || !node.range || typeof node.value !== 'string') return;
      if (!unwritable.test(node.value)) return;
      const [start, end] = node.range;
      for (const { 0: typed, index } of text.slice(start, end).matchAll(yamlEscape)) {
        const code = codeOf(typed);
        if (code !== null && unwritable.test(String.fromCodePoint(code)))
          escaped.push({ name: nameOf(code), ...place(start + index) });
      }
    },
  });
  return [...literal, ...escaped].sort((a, b) => a.line - b.line || a.column - b.column);
}

const yamlEscape = /\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|[^])/gi;
const namedEscapes: Readonly<Record<string, number>> = {
  '0': 0,
  a: 7,
  b: 8,
  v: 11,
  f: 12,
  r: 13,
  e: 27,
  N: 0x85,
};

function codeOf(escape: string): number | null {
  const code =
    escape.length > 2
      ? Number.parseInt(escape.slice(2), 16)
      : (ownValue(namedEscapes, escape.slice(1)) ?? null);
  return code !== null && code <= 0x10ffff ? code : null;
}

export function toRefused({ name, line, column }: ControlCharacter): Refused {
  return { path: name, line, column, reason: 'control-character' };
}

export function nameOf(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Finds line and column of an offset; called in the order of the offsets. */
function placesIn(text: string): (offset: number) => { line: number; column: number } {
  let line = 1;
  let start = 0;
  return (offset) => {
    for (let end = text.indexOf('\n', start); end >= 0 && end < offset; end = text.indexOf('\n', start)) {
      start = end + 1;
      line += 1;
    }
    return { line, column: [...text.slice(start, offset)].length + 1 };
  };
}
