import { LRUCache } from 'lru-cache';
import { takeTurns } from '#server/search/index/rests.ts';
import { fold } from '../fold.ts';
import { areOneLetterApart } from './one-letter-apart.ts';
import { runsOf } from '../runs.ts';
import { loadSyllables, type Syllables } from './syllables.ts';

const maxNames = 20_000;

/** Longest query, in characters, that may be a misspelt name. */
const maxTyped = 40;
const maxFound = 8;

interface KnownName {
  folded: string;
  groups: Uint16Array;
  words: readonly string[];
}

const knownNames = new LRUCache<string, KnownName>({ max: maxNames * 2 });

/**
 * The names that sound as a query does, whatever it was typed as (烏隆, ㄨㄌㄨㄥˊ, wulong, `j xj/6`), or whose Latin words
 * are one letter away from its. Names that sound so as a whole come first, then those that begin so, then shorter ones.
 * It is a promise because the table of readings is loaded when it is first needed, and because it lets others have their
 * turn while it looks through the names, of which it takes the first 20,000.
 */
export async function findAlike(q: string, names: readonly string[]): Promise<string[]> {
  if (q.length > maxTyped) return [];
  const folded = fold(q).trim();
  const syllables = await loadSyllables();
  const sounds = syllables.soundsOf(q, folded);
  const words = latinWordsOf(folded);
  if (sounds.length === 0 && words.length === 0) return [];

  const candidates: { name: string; rank: number; length: number }[] = [];
  const othersTurn = takeTurns();
  for (const [index, name] of names.slice(0, maxNames).entries()) {
    if (index % 16 === 0) await othersTurn();
    const features = lookAt(name, syllables);
    const rank = Math.min(
      ...sounds.map((sound) => rankSound(features.groups, sound)),
      rankWords(features.words, words),
    );
    if (rank < notAlike && features.folded !== folded) candidates.push({ name, rank, length: name.length });
  }
  const best = candidates.toSorted((a, b) => a.rank - b.rank || a.length - b.length);
  return [...new Set(best.map(({ name }) => name))].slice(0, maxFound);
}

function lookAt(name: string, syllables: Syllables): KnownName {
  const cached = knownNames.get(name);
  if (cached !== undefined) return cached;
  const folded = fold(name);
  const features = { folded, groups: syllables.groupsOf(folded), words: latinWordsOf(folded) };
  knownNames.set(name, features);
  return features;
}

const notAlike = 3;

/** 0 if the whole name sounds so, 1 if its beginning does, 2 if a part does. */
function rankSound(groups: Uint16Array, sound: readonly Uint8Array[]): number {
  for (let at = 0; at + sound.length <= groups.length; at += 1) {
    if (sound.every((syllable, index) => syllable[groups[at + index] ?? 0] === 1)) {
      if (at > 0) return 2;
      return groups.length === sound.length ? 0 : 1;
    }
  }
  return notAlike;
}

/** Words of two letters are one letter away from too many others. */
function latinWordsOf(folded: string): string[] {
  if (!/[a-z]{3}/.test(folded)) return [];
  return runsOf(folded).flatMap(({ text }) => (/^\p{Script=Latin}{3,}$/u.test(text) ? [text] : []));
}

/** All words of the query must be in the name, and one of them with a letter that differs. */
function rankWords(words: readonly string[], typed: readonly string[]): number {
  if (words.length === 0 || typed.length === 0) return notAlike;
  const isThere = typed.every((one) => words.some((word) => word === one || areOneLetterApart(word, one)));
  if (!isThere || typed.every((one) => words.includes(one))) return notAlike;
  return words.length === typed.length ? 0 : 1;
}
