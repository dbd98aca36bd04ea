import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './build/folders.ts';

// `npx tsx scripts/count-house.ts`: figures of the code that a review compares with those of the last one.

const files = globSync('{server,client,shared,scripts,tests}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.endsWith('.d.ts'))
  .map((file) => ({ file, code: readFileSync(path.join(root, file), 'utf8') }));
const sources = files.filter(({ file }) => !file.startsWith('tests/'));
const documents = globSync('**/*.md', {
  cwd: root,
  exclude: ['node_modules/**', 'dist/**', '**/sample-content/**'],
});

const lengths = sources.map(({ code }) => linesOf(code)).toSorted((a, b) => a - b);
const halls = countBy(
  sources.filter(({ file }) => !file.includes('/migrations/')),
  ({ file }) => path.dirname(file),
);
const types = countBy(
  sources.flatMap(({ code }) => [...code.matchAll(/^export (?:interface|type) (\w+)/gm)]),
  ([, name = '']) => name,
);
const relative =
  /^\s*(?:\/\*\*\s*(?:\n\s*\*\s*)?|\/\/ )(?:What|Of|Where|As|Who|Whoever|Whatever|Whichever|That|One|None)\b/gm;

const figures = {
  'files and lines of server, client, shared, scripts': `${sources.length} / ${sum(lengths)}`,
  'lines of a file: median, p90, longest': [0.5, 0.9, 1].map((part) => at(lengths, part)).join(' / '),
  'files in the fullest folder': `${halls[0]?.count} in ${halls[0]?.key}`,
  'names that several exported types have': types.filter(({ count }) => count > 1).length,
  'comments that begin with a relative clause': sum(
    sources.map(({ code }) => (code.match(relative) ?? []).length),
  ),
  'imports that climb a folder': sum(sources.map(({ code }) => (code.match(/from '\.\.\//g) ?? []).length)),
  'lines of tests': sum(
    files.filter(({ file }) => file.startsWith('tests/')).map(({ code }) => linesOf(code)),
  ),
  'documents and their words': `${documents.length} / ${sum(documents.map(wordsOf))}`,
};
for (const [name, value] of Object.entries(figures)) console.log(`${String(value).padStart(28)}  ${name}`);

function linesOf(code: string): number {
  return code.split('\n').length - 1;
}

function wordsOf(file: string): number {
  return readFileSync(path.join(root, file), 'utf8').split(/\s+/).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function at(sorted: readonly number[], part: number): number | undefined {
  return sorted[Math.ceil(part * sorted.length) - 1];
}

function countBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): { key: string; count: number }[] {
  const groups = Map.groupBy(items, keyOf);
  return Array.from(groups, ([key, group]) => ({ key, count: group.length })).toSorted(
    (a, b) => b.count - a.count,
  );
}
