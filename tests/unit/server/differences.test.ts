import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Difference } from '#shared/difference.ts';
import { randomNumbers } from '#scripts/tools/random-numbers.ts';
import { compareFields, differenceOf } from '#server/content/history/differences.ts';
import { howMany } from '#tests/helpers/how-many.ts';

/** Lines marked by - and +, changes within a line in brackets. */
function shown(before: string, after: string): string[] {
  const marks = { same: '', removed: '-', added: '+' };
  return differenceOf(before, after).parts.flatMap((part) =>
    part.kind === 'changed'
      ? `~${part.runs.map(({ kind, text }) => (kind === 'same' ? text : `[${marks[kind]}${text}]`)).join('')}`
      : part.lines.map((line) => `${marks[part.kind]}${line}`),
  );
}

test('a changed paragraph shows its changed words', () => {
  expect(
    shown('我們在高山的茶園種茶。\n\n價格為 1,200 元。', '我們在阿里山的茶園種了好茶。\n\n價格為 1,500 元。'),
  ).toEqual(['~我們在[-高山][+阿里山]的茶園種[-茶][+了好茶]。', '', '~價格為 [-1,200][+1,500] 元。']);
  expect(shown('The quick brown fox', 'The quick red fox')).toEqual(['~The quick [-brown][+red] fox']);
});

test('one or two unchanged characters between changes belong to the change', () => {
  expect(shown('茶湯金黃，香氣清雅。', '茶湯蜜黃，香氣極為清雅，回甘。')).toEqual([
    '~茶湯[-金黃][+蜜黃]，香氣[-清雅][+極為清雅，回甘]。',
  ]);
  expect(shown('採茶的季節是春天和冬天。', '製茶的季節是夏天和秋天。')).toEqual([
    '~[-採茶][+製茶]的季節是[-春天和冬天][+夏天和秋天]。',
  ]);
});

test('a character of several parts changes whole', () => {
  expect(shown('烏龍茶好。\uFE00\u0301', '烏龍茶好。\uFE00\u0302')).toEqual([
    '~烏龍茶好[-。\uFE00\u0301][+。\uFE00\u0302]',
  ]);
  expect(shown('我們一家人👨‍👩‍👧都喝茶', '我們一家人👨‍👩‍👦都喝茶')).toEqual(['~我們一家人[-👨‍👩‍👧][+👨‍👩‍👦]都喝茶']);
});

test('a paragraph with little in common is replaced whole', () => {
  expect(shown('今年的春茶已經全部採收完畢了。', '今年的冬天下過好幾場很大的雨。')).toEqual([
    '-今年的春茶已經全部採收完畢了。',
    '+今年的冬天下過好幾場很大的雨。',
  ]);
  const before = '昨天我們一起去山上採茶，下午下了一場大雨，大家都淋濕了。';
  const after = '前天他們一起去海邊抓魚，晚上颳了一陣大風，眾人都嚇壞了。';
  expect(shown(before, after)).toEqual([`-${before}`, `+${after}`]);
});

test('a paragraph that only grew shows what was added', () => {
  const more = '這一段後來補上了許多說明，比原來長得多。';
  expect(shown('烏龍茶。', `烏龍茶。${more}`)).toEqual([`~烏龍茶。[+${more}]`]);
});

test('an added paragraph does not shift those after it', () => {
  const paragraphs = ['春天的茶最香。', '夏天的茶較澀。', '冬天的茶最甜。'];
  const changed = paragraphs.map((text) => text.replace('的茶', '的茶湯'));
  expect(shown(paragraphs.join('\n\n'), ['前言一段。', ...changed].join('\n\n'))).toEqual([
    '+前言一段。',
    '+',
    '~春天的[-茶][+茶湯]最香。',
    '',
    '~夏天的[-茶][+茶湯]較澀。',
    '',
    '~冬天的[-茶][+茶湯]最甜。',
  ]);
});

test('equal texts have no changes, empty ones no parts', () => {
  expect(shown('茶\n\n茶', '茶\n\n茶')).toEqual(['茶', '', '茶']);
  expect(differenceOf('', '')).toEqual({ parts: [], isCoarse: false });
  expect(shown('', '茶')).toEqual(['+茶']);
  expect(shown('茶\n', '')).toEqual(['-茶', '-']);
});

const pieces = [
  ...['茶', '烏龍茶', '的', '我們', '高山', '，', '。', '、', '「', '」', '𠮷', '葛\u{E0100}', '。\uFE00'],
  ...[
    'tea',
    ' ',
    'e\u0301',
    'a\u200D',
    '**',
    '[茶](/t)',
    '1,200',
    '\t',
    '1\uFE0F\u20E3',
    '가',
    '\u1112\u1161',
  ],
  ...['👨‍👩‍👧', '🇹🇼', '🇯🇵', '👍🏽', '❤️', '\u0301', '\uFE0F', '\u200D', '\u{110BD}', 'क्षि', 'กำ', 'が', 'か\u3099'],
  ...['\n', '\n\n', '\n- ', '\n---\n', '春天採的茶最香，冬天採的茶最甜。'],
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 60 });
const splice = fc.record({
  at: fc.nat(60),
  gone: fc.nat(6),
  put: fc.array(fc.constantFrom(...pieces), { maxLength: 6 }),
});
const edited = fc.tuple(text, fc.array(splice, { maxLength: 6 })).map(([before, splices]) => {
  const after = [...before];
  for (const { at, gone, put } of splices) after.splice(at, gone, ...put);
  return { before: before.join(''), after: after.join('') };
});
const unrelated = fc.record({ before: text, after: text });
const pairs = fc.oneof(
  edited,
  unrelated.map(({ before, after }) => ({ before: before.join(''), after: after.join('') })),
);

/** The text before, or the one after, put together from the parts. */
function joined({ parts }: Difference, side: 'removed' | 'added'): string {
  return parts
    .flatMap((part) => {
      if (part.kind === 'changed')
        return part.runs
          .filter(({ kind }) => kind === 'same' || kind === side)
          .map(({ text }) => text)
          .join('');
      return part.kind === 'same' || part.kind === side ? part.lines : [];
    })
    .join('\n');
}

test.each([700, 0])('the parts give back both texts, with a limit of %d ms', (limitMs) => {
  fc.assert(
    fc.property(pairs, ({ before, after }) => {
      const difference = differenceOf(before, after, { limitMs });
      expect(joined(difference, 'removed')).toBe(before);
      expect(joined(difference, 'added')).toBe(after);
    }),
    { numRuns: howMany({ usually: 600, whole: 3000 }) },
  );
});

test('no run cuts a character', () => {
  const characters = new Intl.Segmenter('zh-Hant-TW', { granularity: 'grapheme' });
  const startsOf = (line: string) => new Set(Array.from(characters.segment(line), ({ index }) => index));
  fc.assert(
    fc.property(pairs, ({ before, after }) => {
      for (const part of differenceOf(before, after).parts) {
        if (part.kind !== 'changed') continue;
        for (const side of ['removed', 'added']) {
          const runs = part.runs.filter(({ kind }) => kind === 'same' || kind === side);
          const starts = startsOf(runs.map(({ text }) => text).join(''));
          let index = 0;
          for (const { text } of runs) {
            expect(starts).toContain(index);
            index += text.length;
          }
        }
      }
    }),
    { numRuns: howMany({ usually: 600, whole: 3000 }) },
  );
});

test('a paragraph alternates between what stayed and what changed', () => {
  fc.assert(
    fc.property(pairs, ({ before, after }) => {
      for (const part of differenceOf(before, after).parts) {
        if (part.kind !== 'changed') continue;
        const order = part.runs.map(({ kind }) => kind[0]).join('');
        expect(order).toMatch(/^s?(?:(?:ra|r|a)(?:s|$))*$/);
        expect(part.runs.every(({ text }) => text !== '')).toBe(true);
      }
    }),
  );
});

test('texts that share all words and no order keep to the limit', () => {
  const random = randomNumbers(7);
  const word = () => ['烏龍', '高山', '茶', '的', '我們', '香氣', '，', '。'][random(8)] ?? '';
  const long = () => Array.from({ length: 30_000 }, word).join('');
  const [before, after] = [long(), long()];
  // Without a limit this takes minutes.
  const difference = differenceOf(before, after, { limitMs: 300 });
  expect(difference.isCoarse).toBe(true);
  expect(joined(difference, 'removed')).toBe(before);
});

test('200,000 empty lines are compared', () => {
  const [before, after] = [`${'\n'.repeat(200_000)}茶`, `${'\n'.repeat(180_000)}葉`];
  const difference = differenceOf(before, after);
  expect(joined(difference, 'removed') === before).toBe(true);
  expect(joined(difference, 'added') === after).toBe(true);
});

test('fields are compared by their paths, lists as one value', () => {
  const before = {
    title: '茶',
    tags: ['甲', '乙'],
    seo: { title: '茶', image: null },
    price: 120,
    cover: 'a.png',
  };
  const after = { title: '茶', tags: ['新', '甲', '乙'], seo: { title: '好茶' }, price: 150, author: 'lin' };
  expect(compareFields(before, after)).toEqual([
    { path: 'tags', before: ['甲', '乙'], after: ['新', '甲', '乙'] },
    { path: 'seo.title', before: '茶', after: '好茶' },
    { path: 'price', before: 120, after: 150 },
    { path: 'cover', before: 'a.png', after: null },
    { path: 'author', before: null, after: 'lin' },
  ]);
});

test('fields that were typed otherwise and mean the same do not differ', () => {
  const [before, after] = [{ a: { c: 1, b: [1] }, d: null }, { a: { b: [1], c: 1 } }];
  expect(compareFields(before, after)).toEqual([]);
});

test('a field named after a member of every object is missing where nobody has written it', () => {
  const after = { specs: { constructor: '手拉坯', toString: '繩' } };
  expect(compareFields({ specs: { a: 1 } }, after)).toEqual([
    { path: 'specs.a', before: 1, after: null },
    { path: 'specs.constructor', before: null, after: '手拉坯' },
    { path: 'specs.toString', before: null, after: '繩' },
  ]);
});
