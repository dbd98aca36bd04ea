import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold, foldWithOffsets } from '#server/search/text/fold.ts';
import { hanFolds, hanReadings } from '#server/search/text/han-variants.ts';
import { canonical } from '#server/search/text/runs.ts';
import { hardTexts } from '#tests/helpers/search-texts.ts';
import { howMany } from '../helpers/how-many.ts';

test('the tables lead nowhere twice', () => {
  expect([...hanFolds.values()].filter((form) => hanFolds.has(form))).toEqual([]);
  const forms = [...hanReadings].flat(2);
  expect(forms.filter((form) => hanFolds.has(form))).toEqual([]);
  expect(Math.max(...[...hanReadings.values()].map(({ length }) => length))).toBeLessThanOrEqual(5);
});

test.each([
  ['ＴＥＡ', 'tea'],
  ['臺灣', '台灣'],
  ['台湾', '台灣'],
  ['裏', '裡'],
  ['群羣', '群群'],
  ['国', '國'],
  ['发', '发'],
  ['面包', '面包'],
  ['里長', '里長'],
  ['ｶﾞﾗｽ', 'ガラス'],
  ['か\u3099', 'が'],
  ['ㄱㅏ', '가'],
  ['㍿', '株式會社'],
  ['½', '1\u20442'],
  ['ΟΔΟΣ οδος', 'οδοσ οδοσ'],
  ['˙ㄇㄚ', '˙ㄇㄚ'],
  ['\u200b茶\u00ad葉\ufeff', '茶葉'],
  ['葛\u{E0100}', '葛'],
  ['☕\ufe0f', '☕'],
  ['1\ufe0f\u20e3', '1'],
  ['👩\u200d🍳', '👩\u200d🍳'],
])('%s is searched as %s', (text, expected) => {
  expect(fold(text)).toBe(expected);
});

test('what is folded stays as it is', () => {
  fc.assert(
    fc.property(hardTexts(), (text) => {
      const folded = fold(text);
      expect(fold(folded)).toBe(folded);
      expect(canonical(canonical(folded))).toBe(canonical(folded));
      expect(fold(canonical(folded))).toBe(canonical(folded));
    }),
    { numRuns: howMany({ usually: 300, whole: 1500 }) },
  );
});

test('everything folded comes from a place in the text', () => {
  fc.assert(
    fc.property(hardTexts(), (text) => {
      const { folded, offsets } = foldWithOffsets(text);
      expect(folded).toBe(fold(text));
      expect(offsets).toHaveLength(folded.length + 1);
      expect(offsets.at(-1)).toBe(text.length);
      expect([...offsets]).toEqual([...offsets].toSorted((a, b) => a - b));
    }),
    { numRuns: howMany({ usually: 400, whole: 2000 }) },
  );
});
