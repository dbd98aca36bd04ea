import { lineEnd, lineStart, type SelectedText, type TextChange } from './text-change.ts';

const listMark = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+/;
const dashMark = /^[ \t]*[-*+][ \t]+/;
const numberMark = /^[ \t]*\d{1,9}[.)][ \t]+/;
const headingMark = /^#{1,6}[ \t]+/;
const quoteMark = /^[ \t]*>[ \t]?/;
const calloutMark = /^[ \t]*>[ \t]*\[![A-Za-z]+\][ \t]*$/;

/** Makes the selected lines a heading of the second level, then of the third, then plain again. */
export function toggleHeading(selected: SelectedText): TextChange {
  const lines = selectedLines(selected);
  const [first = ''] = lines.texts.filter(isWritten);
  const level = /^#*/.exec(headingMark.exec(first)?.[0] ?? '')?.[0].length ?? 0;
  const mark = level === 0 ? '## ' : level === 2 ? '### ' : '';
  const isEmpty = !lines.texts.some(isWritten);
  return withLines(
    lines,
    lines.texts.map((line) => (isWritten(line) || isEmpty ? mark + line.replace(headingMark, '') : line)),
  );
}

/** Makes the selected lines items of a list, or plain again. */
export function toggleList(selected: SelectedText, kind: 'dashes' | 'numbers'): TextChange {
  const lines = selectedLines(selected);
  const own = kind === 'dashes' ? dashMark : numberMark;
  const written = lines.texts.filter(isWritten);
  if (written.length > 0 && written.every((line) => own.test(line)))
    return withLines(
      lines,
      lines.texts.map((line) => line.replace(listMark, '$1')),
    );
  let count = 0;
  const items = lines.texts.map((line) => {
    if (!isWritten(line) && written.length > 0) return line;
    count += 1;
    const [mark = '', indentation = ''] = listMark.exec(line) ?? [];
    return indentation + (kind === 'dashes' ? '- ' : `${count}. `) + line.slice(mark.length);
  });
  return apart(lines, items, listMark);
}

export function toggleQuote(selected: SelectedText): TextChange {
  const lines = selectedLines(selected);
  const written = lines.texts.filter(isWritten);
  if (written.length > 0 && written.every((line) => quoteMark.test(line)))
    return withLines(
      lines,
      lines.texts.map((line) => line.replace(quoteMark, '')),
    );
  return apart(lines, lines.texts.map(quoted), quoteMark);
}

/** Puts the selected lines into a callout, or takes them out of the one that they stand in. */
export function toggleCallout(selected: SelectedText): TextChange {
  const around = quotationAround(selected);
  if (around.texts[0] !== undefined && calloutMark.test(around.texts[0]))
    return withLines(
      around,
      around.texts.slice(1).map((line) => line.replace(quoteMark, '')),
    );
  const lines = selectedLines(selected);
  return apart(lines, ['> [!TIP]', ...lines.texts.map(quoted)], quoteMark);
}

interface Lines extends SelectedText {
  from: number;
  to: number;
  texts: string[];
}

function selectedLines({ value, start, end }: SelectedText): Lines {
  const from = lineStart(value, start);
  // A selection that ends at the beginning of a line has nothing of it.
  const to = lineEnd(value, end > start && value[end - 1] === '\n' ? end - 1 : end);
  return { value, start, end, from, to, texts: value.slice(from, to).split('\n') };
}

/** The lines before and after the selected ones that belong to the same quotation. */
function quotationAround(selected: SelectedText): Lines {
  const { value } = selected;
  let { from, to } = selectedLines(selected);
  while (from > 0 && quoteMark.test(value.slice(lineStart(value, from - 1), from - 1)))
    from = lineStart(value, from - 1);
  while (to < value.length && quoteMark.test(value.slice(to + 1, lineEnd(value, to + 1))))
    to = lineEnd(value, to + 1);
  return { ...selected, from, to, texts: value.slice(from, to).split('\n') };
}

/** With a blank line to the text around them, which would belong to their first or last line. */
function apart(lines: Lines, texts: readonly string[], ownMark: RegExp): TextChange {
  const { value, from, to } = lines;
  const isBound = (line: string) => isWritten(line) && !ownMark.test(line);
  const isAfterText = from > 0 && isBound(value.slice(lineStart(value, from - 1), from - 1));
  const isBeforeText = to < value.length && isBound(value.slice(to + 1, lineEnd(value, to + 1)));
  return withLines(lines, texts, { before: isAfterText ? '\n' : '', after: isBeforeText ? '\n' : '' });
}

function withLines(
  { from, to, start, end, texts: old }: Lines,
  texts: readonly string[],
  { before, after } = { before: '', after: '' },
): TextChange {
  const lines = texts.join('\n');
  const text = before + lines + after;
  const last = from + before.length + lines.length;
  // Several lines stay selected for the next button; a caret keeps its distance to the end of its line.
  if (start !== end && old.length > 1)
    return { from, to, text, selectFrom: from + before.length, selectTo: last };
  const caretFrom = Math.max(from + before.length, last - (to - start));
  return { from, to, text, selectFrom: caretFrom, selectTo: Math.max(caretFrom, last - (to - end)) };
}

function quoted(line: string): string {
  return isWritten(line) ? `> ${line}` : '>';
}

function isWritten(line: string): boolean {
  return line.trim() !== '';
}
