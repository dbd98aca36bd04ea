import { fold } from './fold.ts';
import { readingsOf } from './readings.ts';
import { runsOf } from './runs.ts';

/** Spelling of a name without blanks and signs, in which width, case and variants of characters make no difference. */
export function plainName(name: string): string {
  return runsOf(fold(name))
    .map(({ text }) => text)
    .join('');
}

/** Names among which one is looked up that reads like another: 台灣茶, 臺灣茶 and 台湾 茶 are taken for one another. */
export interface SimilarNames<Named extends { name: string }> {
  add(named: Named): void;
  /** The first that reads like this name and is written otherwise; null when none does. */
  find(name: string): Named | null;
}

export function createSimilarNames<Named extends { name: string }>(
  names: Iterable<Named> = [],
): SimilarNames<Named> {
  const byReading = new Map<string, Named[]>();
  const similar: SimilarNames<Named> = {
    add(named) {
      for (const reading of readingsWithSigns(named.name)) {
        const others = byReading.get(reading);
        if (others === undefined) byReading.set(reading, [named]);
        else others.push(named);
      }
    },
    find(name) {
      const found = readingsWithSigns(name).flatMap((reading) => byReading.get(reading) ?? []);
      return found.find((other) => other.name !== name) ?? null;
    },
  };
  for (const named of names) similar.add(named);
  return similar;
}

/** No reading of a name of signs alone. Signs that mean something tell names apart: C++ is not C#, and 1/4 is not 14. */
function readingsWithSigns(name: string): string[] {
  const plain = plainName(name);
  if (plain === '') return [];
  const signs = name.normalize('NFKC').match(/\p{S}|[#%&*/@]/gu) ?? [];
  return readingsOf(plain).map((reading) => `${reading} ${signs.join('')}`);
}
