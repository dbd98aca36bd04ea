import path from 'node:path';
import { build } from 'esbuild';
import { root } from '#scripts/build/folders.ts';
import { reactWriting } from '#scripts/build/client/react-writing.ts';
import { serverOptions } from '#scripts/build/server.ts';
import { findFreePort } from '#scripts/tools/servers/free-port.ts';
import { untilAnswered } from '#scripts/tools/requests/http-client.ts';
import { startProgram } from '#scripts/tools/servers/programs.ts';
import { serverCore } from '../site/machine.ts';
import type { BenchSite } from '../site/site.ts';

interface BundledOptions {
  name: string;
  /** Imports from this folder, and listens at `PORT`. */
  source: string;
  /** Answered when it is ready. */
  address: string;
  env?: Record<string, string>;
}

/** Built and run as our server is, on the server's core. */
export async function startBundled({ name, source, address, env = {} }: BundledOptions): Promise<BenchSite> {
  const outDir = path.join(root, '.cache/bench', name);
  const options = serverOptions({ outDir, isDevelopment: false });
  await build({
    ...options,
    // React writes as it comes.
    plugins: (options.plugins ?? []).filter((plugin) => plugin !== reactWriting),
    entryPoints: [],
    stdin: { contents: source, resolveDir: import.meta.dirname },
    entryNames: name,
  });
  const port = await findFreePort();
  const program = startProgram(process.execPath, [path.join(outDir, `${name}.js`)], {
    env: { ...env, PORT: String(port) },
    core: serverCore,
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswered(`${origin}${address}`, { program, limitMs: 10_000 });
  return { ...program, origin };
}
