import path from 'node:path';
import { build } from 'esbuild';
import { root } from '../../build/folders.ts';
import { serverOptions } from '../../build/server.ts';
import { findFreePort } from '../../../tests/helpers/free-port.ts';
import { getBytes, untilAnswered } from '../http-client.ts';
import { startProgram } from '../programs.ts';
import type { Site } from '../site.ts';

/** Express with the stored answers of a site that has them, byte for byte. */
export async function startStored(
  site: Site,
  paths: readonly string[],
  headers: Record<string, string>,
): Promise<Site> {
  const answers = await Promise.all(
    paths.map(async (address) => [address, await getBytes(`${site.origin}${address}`, headers)] as const),
  );
  const stored = answers.map(
    ([address, { headers: own, body }]) =>
      `${JSON.stringify(address)}: { headers: ${JSON.stringify(own)}, body: Buffer.from(${JSON.stringify(body.toString('base64'))}, 'base64') }`,
  );
  const { 'content-length': _length, ...notModified } = answers[0]?.[1].headers ?? {};
  const outDir = path.join(root, '.cache/bench');
  await build({
    ...serverOptions({ outDir, isDevelopment: false }),
    entryPoints: [],
    stdin: {
      contents: `import { serveStored } from './stored-server.ts';
        serveStored({ ${stored.join(',\n')} }, ${JSON.stringify(notModified)});`,
      resolveDir: import.meta.dirname,
    },
    entryNames: 'stored',
  });
  const port = await findFreePort();
  const program = startProgram(process.execPath, [path.join(outDir, 'stored.js')], {
    env: { PORT: String(port) },
    isPinned: true,
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswered(`${origin}${paths[0]}`, { program, limitMs: 10_000 });
  return { ...program, origin };
}
