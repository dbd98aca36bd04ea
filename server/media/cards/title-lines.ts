import {
  graphemesOf,
  neverBeforeEllipsis,
  neverFirst,
  neverLast,
  wide,
  wordStarts,
} from '#shared/locale/line-breaks.ts';

/** Breaks a title into at most `maxLines` lines, for a width in ems. A longer title ends in an ellipsis. */
export function titleLines(title: string, ems: number, { maxLines, ellipsis }: LineOptions): TitleLines {
  const parts = partsOf(title);
  const lines = fill(parts, ems);
  if (lines.length <= maxLines) return { lines: balanced(title, lines, ems), isCut: false };
  const whole = lines.slice(0, maxLines - 1);
  const rest = whole.reduce((text, line) => text.slice(line.length).trimStart(), title);
  return { lines: [...whole, cutAt(rest, ems, ellipsis)], isCut: true };
}

interface LineOptions {
  maxLines: number;
  /** Empty where the font has none. */
  ellipsis: string;
}

export interface TitleLines {
  lines: string[];
  isCut: boolean;
}

/** Approximate width of a text, in ems: rather too much than too little. */
export function emsOf(text: string): number {
  let ems = 0;
  for (const character of text) ems += character > '\u04ff' ? 1 : widthOf(character);
  return ems;
}

function widthOf(character: string): number {
  return widths.find(([kind]) => kind.test(character))?.[1] ?? 1;
}

const widths: readonly (readonly [RegExp, number])[] = [
  [/[ .,:;'|!il]/, 0.33],
  [/[mwMW@%&]/, 0.98],
  [/[a-z0-9()[\]/-]/, 0.6],
  [/[A-Z]/, 0.78],
  [/[\u0300-\u036f]/, 0],
  [/[\u00a1-\u024f\u0370-\u04ff]/, 0.75],
];

/** Signs that stay together with their like: words, numbers, and signs within addresses. */
const inWord = /^[\p{L}\p{N}\p{M}'’&@+\-_/=~]/u;

/** The pieces between which a line may end. A space belongs to the piece before it. */
function partsOf(title: string): string[] {
  const parts: string[] = [];
  for (const grapheme of graphemesOf(title)) {
    const before = parts.at(-1);
    if (before !== undefined && belongs(before, grapheme)) parts[parts.length - 1] = before + grapheme;
    else parts.push(grapheme);
  }
  return parts;
}

function belongs(before: string, grapheme: string): boolean {
  if (grapheme === ' ' || neverFirst.test(grapheme) || neverLast.test(before.trimEnd())) return true;
  if (before.endsWith(' ')) return false;
  const last = graphemesOf(before).at(-1) ?? '';
  const isWord = (each: string) => inWord.test(each) && !wide.test(each);
  // A decimal point and a comma belong to the word before; what follows them belongs to it too.
  return isWord(grapheme) && (isWord(last) || /[\w][.,:]$/.test(before));
}

function fill(parts: readonly string[], ems: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of parts.flatMap((each) => (emsOf(each.trimEnd()) > ems ? broken(each, ems) : each))) {
    if (line !== '' && emsOf(line + part.trimEnd()) > ems) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += part;
  }
  return line === '' ? lines : [...lines, line.trimEnd()];
}

/**
 * Breaks a word that is longer than a line at the ends of lines, and if possible not before a sign that must not begin
 * one.
 */
function broken(part: string, ems: number): string[] {
  const pieces: string[] = [];
  let piece: string[] = [];
  for (const grapheme of graphemesOf(part)) {
    if (piece.length > 0 && emsOf(piece.join('') + grapheme) > ems) {
      let end = piece.length;
      let next = grapheme;
      while (end > 1 && (neverFirst.test(next) || neverLast.test(piece[end - 1] ?? '')))
        next = piece[(end -= 1)] ?? '';
      if (end === 1) end = piece.length;
      pieces.push(piece.slice(0, end).join(''));
      piece = piece.slice(end);
    }
    piece.push(grapheme);
  }
  return [...pieces, piece.join('')];
}

/** Cost of the end of a line, beside that of lines of different lengths, in square ems. */
const endCosts = { afterPause: 0, betweenWords: 6, withinWord: 30 };

/** Breaks the title into the same number of lines, about equally long, which end at a pause or a word if they can. */
function balanced(title: string, greedy: readonly string[], ems: number): string[] {
  const parts = partsOf(title);
  const costs = costsOfEnds(title, parts);
  const usual = emsOf(title) / greedy.length;

  /** The best lines of the parts from here on. */
  function best(from: number, count: number): { lines: string[]; cost: number } | null {
    let cheapest: { lines: string[]; cost: number } | null = null;
    let line = '';
    for (let to = from; to < parts.length; to += 1) {
      line += parts[to] ?? '';
      const width = emsOf(line.trimEnd());
      if (width > ems) break;
      if (count === 1 && to < parts.length - 1) continue;
      const rest = count === 1 ? { lines: [], cost: 0 } : best(to + 1, count - 1);
      if (rest === null) continue;
      const cost = (width - usual) ** 2 + (costs[to] ?? 0) + rest.cost;
      if (cheapest === null || cost < cheapest.cost)
        cheapest = { lines: [line.trimEnd(), ...rest.lines], cost };
    }
    return cheapest;
  }

  // A word that no line holds stands where it was broken.
  return best(0, greedy.length)?.lines ?? [...greedy];
}

function costsOfEnds(title: string, parts: readonly string[]): number[] {
  const starts = wordStarts(title);
  let place = 0;
  return parts.map((part) => {
    place += part.length;
    if (place === title.length || /[\s\p{P}]$/u.test(part)) return endCosts.afterPause;
    return starts.has(place) ? endCosts.betweenWords : endCosts.withinWord;
  });
}

/** Cuts a text so that it fits a line with the ellipsis, without a sign before it that begins something. */
function cutAt(text: string, ems: number, ellipsis: string): string {
  const kept = graphemesOf(text);
  while (kept.length > 1 && emsOf(kept.join('') + ellipsis) > ems) kept.pop();
  while (kept.length > 1 && neverBeforeEllipsis.test(kept.at(-1) ?? '')) kept.pop();
  return kept.join('') + ellipsis;
}
