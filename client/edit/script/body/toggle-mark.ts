import { lineEnd, lineStart, type SelectedText, type TextChange } from './text-change.ts';

type Mark = '*' | '**';

/** Marks the selected words, or takes the mark away where they have it; each line by itself. */
export function toggleMark(selected: SelectedText, mark: Mark): TextChange {
  const { value, start, end } = withoutBlanks(selected);
  if (start === end) return toggleAtCaret(value, start, mark);
  const text = value.slice(start, end);
  if (text.includes('\n')) return toggleLines({ value, start, end }, mark);
  const outer = Math.min(asterisksBefore(value, start), asterisksAfter(value, end));
  if (hasMark(outer, mark)) return change(start - mark.length, end + mark.length, text, [0, text.length]);
  const plain = withoutMark(text, mark);
  if (plain !== null) return change(start, end, plain, [0, plain.length]);
  return change(start, end, mark + text + mark, [mark.length, mark.length + text.length]);
}

function toggleAtCaret(value: string, caret: number, mark: Mark): TextChange {
  const from = lineStart(value, caret);
  const line = value.slice(from, lineEnd(value, caret));
  for (const { 0: whole, 1: marks = '', 2: words = '', index } of line.matchAll(/(\*{1,3})([^*]*)\1/g)) {
    const start = from + index;
    if (caret < start + marks.length || caret > start + whole.length - marks.length) continue;
    if (!hasMark(marks.length, mark)) break;
    const rest = marks.slice(mark.length);
    const place = caret - start - mark.length;
    return change(start, start + whole.length, rest + words + rest, [place, place]);
  }
  return change(caret, caret, mark + mark, [mark.length, mark.length]);
}

function toggleLines({ value, start, end }: SelectedText, mark: Mark): TextChange {
  const lines = value.slice(start, end).split('\n');
  const parts = lines.map((line) => {
    const [before = ''] = beginning.exec(line) ?? [];
    const words = line.slice(before.length).trimEnd();
    return { before, words, after: line.slice(before.length + words.length) };
  });
  const isOn = parts.every(({ words }) => words === '' || withoutMark(words, mark) !== null);
  const text = parts
    .map(({ before, words, after }) => {
      if (words === '') return before + after;
      const plain = withoutMark(words, mark);
      return before + (isOn ? (plain ?? words) : plain === null ? mark + words + mark : words) + after;
    })
    .join('\n');
  return change(start, end, text, [0, text.length]);
}

/** Marks of Markdown at the beginning of a line, after which its words come. */
const beginning = /^[ \t]*(?:>[ \t]?|[-*+][ \t]+|\d{1,9}[.)][ \t]+|#{1,6}[ \t]+)*/;

/** A single asterisk is emphasis, two are bold, three are both. */
function hasMark(asterisks: number, mark: Mark): boolean {
  return mark === '**' ? asterisks >= 2 : asterisks % 2 === 1;
}

function withoutMark(text: string, mark: Mark): string | null {
  const inner = Math.min(asterisksAfter(text, 0), asterisksBefore(text, text.length));
  const isMarked = hasMark(inner, mark) && text.length > 2 * inner;
  return isMarked ? text.slice(mark.length, -mark.length) : null;
}

function asterisksBefore(value: string, at: number): number {
  let count = 0;
  while (count < 3 && value[at - count - 1] === '*') count += 1;
  return count;
}

function asterisksAfter(value: string, at: number): number {
  let count = 0;
  while (count < 3 && value[at + count] === '*') count += 1;
  return count;
}

/** A mark beside a blank is no mark. */
function withoutBlanks({ value, start, end }: SelectedText): SelectedText {
  const text = value.slice(start, end);
  const words = text.trim();
  if (words === '') return { value, start, end: start };
  const from = start + text.indexOf(words);
  return { value, start: from, end: from + words.length };
}

/** `within` is the selection within the new text. */
function change(from: number, to: number, text: string, within: readonly [number, number]): TextChange {
  return { from, to, text, selectFrom: from + within[0], selectTo: from + within[1] };
}
