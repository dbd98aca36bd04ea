import './load-env-file.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { context, type Metafile, type Plugin } from 'esbuild';
import { copyFiles, writeManifest } from './build/build-site.ts';
import { clientOptions, describeChunks } from './build/client/client.ts';
import { buildEditScript } from './build/client/edit-script.ts';
import { development, root } from './build/folders.ts';
import { iconModules } from './build/client/icon-modules.ts';
import { serverOptions } from './build/server.ts';
import { buildStyles } from './build/client/styles.ts';

// `npm run dev`: runs the production code, except for React, whose development build warns; the output is readable, and
// is rebuilt and restarted on every change; open pages reload.

let server: ChildProcess | null = null;
let restartTimer: NodeJS.Timeout | undefined;
let clientMetafile: Metafile | null = null;
let isServerBuilt = false;

await rm(development.outDir, { recursive: true, force: true });
await copyFiles(development);

const onEnd = (use: (metafile: Metafile) => void): Plugin => ({
  name: 'restart',
  setup(build) {
    build.onEnd(({ errors, metafile }) => {
      if (errors.length > 0 || !metafile) return;
      use(metafile);
      restartSoon();
    });
  },
});

const client = await context({
  ...clientOptions(development),
  plugins: [iconModules, onEnd((metafile) => (clientMetafile = metafile))],
});
const serverBuild = await context({
  ...serverOptions(development),
  plugins: [iconModules, onEnd(() => (isServerBuilt = true))],
});
await Promise.all([client.watch(), serverBuild.watch()]);
watch(path.join(root, 'client/styles'), restartSoon);

/** A change can touch both bundles: wait for the later one. */
function restartSoon(): void {
  clearTimeout(restartTimer);
  restartTimer = setTimeout(() => void restart(), 50);
}

async function restart(): Promise<void> {
  if (!clientMetafile || !isServerBuilt) return;
  try {
    const styles = { ...(await buildStyles(development)), ...(await buildEditScript(development)) };
    await writeManifest(development, await describeChunks(clientMetafile, development), styles);
  } catch (error) {
    console.error(error);
    return;
  }
  await stopServer();
  server = spawn(process.execPath, [path.join(development.outDir, 'server.js')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LIVE_RELOAD: 'on' },
  });
  const pretty = spawn(
    path.join(root, 'node_modules/.bin/pino-pretty'),
    ['--ignore', 'pid,hostname', '--singleLine'],
    {
      stdio: ['pipe', 'inherit', 'inherit'],
    },
  );
  server.stdout?.pipe(pretty.stdin);
}

/**
 * Stops it at once, not politely: open pages keep a stream open that would hold it, and the database survives a kill.
 */
async function stopServer(): Promise<void> {
  const old = server;
  if (!old || old.exitCode !== null || old.signalCode !== null) return;
  const ended = new Promise((resolve) => old.once('exit', resolve));
  old.kill('SIGKILL');
  await ended;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    void stopServer().then(() => process.exit(0));
  });
}
