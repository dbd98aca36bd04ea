import { endInText, foldWithOffsets } from './fold.ts';
import { patternOf } from './matches.ts';
import type { QueryWord } from './parse-query.ts';
import { runsOf, type Run } from './runs.ts';

/** Place of a word of the query in a text as it was written. */
export interface FoundPlace {
  /** The word's number in the query. */
  word: number;
  from: number;
  to: number;
}

/** All places where `matches` finds a reading of a word, in the order of the text; they may overlap. */
export function findPlaces(text: string, words: readonly QueryWord[]): FoundPlace[] {
  if (text === '' || words.length === 0) return [];
  const foldedText = foldWithOffsets(text);
  const runs = runsOf(foldedText.folded);
  const canonicalText = ` ${runs.map((run) => run.text).join(' ')} `;
  let offsets: Uint32Array | undefined;
  const inFolded = (at: number) => (offsets ??= placesInFolded(runs, canonicalText.length))[at] ?? 0;
  const places: FoundPlace[] = [];
  for (const [word, { readings }] of words.entries()) {
    for (const pattern of readings.map(patternOf)) {
      if (pattern === '') continue;
      for (let at = canonicalText.indexOf(pattern); at !== -1; at = canonicalText.indexOf(pattern, at + 1)) {
        const first = at + (pattern.startsWith(' ') ? 1 : 0);
        const last = at + pattern.length - (pattern.endsWith(' ') ? 2 : 1);
        const from = foldedText.offsets[inFolded(first)] ?? 0;
        places.push({ word, from, to: endInText(foldedText, inFolded(last)) });
      }
    }
  }
  return places.toSorted((a, b) => a.from - b.from || a.to - b.to);
}

/** For each unit of the canonical text its place in the folded one. */
function placesInFolded(runs: readonly Run[], length: number): Uint32Array {
  const places = new Uint32Array(length);
  let at = 1;
  for (const run of runs) {
    for (let index = 0; index < run.text.length; index += 1) places[at + index] = run.at + index;
    at += run.text.length + 1;
  }
  return places;
}
