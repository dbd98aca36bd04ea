import { expect, test } from 'vitest';
import { composed } from '#shared/composed.ts';

const [acute, below] = ['\u0301', '\u0316'];

test('a text is composed as Unicode does it', () => {
  const typed = `e${acute}\u0344 \u1112\u1161\u11ab \ufa10 a${below}${acute} 茶e${acute.repeat(30)}`;
  expect(composed(typed)).toBe(typed.normalize('NFC'));
  expect(composed('')).toBe('');
});

test('a run of more marks than any letter has stays as typed, and what stands around it is composed', () => {
  const run = `${acute}${below}`.repeat(16);
  expect(composed(`e${acute}x${run}茶e${acute}${run}`)).toBe(`éx${run}茶e${acute}${run}`);
  expect(composed(`${run}e${acute}`)).toBe(`${run}é`);
});

test('no number of marks is too much', () => {
  const run = below.repeat(4_000_000);
  expect(composed(`e${acute}x${run}e${acute}`) === `éx${run}é`).toBe(true);
});

test.each([
  `e${acute.repeat(32)}`,
  `${acute}${below}`.repeat(16),
  `\u0958${acute.repeat(30)}`,
  `e${acute.repeat(31)}e${acute}`,
  `\u0344${below.repeat(30)}e${acute}`,
])('what is composed stays the same when it is composed again: %j', (typed) => {
  const once = composed(typed);
  expect(composed(once)).toBe(once);
});
