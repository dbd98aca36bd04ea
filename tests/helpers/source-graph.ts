import path from 'node:path';
import { build } from 'esbuild';

/** Source file → the source files that it imports, relative to the root. */
export type SourceGraph = Readonly<Record<string, readonly string[]>>;

/** What esbuild finds when it follows every import, also those loaded later. */
export async function readSourceGraph(entryPoints: string[], root = path.resolve('.')): Promise<SourceGraph> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
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

/** `packages: 'external'` takes `#shared/…` for a package. */
const sourceImports: import('esbuild').Plugin = {
  name: 'source-imports',
  setup(setup) {
    const { absWorkingDir = '' } = setup.initialOptions;
    setup.onResolve({ filter: /^#(server|client|shared)\// }, ({ path: specifier }) => ({
      path: path.join(absWorkingDir, specifier.slice(1)),
    }));
  },
};
