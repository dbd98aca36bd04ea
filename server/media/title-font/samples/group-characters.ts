import type { PageSample } from './page-samples.ts';

/** Cost of a file beside its characters, in characters: its own tables, and a request. */
const overhead = 3;
const firstSize = { from: 6, to: 32 };
/** A group ends when this share of the pages that load it would load the next character in vain. */
const vainFrom = 0.5;
const maxSize = 64;
const maxPasses = 8;

interface Group {
  characters: Set<string>;
  /** Number of these characters on each page. */
  uses: Uint16Array;
  /** Weight of the pages that load the group. */
  load: number;
}

/**
 * Groups the characters of pages so that they load few in vain. First each group takes the characters that are used
 * with its own; then characters move to where they cost less, until none does.
 */
export function groupCharacters(samples: readonly PageSample[]): string[][] {
  const pagesOf = new Map<string, number[]>();
  samples.forEach(({ characters }, page) => {
    for (const character of characters) {
      const pages = pagesOf.get(character);
      if (pages) pages.push(page);
      else pagesOf.set(character, [page]);
    }
  });
  const weights = Float64Array.from(samples, ({ weight }) => weight);
  const groups = firstGroups(pagesOf, weights);
  for (let pass = 0; pass < maxPasses; pass += 1) if (!moveCharacters(groups, pagesOf, weights)) break;
  return groups.filter(({ characters }) => characters.size > 0).map(({ characters }) => [...characters]);
}

type PagesOf = ReadonlyMap<string, readonly number[]>;

function firstGroups(pagesOf: PagesOf, weights: Float64Array): Group[] {
  const weightOf = (pages: readonly number[]) => pages.reduce((sum, page) => sum + at(weights, page), 0);
  const waiting = new Map([...pagesOf].map(([character, pages]) => [character, weightOf(pages)]));
  const groups: Group[] = [];
  while (waiting.size > 0) {
    const group: Group = { characters: new Set(), uses: new Uint16Array(weights.length), load: 0 };
    while (group.characters.size < firstSize.to) {
      const next = cheapest(group, waiting, pagesOf, weights);
      if (next === null) break;
      if (group.characters.size >= firstSize.from && next.vain > vainFrom * group.load) break;
      put(next.character, group, pagesOf, weights);
      waiting.delete(next.character);
    }
    groups.push(group);
  }
  return groups;
}

/** The character that fewest pages would load in vain, were it in this group; in an empty one, the most used. */
function cheapest(
  group: Group,
  waiting: ReadonlyMap<string, number>,
  pagesOf: PagesOf,
  weights: Float64Array,
): { character: string; vain: number } | null {
  const size = group.characters.size;
  let best: { character: string; vain: number } | null = null;
  for (const [character, weight] of waiting) {
    const more = size === 0 ? -weight : moreLoad(character, group, pagesOf, weights);
    const vain = size === 0 ? more : (group.load + more) * (size + 1) - group.load * size - weight;
    if (best === null || vain < best.vain) best = { character, vain };
  }
  return best;
}

/** Returns whether any was moved. */
function moveCharacters(groups: readonly Group[], pagesOf: PagesOf, weights: Float64Array): boolean {
  let hasMoved = false;
  for (const from of groups) {
    for (const character of [...from.characters]) {
      const saved = costOf(from) - costOf(without(character, from, pagesOf, weights));
      let best: Group | null = null;
      // A character stays when a move would gain nothing.
      let bestGain = 1e-6 * from.load;
      for (const to of groups) {
        if (to === from || to.characters.size >= maxSize) continue;
        const load = to.load + moreLoad(character, to, pagesOf, weights);
        const gain = saved - (cost(load, to.characters.size + 1) - costOf(to));
        if (gain > bestGain) [best, bestGain] = [to, gain];
      }
      if (best === null) continue;
      take(character, from, pagesOf, weights);
      put(character, best, pagesOf, weights);
      hasMoved = true;
    }
  }
  return hasMoved;
}

function cost(load: number, size: number): number {
  return size === 0 ? 0 : load * (size + overhead);
}

function costOf({ load, characters }: Group): number {
  return cost(load, characters.size);
}

/** The weight of the pages that need the character and do not load the group yet. */
function moreLoad(character: string, { uses }: Group, pagesOf: PagesOf, weights: Float64Array): number {
  let more = 0;
  for (const page of pagesOf.get(character) ?? []) if (uses[page] === 0) more += at(weights, page);
  return more;
}

/** The group as it would be without the character. */
function without(character: string, group: Group, pagesOf: PagesOf, weights: Float64Array): Group {
  let less = 0;
  for (const page of pagesOf.get(character) ?? []) if (group.uses[page] === 1) less += at(weights, page);
  const characters = new Set(group.characters);
  characters.delete(character);
  return { ...group, characters, load: group.load - less };
}

function put(character: string, group: Group, pagesOf: PagesOf, weights: Float64Array): void {
  group.load += moreLoad(character, group, pagesOf, weights);
  group.characters.add(character);
  for (const page of pagesOf.get(character) ?? []) group.uses[page] = at(group.uses, page) + 1;
}

function take(character: string, group: Group, pagesOf: PagesOf, weights: Float64Array): void {
  group.load = without(character, group, pagesOf, weights).load;
  group.characters.delete(character);
  for (const page of pagesOf.get(character) ?? []) group.uses[page] = at(group.uses, page) - 1;
}

function at(numbers: Float64Array | Uint16Array, index: number): number {
  return numbers[index] ?? 0;
}
