import { expect, test } from 'vitest';
import { countRows, lineAtRow, topOfLine } from '#client/edit/script/preview/follow-lines.ts';

test('a line takes as many rows as its characters fill', () => {
  expect(countRows('茶'.repeat(21) + '\n\n' + 'tea '.repeat(5), 10)).toEqual([0, 3, 4, 5]);
});

test.for([
  [0, 0],
  [1.5, 0.5],
  [3, 1],
  [3.5, 1.5],
  [4.5, 2.5],
  [9, 3],
] as const)('row %d is within line %d', ([row, line]) =>
  expect(lineAtRow([0, 3, 4, 5], row)).toBeCloseTo(line),
);

test.for([
  [0, 0],
  [1, 50],
  [2, 100],
  // The notes stand where the last block does.
  [5, 400],
  [6, 450],
  [9, 600],
] as const)('line %d is shown at %d', ([line, top]) => {
  expect(topOfLine(line, [0, 2, 5, 5, 9], [0, 100, 300, 400, 600])).toBeCloseTo(top);
});
