import { groupCharacters } from './samples/group-characters.ts';
import type { PageSample } from './samples/page-samples.ts';

/** Number of added characters in a slice: some 6 kB. */
const usualSize = 24;
/** Number of rare characters in a slice: few pages need two of them. */
const rareSize = 8;

/** Every visible sign of ASCII: digits stand in many titles, small letters in units, capitals in few. */
const ascii = Array.from({ length: 94 }, (_, i) => String.fromCharCode(0x21 + i));
const latin = [/[^a-z]/i, /[a-z]/, /[A-Z]/].map((kind) => ascii.filter((sign) => kind.test(sign)).join(''));

/**
 * Cuts the characters into slices such that a page needs few. Latin and digits come first, always the same.
 * @param counted Number of texts that each character stands in.
 */
export function cutSlices(counted: ReadonlyMap<string, number>, samples: readonly PageSample[]): string[] {
  const isOther = (character: string) => !ascii.includes(character) && counted.has(character);
  const others = samples.map(({ characters, weight }) => ({
    characters: new Set([...characters].filter(isOther)),
    weight,
  }));
  const grouped = groupCharacters(others);
  const inGroups = new Set(grouped.flat());
  const rest = [...counted].filter(([character]) => isOther(character) && !inGroups.has(character));
  const byUse = rest.sort((a, b) => b[1] - a[1]).map(([character]) => character);
  return [...latin, ...grouped.map((group) => group.join('')), ...inSlices(byUse, rareSize)];
}

/** Adds characters to existing slices: the newest one grows until it is full, so that browsers can keep the others. */
export function addToSlices(slices: readonly string[], added: readonly string[]): string[] {
  const newest = slices.length > latin.length ? [...(slices.at(-1) ?? '')] : [];
  if (newest.length === 0 || newest.length >= usualSize) return [...slices, ...inSlices(added, usualSize)];
  return [...slices.slice(0, -1), ...inSlices([...newest, ...added], usualSize)];
}

/** Number of characters that may be added before all are cut anew by their use. */
export function roomFor(cut: number): number {
  return Math.max(4 * usualSize, cut / 4);
}

function inSlices(characters: readonly string[], size: number): string[] {
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, i) =>
    characters.slice(i * size, (i + 1) * size).join(''),
  );
}
