import type { Clock } from '#server/base/clock.ts';
import { minuteMs } from '#server/base/durations.ts';
import { OverloadedError } from '#server/base/errors.ts';
import { runThread, type RunningThread } from '#server/base/running-thread.ts';
import { createWorkQueue } from '#server/base/work-queue.ts';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { maxWaitingQuestions, type FacetQuestion, type ProductFacets } from './facet-question.ts';
import type { FacetThreadAnswer, FacetThreadData } from './facet-thread.ts';

export interface FacetThread extends ProductFacets {
  close(): Promise<void>;
}

interface ThreadOptions {
  database: DatabaseConfig;
  clock: Pick<Clock, 'elapsed'>;
}

/** Time without a question after which the thread ends, with all its memory. */
const idleMs = 10 * minuteMs;
/** Limit of JavaScript's own memory: the columns are beside it. */
const maxMemoryMb = 512;
/** Rows are garbage as soon as they are read. */
const maxYoungMb = 4;

/**
 * Answers questions in a thread of its own, the module `file`, which starts at the first one. How long somebody waits for
 * an answer is up to the page that asks: while a million products are read, all wait for seconds.
 */
export function startFacetThread(file: string, { database, clock }: ThreadOptions): FacetThread {
  const queue = createWorkQueue({ atOnce: 1, maxWaiting: maxWaitingQuestions });
  let thread: RunningThread<FacetQuestion> | null = null;
  let askedAt = 0;
  let isClosed = false;

  const looking = setInterval(() => {
    if (clock.elapsed() - askedAt >= idleMs) void endThread('no question came for ten minutes');
  }, minuteMs).unref();

  async function run(question: FacetQuestion) {
    if (isClosed) return { error: new Error('the thread is closed') };
    if (thread === null || thread.hasEnded()) {
      const data: FacetThreadData = { database };
      thread = runThread(file, { maxMemoryMb, maxYoungMb, data });
    }
    return thread.ask<FacetThreadAnswer>(question);
  }

  async function endThread(reason: string): Promise<void> {
    const ending = thread;
    thread = null;
    await ending?.end(new Error(reason));
  }

  return {
    async ask(question) {
      askedAt = clock.elapsed();
      const answer = await queue.run(0, () => run(question));
      if (answer === null) throw new OverloadedError('too many lists with filters are waiting');
      if ('error' in answer) throw new Error('a list could not be filtered', { cause: answer.error });
      if (answer.value === null) throw new OverloadedError('the database cannot be read to filter a list');
      return answer.value;
    },
    async close() {
      isClosed = true;
      clearInterval(looking);
      await endThread('the thread is closed');
    },
  };
}
