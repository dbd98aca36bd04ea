import path from 'node:path';
import { build } from 'esbuild';
import { root } from '../../build/folders.ts';
import { serverOptions } from '../../build/server.ts';
import { findFreePort } from '../../../tests/helpers/free-port.ts';
import { untilAnswered } from '../http-client.ts';
import { startProgram } from '../programs.ts';
import type { Site } from '../site.ts';
import { toPageModule } from './page-module.ts';

/** Serves the page's markup at `/product`, built and run as our server is. */
export async function startFloor(html: string): Promise<Site> {
  const outDir = path.join(root, '.cache/bench');
  const { source, page, bootstrapModules } = toPageModule(html);
  const start = `
    import { serveFloor } from './floor-server.tsx';
    serveFloor(${page}, ${JSON.stringify(bootstrapModules)});`;
  await build({
    ...serverOptions({ outDir, isDevelopment: false }),
    entryPoints: [],
    stdin: { contents: source + start, resolveDir: import.meta.dirname },
    entryNames: 'floor',
  });

  const port = await findFreePort();
  const program = startProgram(process.execPath, [path.join(outDir, 'floor.js')], {
    env: { PORT: String(port) },
    isPinned: true,
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswered(`${origin}/product`, { program, limitMs: 10_000 });
  return { ...program, origin };
}
