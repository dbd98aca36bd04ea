import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proposeId } from '#shared/editing/propose-id.ts';
import { findIdProblem } from '#server/content/content-id.ts';

test.for([
  ['夜裡的一壺茶', '夜裡的一壺茶'],
  ['Spring Tea, 2026!', 'spring-tea-2026'],
  ['《紅樓夢》讀後感：上', '紅樓夢-讀後感-上'],
  ['ＡＢＣ　茶', 'abc-茶'],
  ['Don’t stop', 'dont-stop'],
  ['_草稿', '草稿'],
  ['…… ❤️ ……', ''],
  ['茶\u200B葉', '茶葉'],
  ['Café', 'café'],
  [`${'茶'.repeat(59)}葉子`, `${'茶'.repeat(59)}葉`],
  [`${'茶'.repeat(50)} ${'tea'.repeat(9)}`, '茶'.repeat(50)],
] as const)('the title %s gives %s', ([title, id]) => {
  expect(proposeId(title)).toBe(id);
});

test('every title gives an id that may be used, or none', () => {
  const title = fc.string({ unit: 'binary', maxLength: 60 });
  fc.assert(
    fc.property(title, (text) => {
      const id = proposeId(text);
      return id === '' || (findIdProblem(id) === null && proposeId(id) === id);
    }),
    { numRuns: 100 },
  );
});
