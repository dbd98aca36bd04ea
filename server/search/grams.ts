import { runsOf, type Run } from './text/runs.ts';

/**
 * The numbers under which PostgreSQL keeps what the runs of a text hold: each Han character, each pair of them, each
 * word. Pairs of the characters in use and words of five letters or digits have a number of their own; others share some.
 */
export function addGrams(grams: Set<number>, runs: readonly Run[]): void {
  for (const { kind, text } of runs) {
    if (kind !== 'han') grams.add(gramOf(text));
    else if (!addPlainHan(grams, text)) for (const part of partsOf(text)) grams.add(gramOf(part));
  }
}

/** Nearly every run, without a string for each of its parts: a fifth of the time. False: it has other characters. */
function addPlainHan(grams: Set<number>, text: string): boolean {
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const place = placeOfCode(text.charCodeAt(at));
    if (place === 0) return false;
    grams.add(place * base);
    if (before > 0) grams.add(before * base + place);
    before = place;
  }
  return true;
}

/** What is asked for of a reading of a word. */
export function gramsOfReading(reading: string): number[] {
  const grams = runsOf(reading).flatMap(({ kind, text }) => {
    if (kind !== 'han') return gramOf(text);
    const characters = [...text];
    // Where its pairs are its characters are.
    return characters.length === 1 ? gramOf(text) : pairsOf(characters).map(gramOf);
  });
  return [...new Set(grams)];
}

/** Whether a text holds a reading wherever it holds its one number, so that the text itself needs no look. */
export function isOneGram(reading: string): boolean {
  const [run, ...others] = runsOf(reading);
  if (run === undefined || others.length > 0) return false;
  if (run.kind !== 'han') return isShortWord(run.text);
  const characters = [...run.text];
  return characters.length <= 2 && characters.every((character) => placeOf(character) > 0);
}

/** The number of what is no part of a text, such as a category. */
export function gramOfToken(token: string): number {
  return hashed(`\n${token}`);
}

function partsOf(run: string): string[] {
  const characters = [...run];
  return [...characters, ...pairsOf(characters)];
}

function pairsOf(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}

/** More than there are places, and such that the square is below 2^31. */
const base = 46_340;

function gramOf(part: string): number {
  if (isShortWord(part)) return -1 - numberOf(part);
  const [a = '', b = '', more] = part;
  const [first, second] = [placeOf(a), placeOf(b)];
  if (more === undefined && first > 0 && (b === '' || second > 0)) return first * base + second;
  return hashed(part);
}

/** From kana to Han, then Hangul; 0: elsewhere. */
function placeOf(character: string): number {
  return placeOfCode(character.codePointAt(0) ?? 0);
}

function placeOfCode(code: number): number {
  if (code >= 0x3005 && code <= 0x9fff) return code - 0x3004;
  if (code >= 0xac00 && code <= 0xd7a3) return code - 0xac00 + 0x9fff - 0x3003;
  return 0;
}

function isShortWord(text: string): boolean {
  return /^[0-9a-z]{1,5}$/.test(text);
}

/** One-to-one: a digit 0 at the front counts. */
function numberOf(word: string): number {
  let number = 0;
  for (const sign of word) number = number * 37 + 1 + Number.parseInt(sign, 36);
  return number;
}

const shortWords = 37 ** 5;

/** FNV-1a over UTF-16 code units, below the numbers of short words. */
function hashed(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return -1 - shortWords - ((hash >>> 0) % (2 ** 31 - shortWords - 1));
}
