import { expect, test } from 'vitest';
import { findAlike } from '#server/search/text/alike/alike.ts';
import { areOneLetterApart } from '#server/search/text/alike/one-letter-apart.ts';
import { pinyinOfZhuyin, zhuyinOfKeys } from '#server/search/text/alike/zhuyin.ts';

const names = [
  ...[
    '烏龍茶',
    '凍頂烏龍',
    '茶',
    '鐵壺',
    '垃圾袋',
    '攜帶茶具',
    '和平東路',
    '西安',
    '先生',
    '綠豆糕',
    '貓空女兒茶',
  ],
  ...['Oolong Tea', 'Qingye 青野', 'Teapot', 'Caf\u00e9'],
  ...['阿滴', '阿翰'],
];

test.each([
  ['烏隆', ['烏龍茶', '凍頂烏龍']],
  ['吴龙', ['烏龍茶', '凍頂烏龍']],
  ['ㄨㄌㄨㄥˊ', ['烏龍茶', '凍頂烏龍']],
  ['ㄨ ㄌㄨㄥˊ', ['烏龍茶', '凍頂烏龍']],
  ['j xj/6', ['烏龍茶', '凍頂烏龍']],
  ['wulong', ['烏龍茶', '凍頂烏龍']],
  ['Wu Long', ['烏龍茶', '凍頂烏龍']],
  ['w\u016bl\u00f3ng', ['烏龍茶', '凍頂烏龍']],
  ['wu1long2', ['烏龍茶', '凍頂烏龍']],
  ['烏long', ['烏龍茶', '凍頂烏龍']],
  ['插', ['茶', '烏龍茶', '攜帶茶具', '貓空女兒茶']],
  ['ㄔㄚˊ', ['茶', '烏龍茶', '攜帶茶具', '貓空女兒茶']],
  ['t86', ['茶', '烏龍茶', '攜帶茶具', '貓空女兒茶']],
  ['勒瑟', ['垃圾袋']],
  ['ㄌㄜˋㄙㄜˋ', ['垃圾袋']],
  ['西帶', ['攜帶茶具']],
  ['漢平', ['和平東路']],
  ['xian', ['先生', '西安']],
  ["xi'an", ['西安']],
  ['鐵胡', ['鐵壺']],
  ['律逗', ['綠豆糕']],
  ['lvdou', ['綠豆糕']],
  ['l\u00fcdou', ['綠豆糕']],
  ['女而', ['貓空女兒茶']],
  ['Olong', ['Oolong Tea']],
  ['Ooolong tae', ['Oolong Tea']],
  ['qinyge', ['Qingye 青野']],
  ['ＴＥＡＰＯＤ', ['Teapot']],
  ['cafe', ['Caf\u00e9']],
  ['烏龍茶', []],
  ['xy', []],
  ['120', []],
  ['294', []],
  ['A-1234', []],
  ['a1', []],
  ['xi-12', []],
  ['xi12', []],
  ['%_\\"\'*^:()', []],
  ['', []],
  ['wulong'.repeat(7), []],
])('%s sounds or is typed like %j', async (q, expected) => {
  expect((await findAlike(q, names)).toSorted()).toEqual(expected.toSorted());
});

test('names that sound so as a whole come first', async () => {
  expect(await findAlike('插', names)).toEqual(['茶', '烏龍茶', '攜帶茶具', '貓空女兒茶']);
  expect(await findAlike('烏隆', ['凍頂烏龍', '烏龍麵與天婦羅', '烏龍'])).toEqual([
    '烏龍',
    '烏龍麵與天婦羅',
    '凍頂烏龍',
  ]);
});

test.each([
  ['su3cl3', 'ㄋㄧˇㄏㄠˇ', ['ni', 'hao']],
  ['j xj/6', 'ㄨˉㄌㄨㄥˊ', ['wu', 'long']],
  ['1u06', 'ㄅㄧㄢˊ', ['bian']],
  ['RM,4', 'ㄐㄩㄝˋ', ['jue']],
  ['g4', 'ㄕˋ', ['shi']],
  ['xm4', 'ㄌㄩˋ', ['lv']],
  ['mp', 'ㄩㄣ', ['yun']],
])('the keys %s are %s', (typed, zhuyin, pinyin) => {
  expect(zhuyinOfKeys(typed)).toBe(zhuyin);
  expect(pinyinOfZhuyin(zhuyin)).toEqual(pinyin);
});

test.each(['tea', '茶', 'qy-120', '~', ''])('the keys %j are no Bopomofo', (typed) => {
  expect(zhuyinOfKeys(typed)).toBeNull();
});

test.each([
  ['tea', 'tae', true],
  ['tea', 'teas', true],
  ['tea', 'te', true],
  ['tea', 'ten', true],
  ['tea', 'tea', false],
  ['tea', 'aet', false],
  ['teapot', 'taepto', false],
  ['tea', 'te as', false],
])('whether %s and %s are one letter apart: %s', (a, b, expected) => {
  expect(areOneLetterApart(a, b)).toBe(expected);
  expect(areOneLetterApart(b, a)).toBe(expected);
});

test('20,000 names are looked through in turns', async () => {
  const many = Array.from(
    { length: 20_000 },
    (_, index) => `${names[index % 11] ?? ''}第${String(index)}號的茶葉與茶壺`,
  );
  let turns = 0;
  const counter = setInterval(() => (turns += 1), 1);
  expect(await findAlike('烏隆', [...many, '烏籠'])).toHaveLength(8);
  clearInterval(counter);
  expect(turns).toBeGreaterThan(0);
});
