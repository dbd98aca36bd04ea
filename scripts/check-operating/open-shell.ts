import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { atExit } from '../check-container/at-exit.ts';

/** A shell in which an operator types command after command. */
export interface Shell {
  /** Resolves to the output of the commands. Rejects when a command fails, and stops there. */
  run(commands: string): Promise<string>;
  /** Ends it and everything that it has started. */
  end(): Promise<void>;
}

export interface ShellOptions {
  dir: string;
  env: Readonly<Record<string, string>>;
}

/** Several of the programs refuse to run as root: then the shell belongs to the user `nobody`. */
const owner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** Follows the output of each run, in the same pipe: from another it may be read before the output is. */
const endMark = '\0';
// Background programs do not inherit the pipe of the commands.
const loop = `exec 2>&1; while read -r file <&3; do . "$file" < /dev/null 3<&-; printf '\\0'; done`;

/** It reads the commands from files, so that no program takes the next of them for its input. */
export function openShell({ dir, env }: ShellOptions): Shell {
  const bash = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', loop], {
    ...owner,
    cwd: dir,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  const [, , , commands] = bash.stdio;
  if (!(commands instanceof Writable) || bash.stdout === null) throw new Error('bash has no pipes');
  let output = '';
  let endRun = () => {};
  bash.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    if (chunk.includes(endMark)) endRun();
  });
  const ended = new Promise<number | null>((resolve) => bash.once('exit', resolve));
  const kill = () => killGroup(bash.pid);
  const callOff = atExit(kill);
  let count = 0;

  return {
    async run(text) {
      output = '';
      const file = path.join(dir, `commands-${(count += 1)}.sh`);
      writeFileSync(file, text, { mode: 0o644 });
      const isDone = new Promise<null>((resolve) => (endRun = () => resolve(null)));
      commands.write(`${file}\n`);
      const failure = await Promise.race([isDone, ended.then((code) => `code ${code}`)]);
      if (failure !== null) throw new Error(`the shell ended with ${failure}:\n${text}\n${output}`);
      return output.slice(0, output.indexOf(endMark)).trim();
    },
    async end() {
      kill();
      await ended;
      callOff();
    },
  };
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}
