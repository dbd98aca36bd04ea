import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import { clientOptions, describeChunks } from '../scripts/build/client.ts';
import { production } from '../scripts/build/folders.ts';
import { findClimbs, findViolations } from './helpers/architecture.ts';
import { temporaryFolder } from './helpers/databases.ts';
import { readSourceGraph, readSpecifiers } from './helpers/source-graph.ts';

const sources = listSources('{server,client,shared}');
const everything = [...sources, ...listSources('{scripts,tests}')];

function listSources(folders: string): string[] {
  return globSync(`${folders}/**/*.{ts,tsx}`).filter((file) => !file.endsWith('.d.ts'));
}

test('no source imports across a boundary, and none in a circle', async () => {
  const graph = await readSourceGraph(everything);
  expect(Object.keys(graph).length).toBeGreaterThanOrEqual(everything.length);
  expect(findViolations(graph)).toEqual([]);
});

test('no import climbs two folders', () => {
  const climbs = everything.flatMap((file) => findClimbs(file, readSpecifiers(readFileSync(file, 'utf8'))));
  expect(climbs).toEqual([]);
});

test('nothing that the browser loads comes from the server', async () => {
  const { metafile } = await build({ ...clientOptions(production), write: false });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs).toContain('client/entry.ts');
  expect(inputs.filter((file) => file.startsWith('server/') || file.startsWith('scripts/'))).toEqual([]);
});

test('all that starts a page is one script beside the start, and asked for with that of the page', async () => {
  const { metafile } = await build({ ...clientOptions(production), write: false });
  const { entry, entryScripts, pages } = await describeChunks(metafile, production);
  const first = entryScripts.filter((script) => script !== entry);
  expect(first).toHaveLength(2);
  for (const [id, scripts] of Object.entries(pages))
    expect(scripts, id).toEqual(expect.arrayContaining(first));
});

test('what comes after the first view is no part of it', async () => {
  const { metafile } = await build({ ...clientOptions(production), write: false });
  const { entryScripts, pages } = await describeChunks(metafile, production);
  const later = [
    ...['http-client', 'kept-state', 'prefetch', 'version-watch'].map((name) => `client/browser/${name}.ts`),
    'client/after-first-view.ts',
    ...Object.keys(metafile.inputs).filter((file) => file.includes('node_modules/ofetch/')),
  ];
  // A file that was renamed would be in no script.
  expect(Object.keys(metafile.inputs)).toEqual(expect.arrayContaining(later));

  for (const [id, scripts] of Object.entries(pages)) {
    const first = inputsOf(metafile, [...entryScripts, ...pages.layout, ...scripts]);
    expect(first, id).toContain('client/browser/navigate-by-links.ts');
    expect(
      later.filter((file) => first.includes(file)),
      id,
    ).toEqual([]);
  }
});

test('visitors load nothing of the edit area', async () => {
  const { metafile } = await build({ ...clientOptions(production), write: false });
  const inputs = Object.keys(metafile.inputs);
  expect(
    inputs.filter((file) => /^client\/edit\/|locale\/(?:edit|staff|preview)-|^shared\/editing\//.test(file)),
  ).toEqual([]);
});

test('the texts of accounts are with every page that shows them, and with no other', async () => {
  const { metafile } = await build({ ...clientOptions(production), write: false });
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
    inputsOf(metafile, scripts).includes('shared/locale/zh-tw-account.ts'),
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
  expect(writers).toEqual(['server/db/open-database.ts']);
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

test('what another language would change is in shared/locale only', () => {
  const withLanguage = [...sources, ...listSources('scripts/{build,tools}')].filter((file) => {
    if (file.startsWith('shared/locale/')) return false;
    return namesOfLanguage.test(readFileSync(file, 'utf8'));
  });
  expect(withLanguage).toEqual([]);

  const withText = sources.filter((file) => {
    if (file.startsWith('shared/locale/') || /^server\/(?:features\/)?content\//.test(file)) return false;
    return /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u.test(codeOf(file));
  });
  expect(withText).toEqual([]);
});

const namesOfLanguage = /zh[-_](?:TW|Hant)|zhTw|locale\/zh-tw|Asia\/Taipei|localeCompare|toLocale|\bIntl\./;

function codeOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}

const plants: [what: string, from: string, to: string, sentence: string][] = [
  ['a script importing a test', 'scripts/a.ts', 'tests/b.ts', 'only tests import tests'],
  ['the server importing a script', 'server/a.ts', 'scripts/b.ts', 'the site, which runs without them'],
  ['a feature knowing the move', 'server/features/a/b.ts', 'server/move/c.ts', 'only its command knows it'],
  ['shared/ importing the server', 'shared/a.ts', 'server/b.ts', 'shared/ runs anywhere'],
  ['the client importing the server', 'client/a.ts', 'server/b.ts', 'client/ runs in the browser'],
  ['a primitive that knows the site', 'client/ui/a.tsx', 'client/site/b.tsx', 'client/ui holds primitives'],
  ['a context that knows a primitive', 'client/context/a.ts', 'client/ui/b.tsx', 'client/context is below'],
  [
    'the browser knowing a piece',
    'client/browser/a.ts',
    'client/site/b.tsx',
    'client/browser knows the document',
  ],
  [
    'the browser knowing the pages',
    'client/browser/a.ts',
    'client/pages.ts',
    'client/browser knows the document',
  ],
  [
    'a shared piece knowing a page',
    'client/site/a.tsx',
    'client/pages/b.tsx',
    'client/site holds what pages',
  ],
  ['a shared piece knowing the app', 'client/site/a.tsx', 'client/app.tsx', 'client/site holds what pages'],
  ['a piece that one page has', 'client/pages/a-page.tsx', 'client/site/b.tsx', 'b.tsx has 1 user'],
  [
    'the layout knowing a page',
    'client/layouts/a.tsx',
    'client/pages/b-page.tsx',
    'client/layouts stands around',
  ],
  [
    'a page knowing a page',
    'client/pages/a-page.tsx',
    'client/pages/b-page.tsx',
    'a page knows its own folder',
  ],
  [
    "a page with another's piece",
    'client/pages/a-page.tsx',
    'client/pages/b/c.tsx',
    'a page knows its own folder',
  ],
  [
    "a piece with another page's",
    'client/pages/a/d.tsx',
    'client/pages/b/c.tsx',
    'a page knows its own folder',
  ],
  [
    'a page knowing the layout',
    'client/pages/a-page.tsx',
    'client/layouts/b.tsx',
    'a page knows its own folder',
  ],
  ["the app with a page's piece", 'client/app.tsx', 'client/pages/b/c.tsx', "a page's pieces are its own"],
  [
    'the server outside pages rendering',
    'server/http/a.ts',
    'client/document.tsx',
    'only server/pages renders',
  ],
  ['a room importing the services', 'server/media/a.ts', 'server/services.ts', 'so no room imports them'],
  ['http knowing a feature', 'server/http/a.ts', 'server/features/site/b.ts', 'are below the features'],
  ['http knowing freshness', 'server/http/a.ts', 'server/freshness/b.ts', 'are below the features'],
  ['the database knowing http', 'server/db/a.ts', 'server/http/b.ts', 'are below the features'],
  ['a page of the server importing the app', 'server/pages/a.ts', 'server/app.ts', 'no page imports them'],
  ['the database knowing pictures', 'server/db/a.ts', 'server/media/b.ts', 'are below the features'],
  ['freshness knowing a page', 'server/freshness/a.ts', 'server/pages/b.ts', 'server/freshness is below'],
  [
    'freshness knowing a feature',
    'server/freshness/a.ts',
    'server/features/site/b.ts',
    'server/freshness is below',
  ],
  ['pictures knowing a page', 'server/media/a.ts', 'server/pages/b.ts', 'server/media is below'],
  ['content knowing a page', 'server/content/a.ts', 'server/pages/b.ts', 'server/content is below'],
  [
    'content knowing a feature',
    'server/content/a.ts',
    'server/features/site/b.ts',
    'server/content is below',
  ],
  [
    'search knowing a feature',
    'server/search/a.ts',
    'server/features/content/b.ts',
    'server/search is below',
  ],
  ['content knowing search', 'server/content/a.ts', 'server/search/b.ts', 'server/content is below'],
  ['pictures knowing content', 'server/media/a.ts', 'server/content/b.ts', 'server/media is below'],
  ['pictures knowing a feature', 'server/media/a.ts', 'server/features/site/b.ts', 'server/media is below'],
  [
    'metrics knowing a feature',
    'server/metrics/a.ts',
    'server/features/accounts/b.ts',
    'server/metrics is below',
  ],
  [
    'a feature importing a feature',
    'server/features/articles/a.ts',
    'server/features/products/b.ts',
    'a feature imports no other',
  ],
  [
    'a feature importing a page',
    'server/features/site/a.ts',
    'server/pages/b.ts',
    'a feature imports no other',
  ],
  [
    'the parent of processes knowing services',
    'server/processes/a.ts',
    'server/services.ts',
    'server/processes looks after',
  ],
  ['a circle', 'shared/a.ts', 'shared/b.ts', 'files that import each other'],
];

const ways: [way: string, write: (to: string) => string][] = [
  ['a value', (to) => `import { thing } from '#${to}';\nexport const own = [thing];\n`],
  ['a type', (to) => `import type { Thing } from '#${to}';\nexport type Own = Thing[];\n`],
  ['a script for later', (to) => `export const load = () => import('#${to}');\n`],
];

test.for(plants.flatMap(([what, ...plant]) => ways.map((way) => [what, ...way, ...plant] as const)))(
  '%s is found by %s',
  async ([, , write, from, to, sentence]) => {
    const root = temporaryFolder();
    const plant = (file: string, source: string) => {
      mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(root, file), source);
    };
    plant(from, write(to));
    const isCircle = sentence.startsWith('files');
    plant(to, `${isCircle ? write(from) : ''}export const thing = 1;\nexport interface Thing {}\n`);
    expect(findViolations(await readSourceGraph([from, to], root)).join('\n')).toContain(sentence);
  },
);

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
