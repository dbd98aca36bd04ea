import { chmodSync, existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { atExit } from '../check-container/at-exit.ts';

export interface MovableClock {
  /** Moves the clock by this offset from now on, such as `-1d`. Running programs see it at their next look. */
  set(offset: string): void;
}

/**
 * Puts the node of this folder behind a wrapper of the same name, so that everything it runs sees a movable clock: the
 * site, its processes and its commands. Waiting by monotonic time is left alone, and so is every other program.
 */
export function createMovableClock(dir: string): MovableClock {
  const library = findLibrary();
  const node = path.join(dir, 'node');
  const moved = path.join(dir, 'node-with-clock');
  const file = path.join(dir, 'clock');
  renameSync(node, moved);
  const settings = [
    `LD_PRELOAD=${library}`,
    `FAKETIME_TIMESTAMP_FILE=${file}`,
    'FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1 NO_FAKE_STAT=1',
  ];
  writeFileSync(node, `#!/bin/sh\n${settings.join(' ')} exec "${moved}" "$@"\n`);
  chmodSync(node, 0o755);
  const clock: MovableClock = {
    set(offset) {
      // Whole at every moment.
      writeFileSync(`${file}.next`, offset);
      renameSync(`${file}.next`, file);
    },
  };
  clock.set('+0');
  const since = Date.now();
  atExit(() => removeLeftOver(since));
  return clock;
}

const sharedMemory = '/dev/shm';

/** A killed program leaves files of the library there, and the next one with its number may not start. */
function removeLeftOver(since: number): void {
  for (const name of readdirSync(sharedMemory)) {
    const [, pid] = /^(?:sem\.faketime_sem|faketime_shm)_(\d+)$/.exec(name) ?? [];
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    const file = path.join(sharedMemory, name);
    const madeMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (madeMs >= since) rmSync(file, { force: true });
  }
}

function findLibrary(): string {
  const library = readdirSync('/usr/lib')
    .map((name) => path.join('/usr/lib', name, 'faketime/libfaketimeMT.so.1'))
    .find((file) => existsSync(file));
  if (library === undefined) throw new Error('faketime is installed, and its library is not below /usr/lib');
  return library;
}
