import { OverloadedError } from '#server/base/errors.ts';
import { createPatience } from '#server/base/patience.ts';
import { runThread, type RunningThread, type ThreadAnswer } from '#server/base/running-thread.ts';
import { createWorkQueue } from '#server/base/work-queue.ts';
import type { ContentJob } from './content-thread.ts';
import type { ContentWork } from './content-work.ts';

export interface ContentThread extends ContentWork {
  /** Fails running and waiting jobs. */
  close(): Promise<void>;
}

interface Limits {
  /** Processor time that one text may take. After that the thread is ended, and the work fails. */
  maxProcessorMs?: number;
  /** Longest wait for a job, in ms; then the machine is too busy, and the job is refused and may be tried again. */
  maxWaitMs?: number;
  /** Memory limit of the thread: a text that needs more ends the thread, and not the server. */
  maxMemoryMb?: number;
  maxWaiting?: number;
}

/** A save waits for a text to be rendered; the others are only looked at, and a merge comes after a save. */
const ranks = { stored: 0, later: 1 };

/**
 * Works on texts in a thread of its own, the module `file`, one after the other: rendering 50,000 characters holds a
 * thread for up to 0.1 s, comparing them for up to 0.7 s. It starts at the first work, and again after it has ended.
 */
export function startContentThread(
  file: string,
  { maxProcessorMs = 10_000, maxWaitMs = 50_000, maxMemoryMb = 512, maxWaiting = 20 }: Limits = {},
): ContentThread {
  const queue = createWorkQueue({ atOnce: 1, maxWaiting });
  let thread: RunningThread<ContentJob> | null = null;
  let isClosed = false;

  async function ask<Value>(rank: number, job: ContentJob): Promise<Value> {
    const patience = createPatience(maxWaitMs);
    const answer = await Promise.race([queue.run(rank, () => run<Value>(job)), patience.ended]).finally(
      patience.stop,
    );
    if (answer === null) throw new OverloadedError('too many texts are waiting to be rendered or compared');
    if (answer === 'late')
      throw new OverloadedError(`a text was not rendered or compared within ${maxWaitMs} ms`);
    if ('error' in answer)
      throw new Error(`the thread for texts could not ${job.name} one`, { cause: answer.error });
    return answer.value;
  }

  async function run<Value>(job: ContentJob): Promise<ThreadAnswer<Value>> {
    if (isClosed) return { error: new Error('the thread is closed') };
    const running = thread?.hasEnded() === false ? thread : runThread(file, { maxMemoryMb });
    thread = running;
    const stopWatching = running.limitProcessorMs(maxProcessorMs);
    const answer = await running.ask<Value>(job);
    stopWatching();
    return answer;
  }

  return {
    render: (source) => ask(ranks.stored, { name: 'render', source }),
    preview: (source) => ask(ranks.later, { name: 'render', source }),
    compare: (before, after) => ask(ranks.later, { name: 'compare', before, after }),
    merge: (texts) => ask(ranks.later, { name: 'merge', texts }),
    async close() {
      isClosed = true;
      await thread?.end(new Error('the thread is closed'));
    },
  };
}
