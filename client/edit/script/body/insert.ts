import { mediaMarkdown, pictureAddress } from '#shared/editing/media-markdown.ts';
import { lineEnd, lineStart, type SelectedText, type TextChange } from './text-change.ts';

/** Links the selected words, or takes the link away in which they stand. */
export function toggleLink(selected: SelectedText): TextChange {
  const around = elementAround(selected, /\[((?:[^[\]\\\n]|\\.)*)\]\([^()\s]*\)/g);
  if (around) return around;
  const { value, start, end } = selected;
  const text = value.slice(start, end);
  if (isAddress(text)) return insertion(selected, `[](${text.trim()})`, 1);
  const words = text.replace(/[[\]]/g, '\\$&');
  return insertion(selected, `[${words}]()`, text === '' ? 1 : words.length + 3);
}

/** Makes a link of the selected words; null where they are none, or are an address themselves. */
export function linkTo(selected: SelectedText, address: string): TextChange | null {
  const words = selected.value.slice(selected.start, selected.end);
  if (words.trim() === '' || words.includes('\n') || !isAddress(address) || isAddress(words)) return null;
  const link = `[${words.replace(/[[\]]/g, '\\$&')}](${address.trim()})`;
  return insertion(selected, link, link.length);
}

/** Whether a text is a single address of the web, of mail or of a telephone. */
export function isAddress(text: string): boolean {
  return /^(?:https?:\/\/[^\s()<>]+|mailto:[^\s()<>]+@[^\s()<>]+|tel:\+?[\d-]+)$/i.test(text.trim());
}

/** Puts the selected words under small signs, such as bopomofo, or takes these away. */
export function toggleRuby(selected: SelectedText): TextChange {
  const around = elementAround(selected, /<ruby>([^<\n]*)<rt>[^<\n]*<\/rt><\/ruby>/g);
  if (around) return around;
  const words = selected.value.slice(selected.start, selected.end);
  const before = `<ruby>${words}<rt>`;
  return insertion(selected, `${before}</rt></ruby>`, words === '' ? '<ruby>'.length : before.length);
}

/** A sign at the caret, and its note below the paragraph, where it is written next. */
export function insertFootnote({ value, end }: SelectedText): TextChange {
  const numbers = Array.from(value.matchAll(/\[\^(\d{1,6})\]/g), ([, number]) => Number(number));
  const label = `[^${Math.max(0, ...numbers) + 1}]`;
  const to = endOfPart(value, end);
  const rest = value.slice(end, to);
  const text = `${label}${rest}\n\n${label}: `;
  const caret = end + text.length;
  // A text directly below would belong to the note.
  const isApart = value.startsWith('\n\n', to) || value.slice(to).trim() === '';
  return { from: end, to, text: isApart ? text : `${text}\n`, selectFrom: caret, selectTo: caret };
}

/** End of the paragraph, list, quotation or table in which a place is: lists go on over blank lines. */
function endOfPart(value: string, at: number): number {
  let end = lineEnd(value, at);
  const isList = goesOn.test(value.slice(lineStart(value, at), end));
  while (end < value.length) {
    const blank = /^(?:\n[ \t]*)*\n/.exec(value.slice(end, end + 200))?.[0] ?? '\n';
    const next = value.slice(end + blank.length, lineEnd(value, end + blank.length));
    const isBlank = blank.length > 1 || next.trim() === '';
    if (isBlank && !(isList && goesOn.test(next))) break;
    end = lineEnd(value, end + blank.length);
  }
  return end;
}

const goesOn = /^(?:[ \t]+\S|[-*+] |\d{1,9}[.)] |>)/;

interface TableWords {
  heading: (column: number) => string;
}

/** A small table, whose first heading is selected. */
export function insertTable(selected: SelectedText, { heading }: TableWords): TextChange {
  const [first, second] = [heading(1), heading(2)];
  const table = `| ${first} | ${second} |\n| --- | --- |\n|  |  |\n|  |  |`;
  const change = insertBlock(selected, table);
  const selectFrom = change.from + change.text.indexOf(first);
  return { ...change, selectFrom, selectTo: selectFrom + first.length };
}

/** A chosen picture, whose alternative text is written next, or a link to the chosen page with the selected words. */
export function insertPicked(selected: SelectedText, { value, label, path }: Picked): TextChange {
  if (path === null) return insertPicture(behindPictures(selected) ?? selected, value);
  const words = selected.value.slice(selected.start, selected.end).trim() || label;
  const link = `[${words.replace(/[[\]\n]/g, '\\$&')}](${path})`;
  return insertion(selected, link, link.length);
}

interface Picked {
  value: string;
  label: string;
  path: string | null;
}

interface Media {
  path: string;
  contentType: string;
}

/**
 * A file of the library in a paragraph of its own; null for one that no text can show. While the words of a picture are
 * written it comes behind that picture, and the caret stays: of several files each is stored when the caret is within
 * the one before it.
 */
export function insertMedia(selected: SelectedText, media: Media): TextChange | null {
  const place = behindPictures(selected);
  if (place === null) return mediaAt(selected, media);
  const change = mediaAt(place, media);
  return change && { ...change, selectFrom: selected.start, selectTo: selected.end };
}

function mediaAt(selected: SelectedText, media: Media): TextChange | null {
  const markdown = mediaMarkdown(media);
  if (markdown === null) return null;
  return markdown.startsWith('!') ? insertPicture(selected, media.path) : insertBlock(selected, markdown);
}

function insertPicture(selected: SelectedText, path: string): TextChange {
  const change = insertBlock(selected, `![](${pictureAddress(path)})`);
  const caret = change.from + change.text.indexOf('![') + 2;
  return { ...change, selectFrom: caret, selectTo: caret };
}

const picture = String.raw`!\[(?:[^[\]\\\n]|\\.)*\]\([^()\s]*\)`;
const pictures = new RegExp(picture, 'g');
const morePictures = new RegExp(`^(?:\\s*${picture})+`);

/** Place behind the picture within which the selection stands, and behind those that follow it; null elsewhere. */
function behindPictures({ value, start, end }: SelectedText): SelectedText | null {
  const from = lineStart(value, start);
  const line = value.slice(from, lineEnd(value, start));
  for (const { 0: whole, index } of line.matchAll(pictures)) {
    const first = from + index;
    const last = first + whole.length;
    if (start <= first || end >= last) continue;
    const [more = ''] = morePictures.exec(value.slice(last)) ?? [];
    return { value, start: last + more.length, end: last + more.length };
  }
  return null;
}

/** Text in place of the selection, apart from what stands before and after it. The caret comes after it. */
export function insertBlock({ value, start, end }: SelectedText, block: string): TextChange {
  const before = value.slice(Math.max(0, start - 2), start);
  const after = value.slice(end, end + 2);
  const leading =
    before === '' || before === '\n\n' || (start === 1 && before === '\n')
      ? 0
      : before.endsWith('\n')
        ? 1
        : 2;
  const trailing = after === '' || after === '\n\n' ? 0 : after.startsWith('\n') ? 1 : 2;
  const text = '\n'.repeat(leading) + block + '\n'.repeat(trailing);
  const caret = start + leading + block.length;
  return { from: start, to: end, text, selectFrom: caret, selectTo: caret };
}

/** The words of the element in whose single line the whole selection stands, in place of it. */
function elementAround({ value, start, end }: SelectedText, pattern: RegExp): TextChange | null {
  const from = lineStart(value, start);
  const line = value.slice(from, lineEnd(value, start));
  for (const { 0: whole, 1: words = '', index } of line.matchAll(pattern)) {
    const first = from + index;
    // A picture is written as a link with an exclamation mark.
    if (line[index - 1] === '!') continue;
    if (start < first || end > first + whole.length || (start === end && start === first + whole.length))
      continue;
    const text = words.replace(/\\([[\]])/g, '$1');
    return { from: first, to: first + whole.length, text, selectFrom: first, selectTo: first + text.length };
  }
  return null;
}

function insertion({ start, end }: SelectedText, text: string, caretAfter: number): TextChange {
  const caret = start + caretAfter;
  return { from: start, to: end, text, selectFrom: caret, selectTo: caret };
}
