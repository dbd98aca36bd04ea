import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeHanTables } from '#scripts/tools/characters/han-tables.ts';
import { makeSyllableTable } from '#scripts/tools/characters/syllable-table.ts';
import { fold } from '#server/search/text/fold.ts';

test('the tables of Han characters are what OpenCC says', () => {
  expect(JSON.parse(readFileSync('server/search/text/han-tables.json', 'utf8'))).toEqual(makeHanTables());
});

test('the table of syllables is what pinyin-pro says, with readings of Taiwan', () => {
  const table: unknown = JSON.parse(readFileSync('server/search/text/alike/syllable-table.json', 'utf8'));
  expect(table).toEqual(makeSyllableTable(makeHanTables()));
});

test('every character stays what it became, whatever stands before it', () => {
  const changing: string[] = [];
  for (let code = 0; code <= 0x1f_aff; code += 1) {
    const character = String.fromCodePoint(code);
    if (/[\p{Cn}\p{Co}\p{Cs}]/u.test(character) || (code >= 0x34_00 && code <= 0xd7_ff)) continue;
    for (const text of [character, `e${character}`, `か${character}`, `❤${character}`]) {
      const folded = fold(text);
      if (fold(folded) !== folded) changing.push(code.toString(16));
    }
  }
  expect(changing).toEqual([]);
});
