import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';

/** Source file → the source files that it imports, relative to the root. */
export type SourceGraph = Readonly<Record<string, readonly string[]>>;

/** Every import between sources: those that esbuild follows, those loaded later among them, and those of types. */
export async function readSourceGraph(
  files: readonly string[],
  root = path.resolve('.'),
): Promise<SourceGraph> {
  const values = await readValueImports(files, root);
  const written = Object.fromEntries(files.map((file) => [file, readWrittenImports(file, root)]));
  const all = new Set([...Object.keys(values), ...files]);
  return Object.fromEntries(
    [...all].map((file) => [file, [...new Set([...(values[file] ?? []), ...(written[file] ?? [])])]]),
  );
}

async function readValueImports(files: readonly string[], root: string): Promise<SourceGraph> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...files],
    bundle: true,
    write: false,
    outdir: 'nowhere',
    format: 'esm',
    platform: 'node',
    packages: 'external',
    jsx: 'automatic',
    metafile: true,
    splitting: true,
    logLevel: 'silent',
    plugins: [sourceImports],
  });
  return Object.fromEntries(
    Object.entries(metafile.inputs).map(([file, { imports }]) => [
      file,
      imports.filter((imported) => !imported.external).map((imported) => imported.path),
    ]),
  );
}

/** What the file itself says it imports, which is more than esbuild knows: that drops what is only a type. */
function readWrittenImports(file: string, root: string): string[] {
  return readSpecifiers(readFileSync(path.join(root, file), 'utf8')).map((specifier) =>
    specifier.startsWith('#')
      ? specifier.slice(1)
      : path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier)),
  );
}

/** What a source imports of other sources, as it writes it: `import`, `export … from`, `import('…')`, types too. */
export function readSpecifiers(source: string): string[] {
  const code = source.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
  const written = code.matchAll(
    /\b(?:import|export)\b[^;'"`]*\bfrom\s*'([^']+)'|\bimport\s*\(?\s*'([^']+)'/g,
  );
  return [...written]
    .map(([, from, alone]) => from ?? alone ?? '')
    .filter((specifier) => /^(?:\.{1,2}\/|#(?:server|client|shared|scripts|tests)\/)/.test(specifier));
}

/** `packages: 'external'` takes `#shared/…` for a package. */
const sourceImports: Plugin = {
  name: 'source-imports',
  setup(setup) {
    const { absWorkingDir = '' } = setup.initialOptions;
    setup.onResolve({ filter: /^#(server|client|shared|scripts|tests)\// }, ({ path: specifier }) => ({
      path: path.join(absWorkingDir, specifier.slice(1)),
    }));
  },
};
