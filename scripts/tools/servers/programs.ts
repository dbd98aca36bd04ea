import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '#scripts/build/folders.ts';
import { within } from '../requests/within.ts';

export interface Program {
  pid: number;
  process: ChildProcess;
  hasEnded(): boolean;
  /** Sends SIGTERM to the program and its children; resolves when all of them have ended. */
  stop(): Promise<void>;
}

interface StartOptions {
  /** Added to a minimal environment, so that variables of the caller's shell do not affect measurements. */
  env?: NodeJS.ProcessEnv;
  /** The only processor core it runs on. */
  core?: number | null;
  /** With a channel for messages. */
  hasChannel?: boolean;
  /** Hides its output. */
  isQuiet?: boolean;
}

const stopLimitMs = 15_000;
const running = new Set<number>();

/** Starts it in a process group of its own, so that it is ended with everything it has started, by its own id. */
export function startProgram(command: string, args: readonly string[], options: StartOptions = {}): Program {
  const { env = {}, core = null, hasChannel = false, isQuiet = false } = options;
  const pin = core !== null ? ['taskset', '--cpu-list', String(core)] : [];
  const [program = command, ...rest] = [...pin, command, ...args];
  const child = spawn(program, rest, {
    cwd: root,
    detached: true,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: process.env['TMPDIR'], ...env },
    stdio: ['ignore', 'ignore', isQuiet ? 'ignore' : 'inherit', ...(hasChannel ? ['ipc' as const] : [])],
  });
  // A failure to start shows as the missing id below, or in the exit code.
  child.on('error', () => {});
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} could not be started`);
  running.add(pid);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return { pid, process: child, hasEnded, stop: () => stop(pid, command) };
}

/** Resolves when it has ended well. */
export async function runProgram(
  command: string,
  args: readonly string[],
  { limitMs, env }: { limitMs: number; env?: NodeJS.ProcessEnv },
): Promise<void> {
  const program = startProgram(command, args, env && { env });
  const ended = new Promise<number | null>((resolve) => program.process.once('exit', resolve));
  const code = await within(limitMs, command, ended);
  running.delete(program.pid);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with code ${code}`);
}

/** Everything that is still running: after a failure, and at the end of this process. */
export function killPrograms(): void {
  for (const pid of running) signalGroup(pid, 'SIGKILL');
  running.clear();
}

async function stop(pid: number, command: string): Promise<void> {
  signalGroup(pid, 'SIGTERM');
  const deadline = performance.now() + stopLimitMs;
  while (signalGroup(pid, 0)) {
    if (performance.now() > deadline) {
      signalGroup(pid, 'SIGKILL');
      throw new Error(`${command} did not stop within ${stopLimitMs / 1000} s`);
    }
    await delay(10);
  }
  running.delete(pid);
}

/** False when nothing of the group is left. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

process.on('exit', killPrograms);
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));
