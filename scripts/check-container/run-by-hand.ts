import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { atExit } from './at-exit.ts';
import { expectThat } from './report.ts';
import { runCommand } from './run-command.ts';

/** What `docker run` would be told. */
export interface ContainerOptions {
  workDir: string;
  env: Readonly<Record<string, string>>;
  /** Only root can change to it; anyone else runs as himself. */
  user: { uid: number; gid: number };
}

export interface Container {
  /** `docker exec`. */
  exec(command: readonly string[]): Promise<{ code: number | null; output: string }>;
  /** `docker stop`, without the kill. */
  terminate(): void;
  /** How the first process ended; null after `ms` when it still runs. */
  ended(ms: number): Promise<{ code: number | null } | null>;
  output(): string;
}

const isRoot = process.getuid?.() === 0;

/** Whether a process of ours can be number 1, as in a container: signals that nobody asked for do not reach that one. */
export const canBeFirst = isRoot && spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0;

export function startContainer(command: readonly string[], options: ContainerOptions): Container {
  const { workDir: cwd, env } = options;
  const first = canBeFirst ? ['unshare', '--pid', '--fork'] : [];
  const [program = '', ...args] = [...first, ...withoutRights(options), ...command];
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const callOff = atExit(() => process.kill(firstProcess(child), 'SIGKILL'));
  const exit = new Promise<{ code: number | null }>((resolve) => {
    child.once('exit', (code) => resolve({ code }));
    child.once('error', (error) => {
      output += error.message;
      resolve({ code: null });
    });
  });
  void exit.then(callOff);
  return {
    exec: (execCommand) =>
      runCommand([...withoutRights(options), ...execCommand], { cwd, env, timeoutMs: 60_000 }),
    terminate: () => process.kill(firstProcess(child), 'SIGTERM'),
    ended: (ms) => Promise.race([exit, delay(ms, null, { ref: false })]),
    output: () => output,
  };
}

/** Resolves when the address answers, or throws with the output when the process ended or 20 s went by. */
export async function untilAnswers(address: string, container: Container): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await answers(address)) return;
    expectThat((await container.ended(100)) === null, `the process ended:\n${container.output()}`);
  }
  throw new Error(`no answer from ${address} within 20 s:\n${container.output()}`);
}

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok;
  } catch {
    return false;
  }
}

/** `--user`, `--cap-drop ALL`, `--security-opt no-new-privileges`. */
function withoutRights({ user: { uid, gid } }: ContainerOptions): string[] {
  if (!isRoot) return [];
  const rights = ['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'];
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...rights];
}

/** By its number outside: `unshare` stays as its parent. */
function firstProcess({ pid }: ChildProcess): number {
  expectThat(pid !== undefined, 'the process did not start');
  if (!canBeFirst) return pid;
  const inner = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
  // Not started yet, or ended: never 0, which would be all of our own group.
  return inner > 0 ? inner : pid;
}
