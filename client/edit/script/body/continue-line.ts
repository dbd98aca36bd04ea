import { lineEnd, lineStart, type SelectedText, type TextChange } from './text-change.ts';

/** A blank belongs to one part alone: with a choice for each, a line of 30 marks took minutes. */
const quotation = String.raw`(?:[ \t]{0,4}>)*[ \t]*`;
const item = new RegExp(String.raw`^(${quotation})(?:([-*+])|(\d{1,9})([.)]))([ \t]+)`);
const quote = /^(?:[ \t]{0,3}>[ \t]?)+/;

/**
 * The Enter key in a list or quotation begins its next line, and in an empty one ends it. Null elsewhere: the browser
 * begins a plain line.
 */
export function continueLine(selected: SelectedText): TextChange | null {
  const { value, start, end } = selected;
  const from = lineStart(value, start);
  const line = value.slice(from, lineEnd(value, start));
  const mark = findMark(line);
  if (mark === null || start < from + mark.typed.length || isInCode(value.slice(0, from))) return null;
  if (line.slice(mark.typed.length).trim() === '' && start === end) {
    const caret = from + mark.outer.length;
    return { from, to: from + line.length, text: mark.outer, selectFrom: caret, selectTo: caret };
  }
  const text = `\n${mark.next}`;
  const caret = start + text.length;
  return { from: start, to: end, text, selectFrom: caret, selectTo: caret };
}

interface LineMark {
  typed: string;
  next: string;
  /** Rest of the line when its item is ended. */
  outer: string;
}

function findMark(line: string): LineMark | null {
  const [typed, before = '', sign, number, dot, space = ' '] = item.exec(line) ?? [];
  if (typed !== undefined) {
    const next = sign ?? `${Number(number) + 1}${dot}`;
    return { typed, next: before + next + space, outer: quote.exec(before)?.[0] ?? '' };
  }
  const [quoted] = quote.exec(line) ?? [];
  return quoted === undefined ? null : { typed: quoted, next: quoted, outer: '' };
}

/** In a block of code, a dash is a dash. */
function isInCode(before: string): boolean {
  return (before.match(/^[ \t]{0,3}(?:`{3,}|~{3,})/gm)?.length ?? 0) % 2 === 1;
}
