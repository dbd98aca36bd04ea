import { expect, test } from 'vitest';
import { importContent } from '#server/features/content/import-content.ts';
import { aProduct, contentFolder } from '../helpers/content.ts';
import { openTestDatabase, temporaryFolder } from '../helpers/databases.ts';

// How long 10,000 take, and how much memory, is measured by `npm run bench -- mixed`.
test('2,000 products are imported at once, and each step is told', async () => {
  const numbers = Array.from({ length: 2000 }, (_, i) => i);
  const files = Object.fromEntries(
    numbers.map((i) => [
      `products/p${i}.md`,
      aProduct({ name: `茶 ${i}`, price: i }, `第 ${i} 號。\n\n## 沖泡\n\n**九十度**。`),
    ]),
  );
  const dir = contentFolder(files);
  const db = await openTestDatabase('sqlite');
  const seen: string[] = [];
  const report = await importContent(dir, db, temporaryFolder(), {
    onProgress: (phase, done, total) => seen.push(`${phase} ${done}/${total}`),
  });
  expect(report.written.products).toBe(2000);
  expect(seen.filter((step) => step.startsWith('reading'))).toHaveLength(2000);
  expect(seen.at(-1)).toBe('writing 2000/2000');
});
