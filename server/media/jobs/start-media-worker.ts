import { fork, type ChildProcess } from 'node:child_process';
import type { Clock } from '#server/base/clock.ts';
import type { Database } from '#server/db/open/open-database.ts';
import type { Log } from '#server/base/log.ts';
import { cardJob } from '../cards/card-state.ts';
import { fontJob } from '../title-font/font-state.ts';
import { isMediaJobDue } from './media-jobs.ts';
import { isTitleJobDue } from './title-job.ts';

/** Time that the first visitors after a start have the machine to themselves, in ms. */
const firstLookMs = 30_000;
const lookEveryMs = 5_000;
const maxEndMs = 2_000;

/** Argument of a program that a server has started: it ends with that server. */
export const serverMark = '--of-a-server';

export interface MediaWorker {
  close(): Promise<void>;
}

interface MediaWorkerTools {
  db: Database;
  clock: Clock;
  log: Log;
  /** Whether this process does the work: a single one of several on a machine does. */
  isMine?: () => boolean;
}

/** Runs `file`, a program that does the work and ends, whenever there is work: one at a time. */
export function startMediaWorker(
  file: string,
  { db, clock, log, isMine = () => true }: MediaWorkerTools,
): MediaWorker {
  let child: ChildProcess | null = null;
  let isClosed = false;
  let timer = setTimeout(look, firstLookMs).unref();

  async function look(): Promise<void> {
    // An unreachable database is reported elsewhere.
    const isDue = isMine() && (await isAnythingDue().catch(() => false));
    if (isDue && !isClosed) await runOnce();
    if (!isClosed) timer = setTimeout(look, lookEveryMs).unref();
  }

  async function isAnythingDue(): Promise<boolean> {
    const now = clock.now();
    return (
      (await isMediaJobDue(db, now)) ||
      (await isTitleJobDue(db, fontJob, now)) ||
      isTitleJobDue(db, cardJob, now)
    );
  }

  async function runOnce(): Promise<void> {
    const started = fork(file, [serverMark], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    // It must not keep this process from ending; when this one ends, it sees that the channel is closed.
    started.unref();
    started.channel?.unref();
    child = started;
    const code = await new Promise<number | null>((resolve) => {
      started.once('error', () => resolve(null));
      started.once('exit', resolve);
    });
    child = null;
    if (code !== 0 && !isClosed) log.warn({ code }, 'the program that makes pictures ended with an error');
  }

  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const running = child;
      if (running === null) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.ref();
      running.kill('SIGTERM');
      // It may wait for a database that does not answer; its job is another's when the lease has ended.
      const impatience = setTimeout(() => running.kill('SIGKILL'), maxEndMs);
      await ended;
      clearTimeout(impatience);
    },
  };
}
