import { expect, test } from 'vitest';

test('fails whenever it is run', () => {
  expect(1).toBe(2);
});
