import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build as esbuild, type Plugin } from 'esbuild';
import { isPersonalRoute } from '#shared/address/routes.ts';
import { root } from '../folders.ts';
import { iconModules } from './icon-modules.ts';
import { readPageSources } from '../page-sources.ts';

const entryFile = 'client/start.tsx';

/**
 * Makes one script of everything that starts a page, because esbuild has no option for that: it makes a script for each
 * set of scripts that share a module, many small ones that compress badly and change with every new import. Imports of
 * the start cost a later script nothing, for they are loaded already: so each of them imports the start too, together
 * with the modules that two pages or more share, and all that is one script. A product's page has 5 scripts instead of
 * 21, and `/` 5 instead of 23 and 3.5 kB less. Modules that only personal pages share stay with those: most visitors
 * never sign in.
 */
export const oneFirstScript: Plugin = {
  name: 'one-first-script',
  setup(build) {
    let later = new Set<string>();
    let imports = '';
    build.onStart(async () => {
      later = await findLaterScripts();
      imports = [...(await readEntryImports()), ...(await findSharedByPages())]
        .map((specifier) => `import ${JSON.stringify(specifier)};`)
        .join('\n');
    });
    build.onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => {
      if (!later.has(file)) return null;
      // At the end, so that each line keeps its number.
      const contents = `${await readFile(file, 'utf8')}\n${imports}`;
      return { contents, loader: file.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

/** Finds the scripts that an import('…') names, even if others import them statically. */
async function findLaterScripts(): Promise<Set<string>> {
  const later = new Set<string>();
  for await (const name of glob('client/**/*.{ts,tsx}', { cwd: root })) {
    for (const imported of await findImports(path.join(root, name))) later.add(imported);
  }
  return later;
}

/** The files that a source's import('…') name. */
async function findImports(file: string): Promise<string[]> {
  const source = await readFile(file, 'utf8');
  return [...source.matchAll(/\bimport\('(\.[^']+|#[^']+)'\)/g)].map(([, specifier = '']) =>
    specifier.startsWith('#')
      ? path.join(root, specifier.slice(1))
      : path.resolve(path.dirname(file), specifier),
  );
}

/**
 * Finds the modules that two or more pages import statically, directly or not, unless all of these pages are personal.
 */
async function findSharedByPages(): Promise<string[]> {
  const sources = await readPageSources();
  const pages = new Set(sources.values());
  const isPublic = new Set([...sources].flatMap(([id, source]) => (isPersonalRoute(id) ? [] : [source])));
  const { metafile } = await esbuild({
    absWorkingDir: root,
    entryPoints: [...pages],
    outdir: 'out',
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    jsx: 'automatic',
    packages: 'external',
    plugins: [iconModules],
  });
  const users = new Map<string, string[]>();
  const count = (page: string, input: string, seen: Set<string>) => {
    if (seen.has(input)) return;
    seen.add(input);
    users.set(input, [...(users.get(input) ?? []), page]);
    for (const imported of metafile.inputs[input]?.imports ?? [])
      if (imported.kind === 'import-statement' && !imported.external) count(page, imported.path, seen);
  };
  for (const page of pages) count(page, page, new Set());
  return (
    [...users]
      // An icon stays with the module that shows it.
      .filter(
        ([input, by]) => by.length > 1 && by.some((page) => isPublic.has(page)) && !input.startsWith('icon:'),
      )
      .map(([input]) => path.join(root, input))
  );
}

async function readEntryImports(): Promise<string[]> {
  const source = await readFile(path.join(root, entryFile), 'utf8');
  const imported = source.matchAll(/^import (?!type\b)[^']* from '(.+)';$/gm);
  return [...imported].map(([, specifier = '']) =>
    specifier.startsWith('.') ? path.resolve(root, path.dirname(entryFile), specifier) : specifier,
  );
}
