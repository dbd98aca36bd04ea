import { globSync, readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { clientOptions, describeChunks } from '../scripts/build/client.ts';
import { production } from '../scripts/build/folders.ts';
import { findViolations } from './helpers/architecture.ts';
import { readSourceGraph } from './helpers/source-graph.ts';

const sources = globSync('{server,client,shared}/**/*.{ts,tsx}').filter((file) => !file.endsWith('.d.ts'));

test('no source imports across a boundary, and none in a circle', async () => {
  const graph = await readSourceGraph(sources);
  expect(Object.keys(graph).length).toBeGreaterThanOrEqual(sources.length);
  expect(findViolations(graph)).toEqual([]);
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
  const inputsOf = (scripts: readonly string[]) =>
    Object.entries(metafile.outputs)
      .filter(([output]) => scripts.some((script) => output.endsWith(`/${script}`)))
      .flatMap(([, { inputs }]) => Object.keys(inputs));
  const later = [
    ...['http-client', 'kept-state', 'prefetch', 'version-watch'].map((name) => `client/browser/${name}.ts`),
    'client/after-first-view.ts',
    ...Object.keys(metafile.inputs).filter((file) => file.includes('node_modules/ofetch/')),
  ];
  // A file that was renamed would be in no script.
  expect(Object.keys(metafile.inputs)).toEqual(expect.arrayContaining(later));

  for (const [id, scripts] of Object.entries(pages)) {
    const first = inputsOf([...entryScripts, ...pages.layout, ...scripts]);
    expect(first, id).toContain('client/browser/navigate-by-links.ts');
    expect(
      later.filter((file) => first.includes(file)),
      id,
    ).toEqual([]);
  }
});

test('every write is a transaction, which waits while another process writes', () => {
  const writers = sources.filter((file) => /\.write\s*\./.test(readFileSync(file, 'utf8')));
  expect(writers).toEqual(['server/db/open-database.ts']);
});

test('interface text is Chinese in shared/i18n only', () => {
  const withText = sources.filter((file) => {
    if (file.startsWith('shared/i18n/') || file.startsWith('server/features/content/')) return false;
    const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    // A date's own signs are its format, not a text.
    return /\p{Script=Han}/u.test(code.replace(/[年月日]/g, ''));
  });
  expect(withText).toEqual([]);
});

const plants: [what: string, graph: Record<string, string[]>, sentence: string][] = [
  ['shared/ importing the server', { 'shared/a.ts': ['server/b.ts'] }, 'shared/ runs anywhere'],
  ['the client importing the server', { 'client/a.ts': ['server/b.ts'] }, 'client/ runs in the browser'],
  [
    'a primitive that knows the site',
    { 'client/ui/a.tsx': ['client/site/b.tsx'] },
    'client/ui holds primitives',
  ],
  [
    'a shared piece that knows a page',
    { 'client/site/a.tsx': ['client/pages/b.tsx'] },
    'client/site holds what pages share',
  ],
  [
    'the server outside pages rendering',
    { 'server/http/a.ts': ['client/document.tsx'] },
    'only server/pages renders',
  ],
  ['http knowing a feature', { 'server/http/a.ts': ['server/features/site/b.ts'] }, 'are below the features'],
  [
    'a feature importing a feature',
    { 'server/features/articles/a.ts': ['server/features/products/b.ts'] },
    'a feature imports no other',
  ],
  [
    'a circle',
    { 'shared/a.ts': ['shared/b.ts'], 'shared/b.ts': ['shared/a.ts'] },
    'files that import each other',
  ],
];

test.for(plants)('%s is found', ([, graph, sentence]) => {
  expect(findViolations(graph).join('\n')).toContain(sentence);
});
