import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from './databases.ts';
import type { RunningSite } from './run-site.ts';

/** Goes on from the time in the file, whenever the process gets the signal. */
const settableClock = (file: string) => `
  import { readFileSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  const now = Date.now.bind(Date);
  let aheadMs = 0;
  Date.now = () => now() + aheadMs;
  if (isMainThread) process.on('SIGUSR2', () => {
    const time = readFileSync(${JSON.stringify(file)}, 'utf8');
    aheadMs = Date.parse(time) - now();
    process.stdout.write('it is ' + time + '\\n');
  });
`;

interface SiteClock {
  /** Environment of the site. */
  env: Record<string, string>;
  /** Sets the clock of the site, which goes on from there. */
  set(site: Pick<RunningSite, 'pid' | 'output'>, iso: string): Promise<void>;
}

/** A clock for the built site as a process of its own, without its threads. */
export function aSiteClock(): SiteClock {
  const dir = temporaryFolder();
  const [program, time] = [path.join(dir, 'clock.mjs'), path.join(dir, 'time')];
  writeFileSync(program, settableClock(time));
  return {
    env: { NODE_OPTIONS: `--import ${program}` },
    async set({ pid, output }, iso) {
      writeFileSync(time, iso);
      process.kill(pid, 'SIGUSR2');
      await expect.poll(output).toContain(`it is ${iso}`);
    },
  };
}
