import type { Metafile } from 'esbuild';

/** An output of a build, and all that it loads before it runs. What is imported when it is needed is not in it. */
export function withImports(
  metafile: Pick<Metafile, 'outputs'>,
  output: string,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(output)) return seen;
  seen.add(output);
  for (const { path, kind } of metafile.outputs[output]?.imports ?? []) {
    if (kind === 'import-statement') withImports(metafile, path, seen);
  }
  return seen;
}
