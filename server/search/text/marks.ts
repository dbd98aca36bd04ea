import { wholeCharactersOf, type Stretch } from '#shared/locale/words.ts';
import { findPlaces, type FoundPlace } from './found-places.ts';
import type { QueryWord } from './parse-query.ts';

export interface TextPart {
  text: string;
  isMarked: boolean;
}

/** A text as it was written, in parts: the marked ones are places where words of a query stand. */
export function markMatches(text: string, words: readonly QueryWord[]): TextPart[] {
  return partsOf(text, mergePlaces(text, findPlaces(text, words)), { from: 0, to: text.length });
}

/** A piece of a text in parts. */
export function partsOf(text: string, marks: readonly Stretch[], piece: Stretch): TextPart[] {
  const parts: TextPart[] = [];
  let at = piece.from;
  const push = (to: number, isMarked: boolean): void => {
    if (to > at) parts.push({ text: text.slice(at, to), isMarked });
    at = Math.max(at, to);
  };
  for (const mark of marks) {
    if (mark.to <= piece.from || mark.from >= piece.to) continue;
    push(mark.from, false);
    push(Math.min(mark.to, piece.to), true);
  }
  push(piece.to, false);
  return parts;
}

/** Places without overlaps, which cut no character that readers see as one. */
export function mergePlaces(text: string, places: readonly FoundPlace[]): Stretch[] {
  const whole = wholeCharactersOf(text);
  const merged: Stretch[] = [];
  for (const place of places) {
    const { from, to } = whole(place);
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}
