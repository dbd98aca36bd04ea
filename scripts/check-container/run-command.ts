import { spawn } from 'node:child_process';
import { atExit } from './at-exit.ts';

export interface CommandOptions {
  cwd: string;
  env: Readonly<Record<string, string>>;
  timeoutMs: number;
}

/** Runs a program to its end. Resolves to exit code and output; one that takes too long is killed with its children. */
export function runCommand(
  [program = '', ...args]: readonly string[],
  { cwd, env, timeoutMs }: CommandOptions,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    // A process group of its own, so that the children can be ended with it.
    const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer) => (output += chunk.toString('utf8'));
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const kill = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
    const timer = setTimeout(() => {
      output += `\n(killed after ${timeoutMs} ms)`;
      kill();
    }, timeoutMs);
    const callOff = atExit(kill);
    child.once('error', (error) => {
      callOff();
      clearTimeout(timer);
      reject(error);
    });
    child.once('close', (code) => {
      callOff();
      clearTimeout(timer);
      resolve({ code, output });
    });
  });
}
