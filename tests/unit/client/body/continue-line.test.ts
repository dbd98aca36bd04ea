import { expect, test } from 'vitest';
import { continueLine } from '#client/edit/script/body/continue-line.ts';
import { countText } from '#client/edit/script/body/count-text.ts';
import { aText, afterChange } from '#tests/helpers/selected-text.ts';

test.for([
  ['- 春茶‸', '- 春茶\n- ‸'],
  ['- 春‸茶', '- 春\n- ‸茶'],
  ['前\n  * 春茶‸\n後', '前\n  * 春茶\n  * ‸\n後'],
  ['9. 春茶‸', '9. 春茶\n10. ‸'],
  ['1) 春茶‸', '1) 春茶\n2) ‸'],
  ['> 春茶‸', '> 春茶\n> ‸'],
  ['> - 春茶‸', '> - 春茶\n> - ‸'],
  ['- 春《茶》', '- 春\n- ‸'],
  ['- 春茶\n- ‸', '- 春茶\n‸'],
  ['- 春茶\n- ‸\n後', '- 春茶\n‸\n後'],
  ['> - ‸', '> ‸'],
  ['> ‸', '‸'],
] as const)('the Enter key goes on with a list, and ends it at an empty item: %s', ([before, after]) => {
  const text = aText(before);
  const change = continueLine(text);
  expect(change && afterChange(text, change)).toBe(after);
});

test('a line of many marks of quotation is read once', () => {
  const quoted = '> '.repeat(200);
  const text = aText(`${quoted}春茶‸`);
  const change = continueLine(text);
  expect(change && afterChange(text, change)).toBe(`${quoted}春茶\n${quoted}‸`);
});

test.for(['春茶‸', '‸- 春茶', '-‸', '**春茶**‸', '2026. ‸年'.replace('. ', '.'), '```\n- a‸', '—— 春茶‸'])(
  'the browser begins a line by itself in %s',
  (marked) => expect(continueLine(aText(marked))).toBeNull(),
);

test.for([
  ['', { han: 0, minutes: 0 }],
  ['春茶。', { han: 2, minutes: 1 }],
  ['**㐀𠀀豈**人々〇 ㄅ あ tea', { han: 6, minutes: 1 }],
  ['茶'.repeat(801), { han: 801, minutes: 3 }],
  ['tea '.repeat(401), { han: 0, minutes: 3 }],
] as const)('a text has its Han characters and its minutes: %#', ([text, count]) =>
  expect(countText(text)).toEqual(count),
);
