import { expect, test } from 'vitest';
import { gramsOfFields, gramsOfPart, isOneGram, partsOfReading } from '#server/search/text/grams.ts';
import { fold } from '#server/search/text/fold.ts';
import { canonical, runsOf } from '#server/search/text/runs.ts';

// The first and the last ones, too: their numbers are next to those of others.
const han = ['々', '〆', 'あ', 'ㄅ', '一', '茶', '鿾', '鿿'];
const hangul = ['가', '각', '녹', '힢', '힣'];
const words = ['0', 'z', 'tea', '00000', 'zzzzz'];

const ofOwnNumber = [han, hangul].flatMap((characters) => [
  ...characters,
  ...characters.flatMap((first) => characters.map((second) => `${first}${second}`)),
]);

test('what is told by its number has one that nothing else has', () => {
  const parts = [...ofOwnNumber, ...words].map((text) => {
    expect(isOneGram(` ${text} `), text).toBe(true);
    return partsOfReading(` ${text} `);
  });
  const grams = parts.flatMap(([part = NaN]) => gramsOfPart(part, 4));
  expect(new Set(grams).size).toBe(4 * (ofOwnNumber.length + words.length));
  for (const gram of grams) expect(gram).toBe(gram | 0);
});

test('what shares its number is looked up in the text', () => {
  for (const text of ['茶녹', '녹茶', '𠮷', '𠮷茶', 'oolong', '茶 120', '烏龍茶', '🍵'])
    expect(isOneGram(canonical(fold(text))), text).toBe(false);
});

test('a document has each part once, with the first field that has it', () => {
  const fields = ['烏龍', '烏龍茶 tea', '녹차茶', '烏龍茶 녹차 𠮷茶 tea'].map((text) => runsOf(fold(text)));
  const grams = gramsOfFields(['category 茶葉'], fields);
  expect(new Set(grams).size).toBe(grams.length);
  const tierOf = (text: string) => {
    const [part = NaN] = partsOfReading(` ${text} `);
    const tiers = gramsOfPart(part, 4).map((gram) => grams.includes(gram));
    expect(tiers.filter(Boolean).length, text).toBeLessThan(2);
    return tiers.indexOf(true);
  };
  const found = ['烏', '烏龍', '龍茶', '茶', 'tea', '녹차', '차茶', '𠮷', '𠮷茶', '茶烏'].map(tierOf);
  expect(found).toEqual([0, 0, 1, 1, 1, 2, 2, 3, 3, -1]);
});
