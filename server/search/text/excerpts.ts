import { sentenceEnd } from '#shared/locale/punctuation.ts';
import { wholeCharactersOf, type Stretch } from '#shared/locale/words.ts';
import { characterClasses, classAt } from './character-classes.ts';
import { findPlaces, type FoundPlace } from './found-places.ts';
import { mergePlaces, partsOf, type TextPart } from './marks.ts';
import type { QueryWord } from './parse-query.ts';

/**
 * The piece of a text where most words of a query stand, at most `length` UTF-16 units and the signs of omission. It
 * begins and ends with a sentence or a line if one does nearby; where it is cut within a sentence there is a … instead.
 * Without a match it is the beginning.
 */
export function excerptOf(text: string, words: readonly QueryWord[], length = 70): TextPart[] {
  const places = findPlaces(text, words);
  const range = findCore(places, length);
  const core = range.to > range.from ? wholeCharactersOf(text)(range) : range;
  const start = text.length <= length ? { at: 0, isCut: false } : findStart(text, core, length);
  const end = findEnd(text, { from: start.at, to: core.to }, length);
  const piece = trim(text, { from: start.at, to: end.at });
  const shown = places.filter(({ from, to }) => to > piece.from && from < piece.to);
  const parts = partsOf(text, mergePlaces(text, shown), piece);
  return joinUnmarked([...(start.isCut ? [omission] : []), ...parts, ...(end.isCut ? [omission] : [])]);
}

const omission: TextPart = { text: '\u2026', isMarked: false };

/** The first stretch with the most different words that fits; the very beginning if nothing was found. */
function findCore(places: readonly FoundPlace[], length: number): Stretch {
  let best: Stretch = { from: 0, to: 0 };
  let most = 0;
  const counts = new Map<number, number>();
  let behind = 0;
  for (const first of places) {
    for (
      let next = places[behind];
      next !== undefined && next.to <= first.from + length;
      next = places[behind]
    ) {
      counts.set(next.word, (counts.get(next.word) ?? 0) + 1);
      behind += 1;
    }
    if (counts.size > most) {
      most = counts.size;
      best = { from: first.from, to: places[behind - 1]?.to ?? first.to };
    }
    const left = (counts.get(first.word) ?? 0) - 1;
    if (left > 0) counts.set(first.word, left);
    else counts.delete(first.word);
  }
  const [only] = places;
  return most === 0 && only !== undefined ? { from: only.from, to: only.from + length } : best;
}

/** Begins with the sentence of the first match, or else so far before it that it has some words around it. */
function findStart(text: string, core: Stretch, length: number): { at: number; isCut: boolean } {
  const room = Math.max(0, length - (core.to - core.from));
  const earliest = Math.max(0, core.from - room);
  if (earliest === 0 && core.from <= room / 2) return { at: 0, isCut: false };
  const sentence = sentenceEnds(text, { from: earliest, to: core.from }).at(-1);
  if (sentence !== undefined) return { at: sentence, isCut: false };
  if (earliest === 0) return { at: 0, isCut: false };
  const at = cutBefore(text, core.from - Math.floor(room / 3), earliest);
  return { at: Math.min(at, core.from), isCut: true };
}

/** Ends with the last sentence that fits, if that leaves half of the length. */
function findEnd(text: string, { from, to }: Stretch, length: number): { at: number; isCut: boolean } {
  const latest = Math.max(to, from + length);
  if (latest >= text.length) return { at: text.length, isCut: false };
  const least = Math.max(to, from + Math.floor(length / 2));
  const sentence = sentenceEnds(text, { from: least - 1, to: latest }).at(-1);
  if (sentence !== undefined && sentence >= least) return { at: sentence, isCut: false };
  return { at: cutBefore(text, latest, Math.min(latest, Math.max(to, from + 1))), isCut: true };
}

/** Ends of sentences and lines in a piece of a text. */
function sentenceEnds(text: string, { from, to }: Stretch): number[] {
  const start = Math.max(0, from);
  return Array.from(
    text.slice(start, to).matchAll(sentenceEnd),
    ({ 0: sign, index }) => start + index + sign.length,
  );
}

/** A place at or before this one, but not before `least`, that cuts neither a character nor a short word or number. */
function cutBefore(text: string, place: number, least: number): number {
  let at = place;
  while (at > 0 && place - at < longestWhole && isInWord(text, at) && isInWord(text, at - 1)) at -= 1;
  if (place - at === longestWhole) at = place;
  const whole = wholeCharactersOf(text);
  const { from } = whole({ from: at, to: at + 1 });
  return from >= least ? from : whole({ from: least, to: least + 1 }).from;
}

const longestWhole = 24;

function isInWord(text: string, at: number): boolean {
  const kind = classAt(text, at);
  return (
    kind === characterClasses.letter || kind === characterClasses.digit || kind === characterClasses.mark
  );
}

function trim(text: string, { from, to }: Stretch): Stretch {
  const words = text.slice(from, to);
  const start = from + (words.length - words.trimStart().length);
  return { from: start, to: Math.max(start, from + words.trimEnd().length) };
}

function joinUnmarked(parts: readonly TextPart[]): TextPart[] {
  const joined: TextPart[] = [];
  for (const { text, isMarked } of parts) {
    const part = { text: text.replaceAll(lineAfterSign, ''), isMarked };
    const last = joined.at(-1);
    if (last !== undefined && !last.isMarked && !isMarked) last.text += part.text;
    else joined.push(part);
  }
  return joined;
}

/** A browser shows it as a space, beside the one that the sign has in itself. */
const lineAfterSign = /(?<=[\u3001-\u303F\uFF01-\uFF65])\n/g;
