import { describe, expect, test } from 'vitest';
import { fold } from '#server/search/text/fold.ts';
import { parseQuery } from '#server/search/text/parse-query.ts';
import { canonical } from '#server/search/text/runs.ts';
import { areFoundIn, finds, sampleSentences, toSimplified } from '#tests/helpers/search-texts.ts';

describe('a query finds', () => {
  test.each([
    ['台灣', '去臺灣喝茶'],
    ['臺灣', '去台灣喝茶'],
    ['台湾', '去臺灣喝茶'],
    ['台灣', '去台湾喝茶'],
    ['ＴＥＡ', 'a cup of tea'],
    ['tea', '一杯ＴＥＡ好'],
    ['qy120ML', '編號QY-120ml。'],
    ['QY-120ml', 'qy120ML'],
    ['面包', '紅豆麵包'],
    ['头发', '洗頭髮'],
    ['里長', '拜訪里長'],
    ['計畫', '工作計劃'],
    ['计划', '工作計畫'],
    ['周年', '十週年慶'],
    ['香烟', '香菸'],
    ['陶坯', '素燒陶坏'],
    ['2026年', '在2026年初'],
    ['tea茶', '好tea，茶葉'],
    ['☕', '喝☕️吧'],
    ['👩‍🍳', '她是👩‍🍳。'],
    ['𠮷野家', '去𠮷野家吃飯'],
    ['ㄔㄚˊ', '茶（ㄔㄚˊ）'],
    ['˙ㄇㄚ', '嗎，讀作˙ㄇㄚ'],
    ['ガラス', '窓のｶﾞﾗｽ'],
    ['時々', '時々雨'],
    ['녹차', '제주녹차밭'],
    ['café', 'CAFE\u0301'],
    ['чай', 'ЧАЙ'],
    ['1/2', '½杯'],
    ['烏龍　茶壺', '茶壺與烏龍'],
    ['烏龍、茶壺', '茶壺與烏龍'],
    ['「烏龍」', '烏龍'],
  ])('%s in %s', (query, text) => {
    expect(finds(query, text)).toBe(true);
  });
});

describe('a query does not find', () => {
  test.each([
    ['麵包', '四方面包括'],
    ['烏龍茶', '烏龍。龍茶'],
    ['tea', 'teapot'],
    ['pot', 'teapot'],
    ['120', '1200'],
    ['茶120', '茶1200'],
    ['20', '120茶'],
    ['👩', '她是👩‍🍳。'],
    ['發', '頭髮'],
    ['cafe', 'café'],
    ['%', '100%'],
    ['_', 'a_b'],
  ])('%s in %s', (query, text) => {
    expect(finds(query, text)).toBe(false);
  });
});

test.each(['%_\\"\'*^:()', '', '   ', '、。', '\u0000', '\ud800'])('%j is a query of nothing', (query) => {
  expect(parseQuery(query)).toEqual({ words: [], ignored: '' });
});

test('what was typed is the first reading', () => {
  const readings = (query: string) => parseQuery(query).words.map((word) => word.readings);
  expect(readings('里長')).toEqual([[' 里長 ', ' 裡長 ', ' 哩長 ']]);
  expect(readings('麵包')).toEqual([[' 麵包 ']]);
  expect(readings('面包')).toEqual([[' 面包 ', ' 麵包 ']]);
  expect(readings('头发')).toEqual([[' 頭发 ', ' 頭發 ', ' 頭髮 ']]);
  expect(readings('QY-120ml')).toEqual([[' qy 120 ml ']]);
});

test('words are shown as they were typed, and only once', () => {
  const { words, ignored } = parseQuery(' 《ＴＥＡ》 tea 烏龍、茶壺！ ㏂ ');
  expect(words.map(({ typed }) => typed)).toEqual(['ＴＥＡ', '烏龍', '茶壺', '㏂']);
  expect(ignored).toBe('');
});

test('what is beyond eight words or 100 characters is told', () => {
  expect(parseQuery('a b c d e f g h a i j')).toMatchObject({ ignored: 'i j' });
  const { words, ignored } = parseQuery(`${'𠮷'.repeat(100)}野家`);
  expect(words.map(({ typed }) => typed)).toEqual(['𠮷'.repeat(100)]);
  expect(ignored).toBe('野家');
});

test('a word of many readings has 32', () => {
  const [word] = parseQuery('发面后面里面干面的时候').words;
  expect(word?.readings).toHaveLength(32);
  expect(word?.readings[0]).toBe(' 发面后面里面干面的時候 ');
});

test('the Simplified form of a query loses no hit', () => {
  const sentences = sampleSentences();
  const texts = sentences.map((sentence) => canonical(fold(sentence)));
  const lost: string[] = [];
  let asked = 0;
  for (const [index, sentence] of sentences.entries()) {
    const characters = Array.from(sentence);
    const at = (index * 7) % characters.length;
    const query = characters.slice(at, at + 1 + (index % 6)).join('');
    if (asked === 700 || toSimplified(query) === query || !finds(query, sentence)) continue;
    asked += 1;
    const [typed, simplified] = [parseQuery(query).words, parseQuery(toSimplified(query)).words];
    const isLost = texts.some((text) => areFoundIn(typed, text) && !areFoundIn(simplified, text));
    if (isLost) lost.push(query);
  }
  expect(lost).toEqual([]);
  expect(asked).toBeGreaterThanOrEqual(500);
});
