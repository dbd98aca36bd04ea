import { expect, test } from 'vitest';
import { inPieces } from '#server/base/log.ts';

const aLine = (length: number) => `${'茶'.repeat(length / 3)}\n`;

test('lines that several processes write stay whole, as many at once as a pipe takes', () => {
  const lines = [900, 1_500, 1_500, 300, 6_000, 30].map(aLine);
  const pieces = [...inPieces(lines.join(''))];
  expect(pieces.join('')).toBe(lines.join(''));
  expect(pieces.map((piece) => Buffer.byteLength(piece))).toEqual([3_903, 301, 6_001, 31]);
  expect(pieces.every((piece) => piece.endsWith('\n'))).toBe(true);
});

test('nothing is no piece', () => {
  expect([...inPieces('')]).toEqual([]);
});
