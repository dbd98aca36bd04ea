import { expect, test } from 'vitest';
import { mediaPathPattern } from '#server/content/media-path.ts';
import { labelOfFile, uploadPath } from '#server/features/editing/media/upload-names.ts';

const names: readonly (readonly [name: string, path: string, label: string])[] = [
  ['春茶 上市.JPG', '春茶-上市', '春茶 上市'],
  ['C:\\photos\\tea.final.jpeg', 'tea-final', 'tea.final'],
  ['../../etc/passwd', 'passwd', 'passwd'],
  ['.jpg', 'jpg', '.jpg'],
  ['"><script>.svg', 'script', '"><script>'],
  ['a\0b\n\tc.png', 'a-b-c', 'a b c'],
  ['a\uFFFFb.png', 'a-b', 'a b'],
  ['が.png', 'が', 'が'],
  ['🍵.png', 'file', '🍵'],
  ['', 'file', ''],
  ['媽'.repeat(300), '媽'.repeat(60), '媽'.repeat(200)],
];

test.for(names)('a file named %j has a path and a label', ([name, stem, label]) => {
  const file = { name, sha256: '0a1b2c3d4e5f', ending: '.jpg', at: '2026-10-31T16:00:00.000Z' };
  const path = uploadPath(file);
  // By the clock of Taiwan.
  expect(path).toBe(`media/uploads/2026/11/${stem}-0a1b2c3d.jpg`);
  expect(path).toMatch(mediaPathPattern);
  expect(labelOfFile(name)).toBe(label);
});
