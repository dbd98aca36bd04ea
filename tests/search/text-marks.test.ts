import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '#server/search/text/fold.ts';
import { markMatches, type TextPart } from '#server/search/text/marks.ts';
import { matches } from '#server/search/text/matches.ts';
import { parseQuery, type QueryWord } from '#server/search/text/parse-query.ts';
import { canonical } from '#server/search/text/runs.ts';
import { textAndQuery } from '#tests/helpers/search-texts.ts';
import { howMany } from '../helpers/how-many.ts';

test.each([
  ['烏龍', '好烏龍茶', '好[烏龍]茶'],
  ['台灣', '在臺灣與台湾', '在[臺灣]與[台湾]'],
  ['面包', '麵包、面包與方面包括', '[麵包]、[面包]與方[面包]括'],
  ['tea', 'Tea, teapot, ＴＥＡ', '[Tea], teapot, [ＴＥＡ]'],
  ['qy120ml', '編號 QY-120ml！', '編號 [QY-120ml]！'],
  ['烏龍 龍茶', '烏龍茶', '[烏龍茶]'],
  ['人人', '人人人', '[人人人]'],
  ['會社', 'A㍿B', 'A[㍿]B'],
  ['2', '½杯', '[½]杯'],
  ['fi', 'ﬁ', '[ﬁ]'],
  ['𠮷', '去𠮷野家', '去[𠮷]野家'],
  ['👩‍🍳', '👩‍🍳👩', '[👩‍🍳]👩'],
  ['café', 'cafe\u0301', '[cafe\u0301]'],
  ['茶', '葛\u{E0100}茶\u{E0100}', '葛\u{E0100}[茶\u{E0100}]'],
  ['茶', '茶🏽葉', '[茶🏽]葉'],
  ['茶', '<b>茶</b>', '<b>[茶]</b>'],
  ['', '茶', '茶'],
  ['茶', '', ''],
])('of %s in %s is marked %s', (query, text, expected) => {
  expect(inBrackets(markMatches(text, parseQuery(query).words))).toBe(expected);
});

test('marks are where a scan finds a word, and nowhere else', () => {
  let marks = 0;
  fc.assert(
    fc.property(textAndQuery(), ({ text, query }) => {
      const { words } = parseQuery(query);
      const parts = markMatches(text, words);
      expect(parts.map((part) => part.text).join('')).toBe(text);
      // With an emoji in the place of each mark nothing is left to be found, and each mark is found alone. Two signs
      // such as ½ make one number between them, which the emoji would part.
      const emoji = query.includes('🀄') ? '🎴' : '🀄';
      if (!/[½㏂]/.test(text))
        expect(isFound(parts.map((part) => (part.isMarked ? emoji : part.text)).join(''), words)).toBe(false);
      for (const part of parts.filter(({ isMarked }) => isMarked)) {
        expect(isFound(part.text, words), part.text).toBe(true);
        marks += 1;
      }
    }),
    { numRuns: howMany({ usually: 400, whole: 5000 }) },
  );
  expect(marks).toBeGreaterThan(80);
});

test('marks cut no character that readers see as one', () => {
  const characters = new Intl.Segmenter('zh-Hant-TW', { granularity: 'grapheme' });
  fc.assert(
    fc.property(textAndQuery(), ({ text, query }) => {
      const starts = new Set(Array.from(characters.segment(text), ({ index }) => index).concat(text.length));
      let at = 0;
      for (const part of markMatches(text, parseQuery(query).words)) {
        at += part.text.length;
        expect(starts.has(at)).toBe(true);
      }
    }),
    { numRuns: howMany({ usually: 300, whole: 3000 }) },
  );
});

function isFound(text: string, words: readonly QueryWord[]): boolean {
  const canonicalText = canonical(fold(text));
  return words.some((word) => word.readings.some((reading) => matches(canonicalText, reading)));
}

function inBrackets(parts: readonly TextPart[]): string {
  return parts.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('');
}
