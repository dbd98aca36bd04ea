import { Worker } from 'node:worker_threads';

/** Message of a thread for each job. */
export type ThreadAnswer<Value> = { value: Value } | { error: unknown };

/** A single thread from its start to its end, which does one job at a time. */
export interface RunningThread<Job> {
  hasEnded(): boolean;
  ask<Value>(job: Job): Promise<ThreadAnswer<Value>>;
  /**
   * Ends the thread when it has used more processor time from now on. Wall-clock time would include other programs of
   * a busy machine.
   */
  limitProcessorMs(limitMs: number): () => void;
  end(reason: Error): Promise<void>;
}

interface ThreadOptions {
  /** Memory limit: a job that needs more ends the thread, and not the server. */
  maxMemoryMb: number;
  /** Room for new objects; default: V8's, which grows to 48 MB. */
  maxYoungMb?: number;
  /** The thread reads it as `workerData`. */
  data?: unknown;
}

/** Runs the module `file` in a thread. */
export function runThread<Job>(
  file: string,
  { maxMemoryMb, maxYoungMb, data }: ThreadOptions,
): RunningThread<Job> {
  const worker = new Worker(file, {
    resourceLimits: {
      maxOldGenerationSizeMb: maxMemoryMb,
      ...(maxYoungMb !== undefined && { maxYoungGenerationSizeMb: maxYoungMb }),
    },
    workerData: data,
  });
  // It must not keep this process from ending.
  worker.unref();
  let end: unknown = null;
  let tell: (answer: ThreadAnswer<never>) => void = () => {};

  function stop(reason: unknown): void {
    end ??= reason;
    tell({ error: end });
  }
  async function endWith(reason: Error): Promise<void> {
    stop(reason);
    await worker.terminate();
  }
  worker.on('message', (answer) => tell(answer));
  worker.on('error', stop);
  worker.on('exit', () => stop(new Error('the thread has ended')));

  return {
    hasEnded: () => end !== null,
    ask<Value>(job: Job): Promise<ThreadAnswer<Value>> {
      return new Promise<ThreadAnswer<Value>>((resolve) => {
        tell = resolve;
        if (end === null) worker.postMessage(job);
        else resolve({ error: end });
      });
    },
    limitProcessorMs(limitMs: number): () => void {
      let startedAt: number | null = null;
      function look({ user, system }: NodeJS.CpuUsage): void {
        const usedMs = (user + system) / 1000;
        startedAt ??= usedMs;
        if (usedMs - startedAt > limitMs) void endWith(new Error(`it computed for over ${limitMs} ms`));
      }
      const looking = setInterval(() => {
        // A thread that has ended meanwhile has no usage.
        worker.cpuUsage().then(look, () => clearInterval(looking));
      }, lookMs).unref();
      return () => clearInterval(looking);
    },
    end: endWith,
  };
}

/** Time between two checks of a thread's processor time, in ms. */
const lookMs = 250;
