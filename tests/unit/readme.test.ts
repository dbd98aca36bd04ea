import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const readme = readFileSync('README.md', 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

test('every npm script that the README names exists, and every script is named', () => {
  const named = new Set([...readme.matchAll(/npm (?:run )?([a-z:]+)\b/g)].map((match) => match[1]));
  named.delete('ci');
  const builtIn = new Set(['run', 'scripts', 'and', 'package', 'starts']);
  expect([...named].filter((name) => name && !builtIn.has(name) && !(name in scripts))).toEqual([]);
  expect(Object.keys(scripts).filter((name) => !named.has(name) && name !== 'build')).toEqual([]);
});

test('every path that the README names exists', () => {
  const named = [
    ...readme.matchAll(
      /`((?:server|client|shared|public|scripts|tests|\.ci)\/[\w./-]*|\.env\.example|\.oxlintrc\.json|Dockerfile)`/g,
    ),
  ];
  const paths = [
    ...named.map((match) => match[1] ?? ''),
    ...[...readme.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1] ?? ''),
  ];
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

test('the tree names the folders that there are', () => {
  const tree = /```text\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  for (const [, folder] of tree.matchAll(/^(\w+)\/ /gm)) expect(existsSync(folder ?? ''), folder).toBe(true);
});

test('every variable of the configuration stands in its table', () => {
  const source = readFileSync('server/config.ts', 'utf8');
  const names = [...source.matchAll(/read\.\w+\(\s*'([A-Z_]+)'/g)].map((match) => match[1]);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
