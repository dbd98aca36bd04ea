import { spawn } from 'node:child_process';
import path from 'node:path';
import { root, type BuildTarget } from '#scripts/build/folders.ts';
import type { AtEnd } from './databases.ts';

export interface RunningSite {
  pid: number;
  origin: string;
  /** Asks the process to stop, as an operator does. Resolves to how it ended. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  output(): string;
}

/** The built server as a process of its own. */
export async function runSite(
  target: Pick<BuildTarget, 'outDir'>,
  env: Record<string, string>,
  /** Takes what ends the process, which may hang before it is there. */
  atEnd: AtEnd,
): Promise<RunningSite> {
  const child = spawn(process.execPath, [path.join(target.outDir, 'server.js')], {
    cwd: root,
    env: { ...cleanEnvironment(), PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  );
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return ended;
  };
  atEnd(async () => {
    await stop('SIGKILL');
  });

  const origin = await new Promise<string>((resolve, reject) => {
    let isUp = false;
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      // Looked for until it is there: a log of thousands of requests is not to be read anew for each of them.
      if (isUp) return;
      const address = /Qingye is at (http:\/\/[^/"]+)/.exec(output)?.[1];
      if (address === undefined) return;
      isUp = true;
      resolve(address);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    void ended.then(() => reject(new Error(`the server did not start:\n${output}`)));
  });

  return { pid: child.pid ?? 0, origin, stop, output: () => output };
}

/** Without what the person at this terminal has configured for a site of their own. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR };
}
