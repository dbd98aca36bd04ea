import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';

/** Source file → the source files that it imports, relative to the root. */
export type SourceGraph = Readonly<Record<string, readonly string[]>>;

/** Every import between sources: static ones in esbuild's output, dynamic ones, and those of types. */
export async function readSourceGraph(
  files: readonly string[],
  root = path.resolve('.'),
): Promise<SourceGraph> {
  return withTypeImports(await readValueImports(files, root), root);
}

/** Adds imports of types, and leaves out modules of Node and of packages. */
export function withTypeImports(values: SourceGraph, root = path.resolve('.')): SourceGraph {
  return Object.fromEntries(
    Object.entries(values).map(([file, imports]) => {
      const sources = imports.filter((imported) => isSource.test(imported));
      return [file, [...new Set([...sources, ...readWrittenImports(file, root)])]];
    }),
  );
}

const isSource = /^(?:server|client|shared|scripts|tests)\//;

/** Imports that are there when the program runs, types left out: sources, and modules of Node and of packages by name. */
export async function readValueImports(
  files: readonly string[],
  root = path.resolve('.'),
): Promise<SourceGraph> {
  const groups = Array.from({ length: Math.ceil(files.length / groupSize) }, (_, n) =>
    files.slice(n * groupSize, (n + 1) * groupSize),
  );
  const graphs = await Promise.all(groups.map((group) => readGroup(group, root)));
  return Object.assign({}, ...graphs);
}

// Files that esbuild reads at once: 1,400 at once take twice as long.
const groupSize = 100;

async function readGroup(files: readonly string[], root: string): Promise<SourceGraph> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...files],
    bundle: true,
    write: false,
    outdir: 'nowhere',
    format: 'esm',
    jsx: 'automatic',
    metafile: true,
    logLevel: 'silent',
    plugins: [allExternal],
  });
  return Object.fromEntries(
    Object.entries(metafile.inputs).map(([file, { imports }]) => [
      file,
      imports.map((imported) => imported.path),
    ]),
  );
}

/** Each file is read by itself: to put all of them together takes five times as long. */
const allExternal: Plugin = {
  name: 'all-external',
  setup(setup) {
    const { absWorkingDir = '' } = setup.initialOptions;
    setup.onResolve({ filter: /^/ }, ({ kind, path: specifier, importer }) => {
      if (kind === 'entry-point') return null;
      const file = path.posix.relative(absWorkingDir, importer);
      return { path: resolveSpecifier(specifier, file), external: true };
    });
  },
};

/** The source that is imported, relative to the root; another name as it is. */
function resolveSpecifier(specifier: string, importer: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (!specifier.startsWith('.')) return specifier;
  return path.posix.join(path.posix.dirname(importer), specifier);
}

/** Imports in the source text, which are more than esbuild knows: it drops types. */
function readWrittenImports(file: string, root: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  return readSpecifiers(source).map((specifier) => resolveSpecifier(specifier, file));
}

/** Imports of other sources as they are written: `import`, `export … from`, `import('…')`, types too. */
export function readSpecifiers(source: string): string[] {
  const code = source.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
  const written = code.matchAll(
    /\b(?:import|export)\b[^;'"`]*\bfrom\s*'([^']+)'|\bimport\s*\(?\s*'([^']+)'/g,
  );
  return [...written]
    .map(([, from, alone]) => from ?? alone ?? '')
    .filter((specifier) => /^(?:\.{1,2}\/|#(?:server|client|shared|scripts|tests)\/)/.test(specifier));
}
