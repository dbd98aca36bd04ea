import path from 'node:path';
import { build } from 'esbuild';
import { root, type BuildTarget } from '../folders.ts';

/**
 * Builds the single script of the edit area apart from those of visitors, with which it would otherwise share chunks
 * that they load. Resolves to its name.
 */
export async function buildEditScript({ outDir, isDevelopment }: BuildTarget): Promise<string> {
  const clientDir = path.join(outDir, 'client');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['client/edit/keep-typed.ts'],
    outdir: path.join(clientDir, 'assets'),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    metafile: true,
    minify: !isDevelopment,
    entryNames: 'edit-[hash]',
    logLevel: 'warning',
  });
  const [file = ''] = Object.keys(metafile.outputs);
  return path.relative(clientDir, path.resolve(root, file)).replaceAll(path.sep, '/');
}
