import { takeTurns } from '#server/search/index/rests.ts';
import { hanReadings } from '../han-variants.ts';
import { pinyinOfZhuyin, zhuyinOfKeys } from './zhuyin.ts';

/** Groups of characters that sound like one syllable of a query: 1 at the number of each such group. */
type Sound = Uint8Array;

export interface Syllables {
  /** For each character of a folded text the number of its group; 0 if it is no Han character with a known reading. */
  groupsOf: (folded: string) => Uint16Array;
  /** The ways in which a query can be pronounced: as Han characters, Bopomofo, pinyin, or keys typed by mistake. */
  soundsOf: (typed: string, folded: string) => Sound[][];
}

let loaded: Promise<Syllables> | undefined;

/** Reads the table on first use: most servers never look for names that sound alike. */
export async function loadSyllables(): Promise<Syllables> {
  loaded ??= import('./syllable-table.json', { with: { type: 'json' } }).then(({ default: table }) =>
    createSyllables(table.syllables),
  );
  return await loaded;
}

async function createSyllables(lines: readonly string[]): Promise<Syllables> {
  const othersTurn = takeTurns();
  const byCharacter = new Map<string, string[]>();
  const all = new Set<string>();
  for (const line of lines) {
    await othersTurn();
    const [syllable = '', characters = ''] = line.split(' ');
    all.add(syllable);
    for (const character of characters) {
      const others = byCharacter.get(character);
      if (others === undefined) byCharacter.set(character, [syllable]);
      else others.push(syllable);
    }
  }

  // Characters with the same readings are one group, so that a name is a row of small numbers.
  const groups: (readonly string[])[] = [[]];
  const groupByReadings = new Map<string, number>();
  const groupByCharacter = new Map<string, number>();
  for (const [character, syllables] of byCharacter) {
    if (groupByCharacter.size % 256 === 0) await othersTurn();
    const readings = syllables.join(' ');
    const group = groupByReadings.get(readings) ?? groups.push(syllables) - 1;
    groupByReadings.set(readings, group);
    groupByCharacter.set(character, group);
  }

  const soundOf = (syllables: readonly string[]): Sound =>
    Uint8Array.from(groups, (group) => (group.some((syllable) => syllables.includes(syllable)) ? 1 : 0));
  const readingsOf = (character: string): readonly string[] => [
    ...(byCharacter.get(character) ?? []),
    ...(hanReadings.get(character) ?? []).flatMap((form) => byCharacter.get(form) ?? []),
  ];
  return {
    groupsOf: (folded) =>
      Uint16Array.from(Array.from(folded), (character) => groupByCharacter.get(character) ?? 0),
    soundsOf: (typed, folded) => {
      const keyed = zhuyinOfKeys(typed);
      const ways = listWays(folded, { all, readingsOf });
      if (keyed !== null) ways.push(...listWays(keyed, { all, readingsOf }));
      return ways.map((way) => way.map(soundOf));
    },
  };
}

interface Knowledge {
  all: ReadonlySet<string>;
  readingsOf: (character: string) => readonly string[];
}

/** More ways to divide pinyin into syllables than anybody means. */
const maxWays = 8;

/** Rows of syllables, each with all readings of one character. None if a part of the text cannot be pronounced. */
function listWays(text: string, { all, readingsOf }: Knowledge): (readonly string[])[][] {
  let ways: (readonly string[])[][] = [[]];
  for (const [part] of text.matchAll(
    /[\u02C7-\u02D9\u3105-\u3129\s]+|\p{Script=Han}|[^\p{Script=Han}\u02C7-\u02D9\u3105-\u3129]+/gu,
  )) {
    const endings = /\p{Script=Han}/u.test(part) ? [[readingsOf(part)]] : spellings(part, all);
    ways = ways.flatMap((way) => endings.map((ending) => [...way, ...ending])).slice(0, maxWays);
  }
  return ways.filter((way) => way.length > 0 && way.every((readings) => readings.length > 0));
}

function spellings(part: string, all: ReadonlySet<string>): string[][][] {
  if (part.trim() === '') return [[]];
  const zhuyin = pinyinOfZhuyin(part);
  if (zhuyin !== null)
    return zhuyin.every((syllable) => all.has(syllable)) ? [zhuyin.map((one) => [one])] : [];
  return dividePinyin(part, all).map((way) => way.map((syllable) => [syllable]));
}

/** Tones may be written or not, as numbers or as accents; a syllable ends at least at a space, a number or an apostrophe. */
function dividePinyin(part: string, all: ReadonlySet<string>): string[][] {
  const plain = part
    .normalize('NFD')
    .replaceAll('u\u0308', 'v')
    .replace(/[\u0300\u0301\u0304\u030C]/g, '');
  // A letter by itself is hardly ever a syllable: A-1234 is the number of a product, and no 阿.
  if (!pinyin.test(plain) || !/[a-z].*[a-z]/.test(plain)) return [];
  let ways: string[][] = [[]];
  for (const word of plain.match(/[a-z]+/g) ?? []) {
    const endings = divideWord(word, all);
    ways = ways.flatMap((way) => endings.map((ending) => [...way, ...ending])).slice(0, maxWays);
  }
  return ways;
}

/** A number stands behind a syllable, and is a tone. */
const pinyin = /^\s*[a-z]+(?:(?:[1-5]['\u2019\s-]*|['\u2019\s-]+)[a-z]+)*[1-5]?['\u2019\s-]*$/;

function divideWord(word: string, all: ReadonlySet<string>): string[][] {
  // Ways to divide the beginning of the word, by its length.
  const ways: string[][][] = [[[]]];
  for (let end = 1; end <= word.length; end += 1) {
    const endings: string[][] = [];
    for (let start = Math.max(0, end - longestSyllable); start < end; start += 1) {
      const syllable = word.slice(start, end);
      if (all.has(syllable)) endings.push(...(ways[start] ?? []).map((way) => [...way, syllable]));
    }
    ways.push(endings.toSorted((a, b) => a.length - b.length).slice(0, maxWays));
  }
  return ways[word.length] ?? [];
}

const longestSyllable = 'zhuang'.length;
