import { groupCharacters } from './group-characters.ts';
import type { PageSample } from './page-samples.ts';

/** How many characters are put together that were added: some 6 kB. */
const usualSize = 24;
/** Of which nothing is known but that they are rare: few pages need two of them. */
const rareSize = 8;

/** Every visible sign of ASCII: digits stand in many titles, small letters in units, capitals in few. */
const ascii = Array.from({ length: 94 }, (_, i) => String.fromCharCode(0x21 + i));
const latin = [/[^a-z]/i, /[a-z]/, /[A-Z]/].map((kind) => ascii.filter((sign) => kind.test(sign)).join(''));

/**
 * The characters of every slice, such that a page needs few. Latin and digits come first, always the same.
 * @param counted In how many texts each character stands.
 */
export function cutSlices(counted: ReadonlyMap<string, number>, samples: readonly PageSample[]): string[] {
  const isOther = (character: string) => !ascii.includes(character) && counted.has(character);
  const others = samples.map(({ characters, weight }) => ({
    characters: new Set([...characters].filter(isOther)),
    weight,
  }));
  const grouped = groupCharacters(others);
  const known = new Set(grouped.flat());
  const rest = [...counted].filter(([character]) => isOther(character) && !known.has(character));
  const byUse = rest.sort((a, b) => b[1] - a[1]).map(([character]) => character);
  return [...latin, ...grouped.map((group) => group.join('')), ...inSlices(byUse, rareSize)];
}

/**
 * Adds characters to slices that are there: the newest one grows until it is full, so that what browsers have kept of
 * the others stays right.
 */
export function addToSlices(slices: readonly string[], added: readonly string[]): string[] {
  const newest = slices.length > latin.length ? [...(slices.at(-1) ?? '')] : [];
  if (newest.length === 0 || newest.length >= usualSize) return [...slices, ...inSlices(added, usualSize)];
  return [...slices.slice(0, -1), ...inSlices([...newest, ...added], usualSize)];
}

/** How many characters may be added before all are cut anew by how they are used. */
export function roomFor(cut: number): number {
  return Math.max(4 * usualSize, cut / 4);
}

function inSlices(characters: readonly string[], size: number): string[] {
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, i) =>
    characters.slice(i * size, (i + 1) * size).join(''),
  );
}
