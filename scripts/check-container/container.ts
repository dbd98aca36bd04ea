import { spawn, spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { atExit } from './at-exit.ts';
import { expectThat } from './report.ts';

/** Program with its arguments. */
export type Command = readonly string[];

export interface ContainerOptions {
  user: { uid: number; gid: number };
  env: Readonly<Record<string, string>>;
}

/** Container as an engine starts it, or as it is started by hand. */
export interface Start {
  origin: string;
  command: Command;
  /** Runs a command in the container. */
  inside: (command: Command) => Command;
  /** Null: the process that was started is the one that gets it. */
  terminate: Command | null;
  cwd?: string;
  env?: Record<string, string>;
}

export interface Container {
  origin: string;
  /** Returns the exit code. */
  exec(command: Command): number | null;
  terminate(): void;
  /** Resolves to the exit code of the first process, or to null when it still runs after `ms`. */
  ended(ms: number): Promise<number | null>;
  output(): string;
}

export function startContainer({ origin, command, inside, terminate, ...place }: Start): Container {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { ...place, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const run = ([name = '', ...rest]: Command) =>
    spawnSync(name, rest, { ...place, timeout: 60_000, encoding: 'utf8' }).status;
  const end = () => (terminate === null ? child.kill() : run(terminate));
  const callOff = atExit(end);
  const exit = new Promise<number>((resolve) => {
    child.once('exit', (code) => resolve(code ?? -1));
    child.once('error', (error) => {
      output += error.message;
      resolve(-1);
    });
  });
  void exit.then(callOff);
  return {
    origin,
    exec: (words) => run(inside(words)),
    terminate: () => void end(),
    ended: (ms) => Promise.race([exit, delay(ms, null, { ref: false })]),
    output: () => output,
  };
}

/** Resolves when the address answers. @throws Error with the output when the process ended, or 20 s went by. */
export async function untilAnswers(address: string, { ended, output }: Container): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isThere = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    expectThat((await ended(100)) === null, `the process ended:\n${output()}`);
  }
  throw new Error(`no answer from ${address} within 20 s:\n${output()}`);
}
