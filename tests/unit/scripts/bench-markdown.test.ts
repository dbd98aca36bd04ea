import { expect, test } from 'vitest';
import { insertFigures } from '#scripts/bench/markdown.ts';

const document = 'Before.\n\n<!-- bench:warm -->\n\nold\n\n<!-- /bench:warm -->\n\nAfter.\n';

test('figures of a part replace what stood in its place', () => {
  const figures = [
    { name: 'rate', value: 28_300, unit: 'req/s' as const, note: 'a | b' },
    { name: 'share', value: 0.5, unit: '×' as const, target: { atLeast: 0.8 } },
  ];
  expect(insertFigures(document, 'warm', figures)).toBe(`Before.

<!-- bench:warm -->

| figure | value | target | note |
| --- | --- | --- | --- |
| rate | 28300 req/s |  | a \\| b |
| share | 0.5 × | **≥ 0.8 ×** |  |

<!-- /bench:warm -->

After.
`);
});

test('a document without a place for the part is refused', () => {
  expect(() => insertFigures(document, 'cold', [])).toThrow('no place for cold');
});
