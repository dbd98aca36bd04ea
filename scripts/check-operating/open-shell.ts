import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
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

// Background programs inherit neither of the two pipes.
const loop = 'while read -r file <&3; do . "$file" < /dev/null 3<&- 4>&-; echo done >&4; done';

/** It reads the commands from files, so that no program takes the next of them for its input. */
export function openShell({ dir, env }: ShellOptions): Shell {
  const bash = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', loop], {
    ...owner,
    cwd: dir,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  const [, , , commands, done] = bash.stdio;
  if (!(commands instanceof Writable) || !(done instanceof Readable)) throw new Error('bash has no pipes');
  let output = '';
  for (const stream of [bash.stdout, bash.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => bash.once('exit', resolve));
  const kill = () => killGroup(bash.pid);
  const callOff = atExit(kill);
  let count = 0;

  return {
    async run(text) {
      output = '';
      const file = path.join(dir, `commands-${(count += 1)}.sh`);
      writeFileSync(file, text, { mode: 0o644 });
      const isDone = new Promise<null>((resolve) => done.once('data', () => resolve(null)));
      commands.write(`${file}\n`);
      const failure = await Promise.race([isDone, ended.then((code) => `code ${code}`)]);
      if (failure !== null) throw new Error(`the shell ended with ${failure}:\n${text}\n${output}`);
      return output.trim();
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
