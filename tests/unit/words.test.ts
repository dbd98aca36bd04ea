import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = globSync('{client,server,shared,scripts}/**/*.{ts,tsx}')
  .filter((file) => !file.endsWith('.d.ts') && !file.includes('/migrations/0'))
  .map((file) => ({ file, code: readFileSync(file, 'utf8') }));

test('a comment begins with the noun or the verb that it is about', () => {
  expect(sources.length).toBeGreaterThan(900);
  expect(sources.flatMap(({ file, code }) => findRelative(code).map((line) => `${file}: ${line}`))).toEqual(
    [],
  );
});

test.each(['/** What is kept. */', '  // Of each kind the newest.', '/**\n * Whoever asks.\n */'])(
  'a relative clause is found in %j',
  (code) => {
    expect(findRelative(code)).toHaveLength(1);
  },
);

test.each(['/** Number of rows. */', 'const a = 1; // What follows code', "tell('// What');"])(
  'none is found in %j',
  (code) => {
    expect(findRelative(code)).toEqual([]);
  },
);

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

/** Comments on lines of their own that begin with a relative pronoun or with one of the other banned words. */
function findRelative(code: string): string[] {
  const begins =
    /^\s*(?:\/\*\*\s*(?:\n\s*\*\s*)?|\/\/ )(?:What|Of|Where|As|Who|Whoever|Whatever|Whichever|That|One|None)\b.*$/gm;
  return (code.match(begins) ?? []).map((line) => line.trim());
}
