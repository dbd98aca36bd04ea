import { expect, test } from 'vitest';
import { readPercent } from '#client/layouts/reading/read-percent.ts';

const cases: [what: string, top: number, height: number, percent: number][] = [
  ['before the text', 300, 2800, 0],
  ['at its first line', 0, 2800, 0],
  ['a quarter of the way', -500, 2800, 25],
  ['half of the way', -1000, 2800, 50],
  ['with its last line on the screen', -2000, 2800, 100],
  ['past it', -5000, 2800, 100],
  ['with a short text on the screen', 100, 500, 100],
  ['with a short text partly below the screen', 600, 500, 0],
];

test.for(cases)('%s one has read %i+%i: %i', ([, top, height, percent]) => {
  expect(readPercent({ top, height }, 800)).toBe(percent);
});
