import path from 'node:path';
import { build } from 'esbuild';
import { root, type BuildTarget } from '../folders.ts';
import { withImports } from './with-imports.ts';

const entry = 'client/edit/script/entry.ts';

export interface EditScripts {
  editScript: string;
  /** The script, and what it shares with the parts that are loaded when they are needed. */
  firstScripts: string[];
}

/**
 * Builds the script of the edit area apart from those of visitors, with which it would otherwise share chunks that they
 * load. What it imports when it is needed becomes a file of its own. Names are relative to the client folder.
 */
export async function buildEditScript({ outDir, isDevelopment }: BuildTarget): Promise<EditScripts> {
  const clientDir = path.join(outDir, 'client');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: path.join(clientDir, 'assets'),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    metafile: true,
    minify: !isDevelopment,
    splitting: true,
    entryNames: 'edit-[hash]',
    chunkNames: 'edit-[name]-[hash]',
    logLevel: 'warning',
  });
  const [file = ''] = Object.keys(metafile.outputs).filter(
    (output) => metafile.outputs[output]?.entryPoint === entry,
  );
  const relative = (output: string) =>
    path.relative(clientDir, path.resolve(root, output)).replaceAll(path.sep, '/');
  return { editScript: relative(file), firstScripts: [...withImports(metafile, file)].map(relative) };
}
