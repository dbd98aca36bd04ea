import { runsOf, type Run } from './runs.ts';

/**
 * Numbers under which PostgreSQL keeps a document: a set in which each part of its texts stands once, with the first
 * field that has it. Parts are the Han characters, the pairs of them, and words; tokens belong to the whole document.
 * Pairs of the characters in use and words of five letters or digits have a number of their own; others share some.
 */
export function gramsOfFields(tokens: readonly string[], fields: readonly (readonly Run[])[]): number[] {
  const seen = new Set(tokens.map(partOfToken));
  const grams = Array.from(seen, (part) => gramOf(part, 0));
  for (const [tier, runs] of fields.entries()) {
    const add = (part: number) => {
      const before = seen.size;
      if (seen.add(part).size > before) grams.push(gramOf(part, tier));
    };
    for (const run of runs) addParts(run, add);
  }
  return grams;
}

/** Numbers of a part in so many fields; a document with the part in one of them has one of these. */
export function gramsOfPart(part: number, fieldCount: number): number[] {
  return Array.from({ length: fieldCount }, (_, tier) => gramOf(part, tier));
}

export function gramOfToken(token: string): number {
  return gramOf(partOfToken(token), 0);
}

/** Parts that a text must have for a reading of a word. */
export function partsOfReading(reading: string): number[] {
  const parts = runsOf(reading).flatMap(({ kind, text }) => {
    if (kind !== 'han') return wordPart(text);
    const characters = [...text];
    // A text that has its pairs has its characters.
    return characters.length === 1 ? hanPart(text) : pairsOf(characters).map(hanPart);
  });
  return [...new Set(parts)];
}

/** Whether a text holds a reading wherever it holds its one number, so that the text itself needs no look. */
export function isOneGram(reading: string): boolean {
  const [run, ...others] = runsOf(reading);
  if (run === undefined || others.length > 0) return false;
  if (run.kind !== 'han') return isShortWord(run.text);
  return Array.from(run.text).length <= 2 && ownPart(run.text) !== null;
}

function addParts({ kind, text }: Run, add: (part: number) => void): void {
  if (kind !== 'han') add(wordPart(text));
  else if (!addPlainHan(text, add)) {
    const characters = [...text];
    for (const part of [...characters, ...pairsOf(characters)]) add(hanPart(part));
  }
}

/**
 * Adds nearly every run, without a string for each of its parts: a fifth of the time. False: it has other characters.
 */
function addPlainHan(text: string, add: (part: number) => void): boolean {
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const place = placeOfCode(text.charCodeAt(at));
    if (place === 0) return false;
    add(ownNumber(place, 0) ?? 0);
    if (before > 0) add(ownNumber(before, place) ?? hashed(text.slice(at - 1, at + 1)));
    before = place;
  }
  return true;
}

function pairsOf(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}

/** The parts of the four fields fill the 2^32 numbers that an integer of PostgreSQL has: 2^30 for each. */
function gramOf(part: number, tier: number): number {
  return part * 4 + tier - 2 ** 31;
}

// From kana to Han, beginning with 1; then syllables of Hangul, whose pairs with Han have no numbers of their own.
const hanPlaces = 0x9fff - 0x3004 + 1;
const hangulPlaces = 0xd7a3 - 0xac00 + 2;

const hangulParts = hanPlaces ** 2;
const wordParts = hangulParts + hangulPlaces ** 2;
const hashedParts = wordParts + 37 ** 5;

/** 0: elsewhere. */
function placeOf(character: string): number {
  return placeOfCode(character.codePointAt(0) ?? 0);
}

function placeOfCode(code: number): number {
  if (code >= 0x3005 && code <= 0x9fff) return code - 0x3004;
  if (code >= 0xac00 && code <= 0xd7a3) return code - 0xac00 + hanPlaces;
  return 0;
}

/** Number of a character with 0 behind it, or of a pair; null: it has none. */
function ownNumber(first: number, second: number): number | null {
  const isHan = first < hanPlaces;
  if (first === 0 || (second !== 0 && second < hanPlaces !== isHan)) return null;
  if (isHan) return first * hanPlaces + second;
  return hangulParts + (first - hanPlaces) * hangulPlaces + (second === 0 ? 0 : second - hanPlaces + 1);
}

/** Number of one character or two; null: these have none. */
function ownPart(text: string): number | null {
  const [a = '', b = ''] = text;
  return b !== '' && placeOf(b) === 0 ? null : ownNumber(placeOf(a), b === '' ? 0 : placeOf(b));
}

function hanPart(text: string): number {
  return ownPart(text) ?? hashed(text);
}

function wordPart(word: string): number {
  return isShortWord(word) ? wordParts + numberOf(word) : hashed(word);
}

function partOfToken(token: string): number {
  return hashed(`\n${token}`);
}

function isShortWord(text: string): boolean {
  return /^[0-9a-z]{1,5}$/.test(text);
}

/** Encodes a short word one-to-one: a digit 0 at the front counts. */
function numberOf(word: string): number {
  let number = 0;
  for (const sign of word) number = number * 37 + 1 + Number.parseInt(sign, 36);
  return number;
}

/** FNV-1a over UTF-16 code units, within the numbers that are left. */
function hashed(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hashedParts + ((hash >>> 0) % (2 ** 30 - hashedParts));
}
