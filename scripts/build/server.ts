import type { BuildOptions } from 'esbuild';
import { root, type BuildTarget } from './folders.ts';
import { iconModules } from './client/icon-modules.ts';
import { reactModules } from './client/react-modules.ts';
import { reactWriting } from './client/react-writing.ts';

/**
 * Options for one file per program and shared chunks. Packages are bundled, except for native code and WebAssembly,
 * which are resolved at run time.
 */
export function serverOptions({ outDir, isDevelopment }: BuildTarget): BuildOptions & { metafile: true } {
  return {
    absWorkingDir: root,
    entryPoints: {
      server: 'server/start.ts',
      cli: 'server/cli.ts',
      'media-worker': 'server/media/jobs/media-worker.ts',
      'upload-program': 'server/content/media-files/upload-program.ts',
      'hash-thread': 'server/features/accounts/passwords/hash-thread.ts',
      'content-thread': 'server/content/thread/content-thread.ts',
      'facet-thread': 'server/facets/facet-thread.ts',
    },
    outdir: outDir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node26',
    jsx: 'automatic',
    jsxDev: isDevelopment,
    metafile: true,
    plugins: [iconModules, reactModules, reactWriting],
    minifySyntax: !isDevelopment,
    minifyWhitespace: !isDevelopment,
    sourcemap: true,
    // The sources themselves are in the repository; a stack trace needs only file and line.
    sourcesContent: false,
    legalComments: 'linked',
    chunkNames: 'server-chunks/[name]-[hash]',
    external: ['sharp', 'subset-font', 'pg-native'],
    define: { 'process.env.NODE_ENV': isDevelopment ? '"development"' : '"production"' },
    // CommonJS packages ask for Node's own modules with require.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  };
}
