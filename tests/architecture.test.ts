import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { clientOptions, describeChunks } from '../scripts/build/client/client.ts';
import { production } from '../scripts/build/folders.ts';
import { findClimbs, findStarters, findViolations } from './helpers/architecture.ts';
import { temporaryFolder } from './helpers/databases.ts';
import { plants } from './helpers/planted-imports.ts';
import {
  readSourceGraph,
  readSpecifiers,
  readValueImports,
  withTypeImports,
  type SourceGraph,
} from './helpers/source-graph.ts';

const sources = listSources('{server,client,shared}');
const everything = [...sources, ...listSources('{scripts,tests}')];

function listSources(folders: string): string[] {
  return globSync(`${folders}/**/*.{ts,tsx}`).filter((file) => !file.endsWith('.d.ts'));
}

/** Imports of values in all sources, and what the client is bundled of. */
let imports: SourceGraph;
let client: Metafile;

beforeAll(async () => {
  imports = await readValueImports(everything);
  ({ metafile: client } = await build({ ...clientOptions(production), write: false }));
});

test('no source imports across a boundary, and none in a circle', async () => {
  const graph = withTypeImports(imports);
  expect(Object.keys(graph).length).toBeGreaterThanOrEqual(everything.length);
  expect(findViolations(graph)).toEqual([]);
});

test('a folder has at most 15 files of its own', () => {
  const sizes = Map.groupBy(
    everything.filter((file) => !file.startsWith('tests/')),
    (file) => path.dirname(file),
  );
  const halls = [...sizes].filter(([folder, files]) => !folder.endsWith('/migrations') && files.length > 15);
  expect(halls.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
});

test('no import climbs two folders', () => {
  const climbs = everything.flatMap((file) => findClimbs(file, readSpecifiers(readFileSync(file, 'utf8'))));
  expect(climbs).toEqual([]);
});

test('no fast test starts a program or a browser', async () => {
  expect(findStarters(imports)).toEqual([]);
});

test('nothing that the browser loads comes from the server', async () => {
  const metafile = client;
  const inputs = Object.keys(metafile.inputs);
  expect(inputs).toContain('client/entry.ts');
  expect(inputs.filter((file) => file.startsWith('server/') || file.startsWith('scripts/'))).toEqual([]);
});

test('all that starts a page is one script beside the start, and asked for with that of the page', async () => {
  const metafile = client;
  const { entry, entryScripts, pages } = await describeChunks(metafile, production);
  const first = entryScripts.filter((script) => script !== entry);
  expect(first).toHaveLength(2);
  for (const [id, scripts] of Object.entries(pages))
    expect(scripts, id).toEqual(expect.arrayContaining(first));
});

test('what comes after the first view is no part of it', async () => {
  const metafile = client;
  const { entryScripts, pages } = await describeChunks(metafile, production);
  const later = [
    ...['fetch/http-client', 'keep/kept-state', 'navigate/prefetch', 'fetch/version-watch'].map(
      (name) => `client/browser/${name}.ts`,
    ),
    'client/after-first-view.ts',
    ...Object.keys(metafile.inputs).filter((file) => file.includes('node_modules/ofetch/')),
  ];
  // A file that was renamed would be in no script.
  expect(Object.keys(metafile.inputs)).toEqual(expect.arrayContaining(later));

  for (const [id, scripts] of Object.entries(pages)) {
    const first = inputsOf(metafile, [...entryScripts, ...pages.layout, ...scripts]);
    expect(first, id).toContain('client/browser/navigate/navigate-by-links.ts');
    expect(
      later.filter((file) => first.includes(file)),
      id,
    ).toEqual([]);
  }
});

test('visitors load nothing of the edit area', async () => {
  const metafile = client;
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.filter((file) => /^client\/edit\/|locale\/editors\/|^shared\/editing\//.test(file))).toEqual(
    [],
  );
});

test('the texts of accounts are with every page that shows them, and with no other', async () => {
  const metafile = client;
  const { pages } = await describeChunks(metafile, production);
  const showing = Object.entries(pages).filter(([, scripts]) =>
    inputsOf(metafile, scripts).some(
      (file) =>
        file.startsWith('client/') &&
        /\bt\(\s*['`](login|account|formProblem)\./.test(readFileSync(file, 'utf8')),
    ),
  );
  expect(showing.map(([id]) => id)).toEqual(['login', 'account', 'account-saved']);
  const withTexts = Object.entries(pages).filter(([, scripts]) =>
    inputsOf(metafile, scripts).includes('shared/locale/visitors/zh-tw-account.ts'),
  );
  expect(withTexts).toEqual(showing);
});

/** The source files in these scripts. */
function inputsOf({ outputs }: Metafile, scripts: readonly string[]): string[] {
  return Object.entries(outputs)
    .filter(([output]) => scripts.some((script) => output.endsWith(`/${script}`)))
    .flatMap(([, { inputs }]) => Object.keys(inputs));
}

test('every write is a transaction, which waits while another process writes', () => {
  const writers = sources.filter((file) => /\.write(?:Briefly)?\s*\./.test(readFileSync(file, 'utf8')));
  expect(writers).toEqual(['server/db/open/open-database.ts']);
});

test('every query names its columns: another build may add some, and take others away', () => {
  const findings = sources
    .filter((file) => file.startsWith('server/') && !file.startsWith('server/db/migrations/'))
    .flatMap((file) => findAllColumns(file, codeOf(file)));
  expect(findings).toEqual([]);
});

/** A derived table may have all columns of the one that it is made of: what asks it names those that it wants. */
function findAllColumns(file: string, code: string): string[] {
  const derived = /(?:search|sqlite)-triggers\.ts$/.test(file) ? '|, \\(select' : '';
  const all = new RegExp(
    [
      String.raw`\b(?:selectAll|returningAll)\(`,
      String.raw`\breturning \*`,
      String.raw`(?<!\(\s*)\bselect \*(?! from (?:\(|unnest\()${derived})`,
      String.raw`\binsert into \S+ (?:values|select)\b`,
    ].join('|'),
    'gi',
  );
  return (code.match(all) ?? []).map((found) => `${file}: ${found}`);
}

test.for([
  `db.selectFrom('articles').selectAll()`,
  `insert.returningAll()`,
  'sql`select * from articles`',
  'sql`update articles set id = id returning *`',
  `sql\`insert into list_counts values ('a', 1)\``,
])('that all columns are meant is found in %s', (code) => {
  expect(findAllColumns('server/a.ts', code)).toHaveLength(1);
});

test('what another language would change is in shared/locale and shared/kinds only', () => {
  const withLanguage = [...sources, ...listSources('scripts/{build,tools}')].filter((file) => {
    if (file.startsWith('shared/locale/')) return false;
    return namesOfLanguage.test(readFileSync(file, 'utf8'));
  });
  expect(withLanguage).toEqual([]);

  const withText = sources.filter((file) => {
    if (
      /^shared\/(?:locale|kinds)\//.test(file) ||
      /^server\/(?:content|features\/import-export)\//.test(file)
    )
      return false;
    return /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u.test(codeOf(file));
  });
  expect(withText).toEqual([]);
});

const namesOfLanguage = /zh[-_](?:TW|Hant)|zhTw|locale\/zh-tw|Asia\/Taipei|localeCompare|toLocale|\bIntl\./;

function codeOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}

const ways: [way: string, write: (to: string) => string][] = [
  ['a value', (to) => `import { thing } from '#${to}';\nexport const own = [thing];\n`],
  ['a type', (to) => `import type { Thing } from '#${to}';\nexport type Own = Thing[];\n`],
  ['a script for later', (to) => `export const load = () => import('#${to}');\n`],
];

test.for(plants.flatMap(([what, ...plant]) => ways.map((way) => [what, ...way, ...plant] as const)))(
  '%s is found by %s',
  async ([, , write, from, to, sentence]) => {
    const { root, plant } = aPlot();
    plant(from, write(to));
    const isCircle = sentence.startsWith('files');
    plant(to, `${isCircle ? write(from) : ''}export const thing = 1;\nexport interface Thing {}\n`);
    expect(findViolations(await readSourceGraph([from, to], root)).join('\n')).toContain(sentence);
  },
);

/** An empty folder for sources with violations. */
function aPlot(): { root: string; plant(file: string, source: string): void } {
  const root = temporaryFolder();
  return {
    root,
    plant(file, source) {
      mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(root, file), source);
    },
  };
}

const startersByWay: [file: string, source: string, way: string][] = [
  ['tests/helpers/a.ts', `import { spawn } from 'node:child_process';\nspawn('ls');`, 'node:child_process'],
  ['scripts/tools/a.ts', `export { chromium } from 'playwright-core';`, 'playwright-core'],
  ['scripts/a.ts', `export const load = () => import('puppeteer-core');`, 'puppeteer-core'],
];

test.for(startersByWay)('a fast test that reaches %s, which starts something, is found', async (starter) => {
  const [file, source, module] = starter;
  const { root, plant } = aPlot();
  const fast = 'tests/unit/a.test.ts';
  const slow = 'tests/process/a.test.ts';
  for (const test of [fast, slow]) plant(test, `import '#tests/helpers/between.ts';\n`);
  plant('tests/helpers/between.ts', `export * from '#${file}';\n`);
  plant(file, source);
  expect(findStarters(await readValueImports([fast, slow, 'tests/helpers/between.ts', file], root))).toEqual([
    `${fast} → tests/helpers/between.ts → ${file} → ${module}: a fast test starts nothing; its place is tests/process or tests/browser.`,
  ]);
});

test('a fast test may use a server that starts programs, and types of browsers', async () => {
  const { root, plant } = aPlot();
  const fast = 'tests/unit/a.test.ts';
  plant(fast, `import '#server/a.ts';\nimport type { Page } from 'playwright-core';\nlet a: Page;\n`);
  plant('server/a.ts', `import { fork } from 'node:child_process';\nfork('a.js');\n`);
  expect(findStarters(await readValueImports([fast, 'server/a.ts'], root))).toEqual([]);
});

test('a climb over two folders is found, whatever is imported by it', () => {
  const far = '../../a.ts';
  const sources = [
    `import { a } from '${far}';`,
    `import type { A } from '${far}';`,
    `import {\n  a,\n  type B,\n} from '${far}';`,
    `export { a } from '${far}';`,
    `import '${far}';`,
    `const later = () => import('${far}');`,
    `type A = import('${far}').A;`,
  ];
  for (const source of sources)
    expect(findClimbs('client/pages/account/b.ts', readSpecifiers(source)), source).toEqual([
      expect.stringContaining('two folders away'),
    ]);
});
