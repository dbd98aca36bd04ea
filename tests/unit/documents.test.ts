import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfigNames } from '#scripts/tools/config-names.ts';
import { tiers } from '#scripts/test/tiers.ts';
import {
  findDeadLinks,
  findLostPaths,
  findNamedVariables,
  findUnknownScripts,
  readDocuments,
  readSourceNames,
  readVariables,
  type Document,
} from '../helpers/documents.ts';

const documents = readDocuments();
const sourceNames = readSourceNames();
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const readme = requireDocument('README.md');
const configuration = requireDocument('docs/configuration.md');

function requireDocument(file: string): Document {
  const document = documents.find((one) => one.file === file);
  if (document === undefined) throw new Error(`there is no ${file}`);
  return document;
}

describe.each(documents)('$file', (document) => {
  test('links only to files and headings that are there', () => {
    expect(findDeadLinks(document)).toEqual([]);
  });

  test('names only paths that are there', () => {
    expect(findLostPaths(document, sourceNames)).toEqual([]);
  });

  test('names only npm scripts that are there', () => {
    expect(findUnknownScripts(document, scripts)).toEqual([]);
  });
});

test('every document is linked from another', () => {
  const linked = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\(([^)\s#]+)/g)].map(([, target = '']) => path.join(path.dirname(file), target)),
  );
  const files = documents.map(({ file }) => file).filter((file) => file !== 'README.md');
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !linked.includes(file))).toEqual([]);
});

test('every document that a source names is there', () => {
  const sources = globSync('{client,scripts,server,shared,tests,tools}/**/*.{ts,tsx,css}');
  const named = sources.flatMap((file) => readFileSync(file, 'utf8').match(/\bdocs\/[\w/-]+\.md\b/g) ?? []);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((file) => !existsSync(file) && file !== 'docs/wrong.md')).toEqual([]);
});

test('the README has at most 90 lines', () => {
  expect(readme.text.trimEnd().split('\n').length).toBeLessThanOrEqual(90);
});

test('the README names every npm script but the build, which `npm start` runs', () => {
  const named = new Set([...readme.text.matchAll(/npm (?:run )?([a-z:]+)/g)].map(([, name]) => name));
  expect(Object.keys(scripts).filter((name) => !named.has(name) && name !== 'build')).toEqual([]);
});

test.for(['README.md', 'ARCHITECTURE.md'])('the tree of %s names the folders that there are', (file) => {
  const tree = /```text\n([\s\S]*?)```/.exec(requireDocument(file).text)?.[1] ?? '';
  const named = [...tree.matchAll(/^(\w+)\/ /gm)].map(([, folder = '']) => folder);
  expect(named).toContain('server');
  expect(named.filter((folder) => !existsSync(folder))).toEqual([]);
});

test('the contributing guide has a row for every tier of tests, with the limit of a test', () => {
  const rows = requireDocument('CONTRIBUTING.md').text.matchAll(/^\| `([a-z-]+)` \|.*\| (\d+) s \|$/gm);
  expect(Array.from(rows, ([, name, seconds]) => [name, Number(seconds)])).toEqual(
    Object.entries(tiers).map(([name, { testSeconds }]) => [name, testSeconds]),
  );
});

test('the contributing guide has a row for every folder of tests', () => {
  const rows = requireDocument('CONTRIBUTING.md').text.matchAll(/^\| ((?:`tests\/[\w-]+\/`(?:, )?)+) \|/gm);
  const named = Array.from(rows, ([, cell = '']) => cell.split(', ').map((name) => name.slice(1, -2))).flat();
  expect(named.toSorted()).toEqual(globSync('tests/*/').toSorted());
});

test('the configuration has a row for every variable that the server reads, and for no other', () => {
  const names = readVariables(configuration).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(names.toSorted()).toEqual(readConfigNames());
});

test('the configuration names no variable that the server does not read', () => {
  const known = new Set(readConfigNames().flatMap((name) => [name, `${name}_FILE`]));
  // Stands for each of them.
  known.add('NAME_FILE');
  expect(findNamedVariables(configuration).filter((name) => !known.has(name))).toEqual([]);
});

test('the configuration tells the defaults that .env.example tells, which are the server’s', () => {
  const example = readFileSync('.env.example', 'utf8');
  const defaults = new Map(
    [...example.matchAll(/^# Default: (.+)\n# (\w+)=/gm)].map(([, value, name]) => [name, value]),
  );
  // It depends on another variable, which the example does not say.
  const rows = readVariables(configuration).filter(({ name }) => name !== 'DATABASE_URL');
  expect(rows.filter(({ name, fallback }) => defaults.get(name) !== fallback)).toEqual([]);
});

describe('what is wrong in a document is found', () => {
  const wrong = (text: string): Document => ({ file: 'docs/wrong.md', text });

  test('as a link to no file, or to no heading', () => {
    const dead = '[a](none.md) [b](configuration.md#none) [c](#none) [d](../server/none.ts) `[e](none)`';
    const alive = '[a](configuration.md) [b](configuration.md#siteyaml) [c](#words) [d](https://example.com)';
    expect(findDeadLinks(wrong(`# Words\n\n${alive}\n\n${dead}`))).toEqual([
      'none.md',
      'configuration.md#none',
      '#none',
      '../server/none.ts',
    ]);
  });

  test('as a path, or the name of a source, that is not there', () => {
    const text =
      '`server/none.ts` `server/app.ts` `tests/none/` `tests/` `app.ts` `none-such.tsx` `dist/none.js`';
    expect(findLostPaths(wrong(text), sourceNames)).toEqual([
      'server/none.ts',
      'tests/none/',
      'none-such.tsx',
    ]);
  });

  test('as an npm script that is not there', () => {
    expect(findUnknownScripts(wrong('`npm run none` `npm run check` npm run constructor'), scripts)).toEqual([
      'none',
      'constructor',
    ]);
  });

  test('as a variable that is not there', () => {
    const text = '| `NO_SUCH` | none | x |\n\nSet `NEITHER_THIS=1` and `HOST`.';
    expect(readVariables(wrong(text))).toEqual([{ name: 'NO_SUCH', fallback: 'none' }]);
    expect(findNamedVariables(wrong(text))).toEqual(['NO_SUCH', 'NEITHER_THIS']);
  });
});
