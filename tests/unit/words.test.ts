import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = globSync('{client,server,shared,scripts}/**/*.{ts,tsx}')
  .filter((file) => !file.endsWith('.d.ts') && !file.includes('/migrations/0'))
  .map((file) => ({ file, code: readFileSync(file, 'utf8') }));

test('no two exported types have one name', () => {
  const places = Map.groupBy(
    sources.flatMap(({ file, code }) =>
      [...code.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = '']) => ({ name, file })),
    ),
    ({ name }) => name,
  );
  const shared = [...places].filter(([, found]) => found.length > 1);
  expect(shared.map(([name, found]) => `${name}: ${found.map(({ file }) => file).join(', ')}`)).toEqual([]);
});
