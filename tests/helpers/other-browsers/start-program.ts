import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AtEnd } from '../databases.ts';
import { limitMs } from '../limit.ts';

interface Program<Ready> {
  file: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Returns the handle of the started program; null until then. Called with all of its output. */
  ready: (output: string) => Promise<Ready | null> | Ready | null;
}

const startTimeoutMs = 30_000;

/** Starts a program, and ends it with everything that it has started. */
export async function startProgram<Ready>(
  { file, args, env, ready }: Program<Ready>,
  atEnd: AtEnd,
): Promise<Ready> {
  // A group of its own, so that no child of it is left.
  const child = spawn(file, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  void ended.then(() => (hasEnded = true));
  child.once('error', (error) => (output += error.message));
  atEnd(() => {
    endGroup(child.pid);
    return ended;
  });

  const listen = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const deadline = Date.now() + limitMs(startTimeoutMs);
  while (!hasEnded && Date.now() < deadline) {
    const found = await ready(output);
    if (found !== null) return found;
    await sleep(50);
  }
  throw new Error(`${file} did not start:\n${output}`);
}

/** The program that leads a group, and its children. */
export function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** Everything that it writes goes to `home`, and it knows nothing of the terminal that the tests run in. */
export function cleanEnvironment(home: string): NodeJS.ProcessEnv {
  const { PATH, TMPDIR } = process.env;
  return {
    PATH,
    TMPDIR,
    LANG: 'C.UTF-8',
    HOME: home,
    XDG_CACHE_HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
  };
}
