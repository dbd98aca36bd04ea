import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '#server/base/clock.ts';
import { hourMs } from '#server/base/durations.ts';
import type { Log } from '#server/base/log.ts';
import { incomingFolder } from './receive-file.ts';

/** Uploads end within minutes: an older file is of a process that was killed. */
const keptMs = hourMs;

/** Removes what was left of uploads. */
export async function sweepIncoming(dataDir: string, nowMs: number): Promise<void> {
  const folder = incomingFolder(dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const left = await stat(file).catch(() => null);
    if (left !== null && left.mtimeMs < nowMs - keptMs) await rm(file, { force: true });
  }
}

interface SweepTools {
  config: { dataDir: string };
  clock: Clock;
  log: Log;
  isMine: () => boolean;
}

/** Sweeps now and every hour. Returns what stops it. */
export function keepIncomingSwept({ config, clock, log, isMine }: SweepTools): () => void {
  const sweep = () => {
    if (!isMine()) return;
    sweepIncoming(config.dataDir, clock.now()).catch((error: unknown) =>
      log.warn({ err: error }, 'what was left of uploads could not be removed'),
    );
  };
  sweep();
  const timer = setInterval(sweep, hourMs).unref();
  return () => clearInterval(timer);
}
