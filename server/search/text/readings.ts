import { hanReadings } from './han-variants.ts';

/** A word of more readings than these would ask more of an index than anybody means. */
const maxReadings = 32;

/**
 * Readings of a word in canonical form, as typed first. A Simplified character may stand for several Traditional ones,
 * and some Traditional ones are written for each other; the readings are all combinations. Beyond 32 these are the
 * likeliest: as typed where that is Traditional, else the most usual form, and from there the fewest differences.
 */
export function readingsOf(typed: string): string[] {
  const characters = Array.from(typed);
  const isSimplified = characters.some(
    (character) => hanReadings.get(character)?.includes(character) === false,
  );
  let readings: { text: string; cost: number }[] = [{ text: '', cost: 0 }];
  for (const character of characters) {
    const forms = formsOf(character, isSimplified);
    readings = readings.flatMap(({ text, cost }) =>
      forms.map((form, rank) => ({ text: `${text}${form}`, cost: cost + rank })),
    );
    if (readings.length > maxReadings)
      readings = readings.toSorted((a, b) => a.cost - b.cost).slice(0, maxReadings);
  }
  return [...new Set([typed, ...readings.map(({ text }) => text)])].slice(0, maxReadings);
}

function formsOf(character: string, isSimplified: boolean): readonly string[] {
  const forms = hanReadings.get(character) ?? [character];
  if (isSimplified || !forms.includes(character)) return forms;
  return [character, ...forms.filter((form) => form !== character)];
}
