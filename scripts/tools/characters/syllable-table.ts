import { pinyin } from 'pinyin-pro';
import { charactersOfBig5 } from './big5.ts';
import type { HanTables } from './han-tables.ts';

/** How Han characters sound, as `server/search/text/alike/syllable-table.json` holds it. */
export interface SyllableTable {
  source: string;
  licence: string;
  /** A syllable without its tone, and all characters that may be read so. */
  syllables: string[];
}

/** Readings in Taiwan whose syllable differs from that of pinyin-pro. */
const taiwanReadings =
  '垃le 圾se 和han 液yi 攜xi 酪luo 堤ti 暫zhan 拎ling 嫩nun 蝸gua 酵xiao 癬xian 蚵e 骰shai 著zhao 芒wang';

/** All readings of the characters that remain after folding: those of Big5, and ambiguous Simplified ones. */
export function makeSyllableTable({ folds, readings }: HanTables): SyllableTable {
  const folded = new Set(folds.flatMap((line) => Array.from(line).filter((_, index) => index % 2 === 0)));
  const characters = new Set([...charactersOfBig5(), ...readings.flatMap((line) => Array.from(line))]);
  const bySyllable = new Map<string, string>();
  for (const character of [...characters].toSorted()) {
    if (folded.has(character) || !/^\p{Script=Han}$/u.test(character)) continue;
    for (const syllable of syllablesOf(character)) {
      bySyllable.set(syllable, `${bySyllable.get(syllable) ?? ''}${character}`);
    }
  }
  return {
    source:
      'Made by scripts/make-search-tables.ts from pinyin-pro (https://github.com/zh-lx/pinyin-pro), with readings of Taiwan',
    licence: 'MIT (https://github.com/zh-lx/pinyin-pro/blob/main/LICENSE)',
    syllables: [...bySyllable].map(([syllable, sounding]) => `${syllable} ${sounding}`).toSorted(),
  };
}

function syllablesOf(character: string): Set<string> {
  const syllables: string[] = pinyin(character, { multiple: true, toneType: 'none', type: 'array', v: true });
  for (const [, syllable = ''] of taiwanReadings.matchAll(new RegExp(`${character}([a-z]+)`, 'gu'))) {
    syllables.push(syllable);
  }
  // Interjections without a vowel are no syllables that anybody types.
  return new Set(syllables.filter((syllable) => /^[a-z]*[aeiouv][a-z]*$/.test(syllable)));
}
