import path from 'node:path';
import type { BuildOptions, Metafile } from 'esbuild';
import { layoutRoute, pageRoutes, type RouteId } from '#shared/address/routes.ts';
import { scriptTarget } from '../browser-versions.ts';
import { root, type BuildTarget } from '../folders.ts';
import { iconModules } from './icon-modules.ts';
import { oneEntryScript } from './one-entry-script.ts';
import { oneFirstScript } from './one-first-script.ts';
import { readPageSources } from '../page-sources.ts';
import { routerParts } from './router-parts.ts';
import { withImports } from './with-imports.ts';

const entryFile = 'client/entry.ts';
/** Script that the entry imports after the first paint. */
const startFile = 'client/start.tsx';
const liveReloadFile = 'client/browser/fetch/live-reload.ts';

export function clientOptions({ outDir, isDevelopment }: BuildTarget): BuildOptions & { metafile: true } {
  return {
    absWorkingDir: root,
    entryPoints: [entryFile, ...(isDevelopment ? [liveReloadFile] : [])],
    outdir: path.join(outDir, 'client/assets'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: scriptTarget,
    jsx: 'automatic',
    jsxDev: isDevelopment,
    metafile: true,
    plugins: [oneEntryScript(entryFile, startFile), iconModules, oneFirstScript, routerParts],
    minify: !isDevelopment,
    sourcemap: isDevelopment,
    legalComments: 'linked',
    // Chromium compiles all functions then while the script comes, and none of them in the thread that shows the page.
    banner: isDevelopment ? {} : { js: '//# allFunctionsCalledOnLoad' },
    // In development too: assets are served as never changing.
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    define: { 'process.env.NODE_ENV': isDevelopment ? '"development"' : '"production"' },
    logLevel: 'warning',
    // Concerns the imports that one-first-script.ts adds: a package that says so is reached through our own files anyway.
    logOverride: { 'ignored-bare-import': 'silent' },
  };
}

export interface ClientChunks {
  entry: string;
  liveReload: string | null;
  /** Route id → the scripts that its page needs beside the entry. */
  pages: Record<RouteId, string[]>;
  /** The entry, and every script that it loads when the page has been painted. */
  entryScripts: string[];
}

/** Reads from esbuild's own account which scripts each route needs. Names are relative to the client folder. */
export async function describeChunks(
  metafile: Metafile,
  { outDir, isDevelopment }: BuildTarget,
): Promise<ClientChunks> {
  const outputs = Object.entries(metafile.outputs);
  const clientDir = path.join(outDir, 'client');
  const relative = (output: string) =>
    path.relative(clientDir, path.resolve(root, output)).replaceAll(path.sep, '/');
  const outputOf = (source: string) => {
    const built = outputs.find(([, output]) => output.entryPoint === source);
    if (built === undefined) throw new Error(`${source} was not built`);
    return built[0];
  };

  const entry = outputOf(entryFile);
  const entryScripts = [...withImports(metafile, entry), ...withImports(metafile, outputOf(startFile))];
  const sources = await readPageSources();
  const ids: RouteId[] = [layoutRoute.id, ...pageRoutes.map((route) => route.id)];
  const pages = ids.map((id) => {
    const source = sources.get(id);
    if (source === undefined) throw new Error(`client/pages.ts: no page for the route ${id}`);
    const scripts = new Set([...entryScripts, ...withImports(metafile, outputOf(source))]);
    return [id, [...scripts].filter((script) => script !== entry).map(relative)] as const;
  });
  return {
    entry: relative(entry),
    liveReload: isDevelopment ? relative(outputOf(liveReloadFile)) : null,
    // Complete: made from every id of the route config.
    pages: Object.fromEntries(pages) as Record<RouteId, string[]>,
    entryScripts: entryScripts.map(relative),
  };
}
