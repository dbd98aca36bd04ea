import { expect, test } from 'vitest';
import { parseSavedItem } from '#shared/accounts.ts';

test('control characters mean nothing in a saved item', () => {
  for (const sign of ['\0', '\u0001', '\n', '\u0085']) expect(parseSavedItem(`product:a${sign}b`)).toBe(null);
  expect(parseSavedItem('article:\ud800')).toBe(null);
  expect(parseSavedItem('article:春茶')).toBe('article:春茶');
});
