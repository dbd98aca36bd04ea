import { fold } from '#server/search/text/fold.ts';
import { runsOf } from '#server/search/text/runs.ts';

const [saturation, lengthShare] = [1.2, 0.75];

/** Numbers of texts, the best first, by BM25 over pairs of characters and words: what a search reaches without thought. */
export function createPairsFloor(texts: readonly string[]): (query: string) => number[] {
  const counted = texts.map((text) => countTerms(text));
  const lengths = counted.map((counts) => [...counts.values()].reduce((sum, count) => sum + count, 0));
  const mean = lengths.reduce((sum, length) => sum + length, 0) / texts.length;
  return (query) => {
    const scores = texts.map(() => 0);
    for (const term of countTerms(query).keys()) {
      const holders = counted.filter((counts) => counts.has(term)).length;
      const rarity = Math.log(1 + (texts.length - holders + 0.5) / (holders + 0.5));
      for (const [index, counts] of counted.entries()) {
        const count = counts.get(term) ?? 0;
        const share = 1 - lengthShare + lengthShare * ((lengths[index] ?? 0) / mean);
        scores[index] =
          (scores[index] ?? 0) + (rarity * count * (saturation + 1)) / (count + saturation * share);
      }
    }
    const best = [...scores.entries()].filter(([, score]) => score > 0);
    return best.toSorted((a, b) => b[1] - a[1]).map(([index]) => index);
  };
}

function countTerms(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, text: run } of runsOf(fold(text))) {
    const characters = [...run];
    const isWhole = kind !== 'han' || characters.length === 1;
    const terms = isWhole
      ? [run]
      : characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}
