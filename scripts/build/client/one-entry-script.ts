import path from 'node:path';
import { build as esbuild, type Plugin } from 'esbuild';
import { scriptTarget } from '../browser-versions.ts';
import { root } from '../folders.ts';

/**
 * The entry with all that it imports as one file. esbuild would have it import a script with its own helpers, which the
 * entry does not need, and nothing could begin before that has come.
 */
export function oneEntryScript(entryFile: string, startFile: string): Plugin {
  const file = path.join(root, entryFile);
  const start = `./${path.relative(path.dirname(entryFile), startFile)}`;
  return {
    name: 'one-entry-script',
    setup(build) {
      build.onLoad({ filter: /entry\.ts$/ }, async (loaded) => {
        if (loaded.path !== file) return null;
        const { outputFiles, metafile } = await esbuild({
          absWorkingDir: root,
          entryPoints: [file],
          bundle: true,
          write: false,
          metafile: true,
          format: 'esm',
          target: scriptTarget,
          // The build proper finds it.
          external: [start],
          sourcemap: build.initialOptions.sourcemap ? 'inline' : false,
        });
        const watchFiles = Object.keys(metafile.inputs).map((input) => path.join(root, input));
        return { contents: outputFiles[0]?.text ?? '', loader: 'js', watchFiles };
      });
    },
  };
}
