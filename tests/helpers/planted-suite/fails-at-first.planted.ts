import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const dir = process.env['PLANTED_DIR'] ?? '';
const count = Number(process.env['PLANTED_COUNT']);

test.for(Array.from({ length: count }, (_, index) => index))('fails at first: %i', (index) => {
  const mark = path.join(dir, String(index));
  const isFirst = !existsSync(mark);
  writeFileSync(mark, '');
  expect(isFirst).toBe(false);
});
