import { fork, type ChildProcess } from 'node:child_process';
import { OverloadedError } from '#server/base/errors.ts';
import { createWorkQueue } from '#server/base/work-queue.ts';
import type { ExaminedUpload } from './examine-upload.ts';
import type { UploadJob, UploadMessage, UploadTask, UploadWork } from './upload-work.ts';

export interface UploadProgram extends UploadWork {
  /** Ends the program; what it does fails. */
  close(): Promise<void>;
}

interface Limits {
  /**
   * Longest time without progress: the slowest file that is allowed takes a few seconds of a processor. On its way to a
   * store elsewhere a film of 200 MB may take minutes, of which the store has limits of its own.
   */
  maxMs?: number;
  /** The program ends after so long without work, and gives its memory back. */
  idleMs?: number;
  maxWaiting?: number;
}

type Result = { value: ExaminedUpload | null } | { failure: string };

/** Transfers at once: with a slow store none waits for another, and a disk writes one while the next is examined. */
const storedAtOnce = 4;

/** Has uploaded files examined, one after the other, and stored by a program. It starts with the first, and again after its end. */
export function startUploadProgram(
  file: string,
  { maxMs = 180_000, idleMs = 30_000, maxWaiting = 40 }: Limits = {},
): UploadProgram {
  const queues = {
    examine: createWorkQueue({ atOnce: 1, maxWaiting }),
    store: createWorkQueue({ atOnce: storedAtOnce, maxWaiting }),
  };
  const running = createRunningJobs(maxMs, stop);
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;

  async function ask(task: UploadTask): Promise<ExaminedUpload | null> {
    const result = await queues[task.name].run(0, () => run(task));
    if (result === null) throw new OverloadedError('too many uploads are waiting to be examined');
    if ('failure' in result)
      throw new Error(`the program for uploads could not ${task.name} one: ${result.failure}`);
    return result.value;
  }

  async function run(task: UploadTask): Promise<Result> {
    clearTimeout(idle);
    const program = (child ??= start());
    const { id, result } = running.begin(task.name);
    program.send(
      { id, ...task } satisfies UploadJob,
      (error) => error && running.end(id, { failure: ended }),
    );
    const ending = await result;
    if (running.count() === 0) {
      // Several may end at one moment, and each comes here.
      clearTimeout(idle);
      idle = setTimeout(stop, idleMs).unref();
    }
    return ending;
  }

  function start(): ChildProcess {
    // Modules that were loaded before the server, such as a probe, would read its messages.
    const started = fork(file, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    // It must not keep this process from ending; when this one ends, it sees that the channel is closed.
    started.unref();
    started.channel?.unref();
    const forget = () => {
      if (child !== started) return;
      child = null;
      running.endAll({ failure: ended });
    };
    // Sent by our own program, whose messages have this type.
    started.on('message', (message) => take(message as UploadMessage));
    started.once('exit', forget).on('error', forget);
    return started;
  }

  function take(message: UploadMessage): void {
    if ('id' in message) running.end(message.id, message);
    else running.goOn('store');
  }

  function stop(): void {
    child?.kill('SIGKILL');
    child = null;
    running.endAll({ failure: ended });
  }

  return {
    async examine(sourceFile) {
      const examined = await ask({ name: 'examine', sourceFile });
      if (examined === null) throw new Error('the program for uploads has examined nothing');
      return examined;
    },
    async store(media) {
      await ask({ name: 'store', media });
    },
    async close() {
      clearTimeout(idle);
      const program = child;
      if (program === null) return;
      const hasEnded = new Promise((resolve) => program.once('exit', resolve));
      stop();
      clearTimeout(idle);
      await hasEnded;
    },
  };
}

const ended = 'it has ended';

/** Jobs of a program, each of which fails after so long without progress; `onLate` ends the program then. */
function createRunningJobs(maxMs: number, onLate: () => void) {
  const jobs = new Map<
    number,
    { name: UploadTask['name']; timer: NodeJS.Timeout; resolve(result: Result): void }
  >();
  let lastId = 0;

  function end(id: number, result: Result): void {
    const job = jobs.get(id);
    clearTimeout(job?.timer);
    jobs.delete(id);
    job?.resolve(result);
  }

  const limit = (id: number) =>
    setTimeout(() => {
      end(id, { failure: `it took longer than ${maxMs} ms` });
      onLate();
    }, maxMs).unref();

  return {
    count: () => jobs.size,
    begin(name: UploadTask['name']): { id: number; result: Promise<Result> } {
      const { promise: result, resolve } = Promise.withResolvers<Result>();
      lastId += 1;
      jobs.set(lastId, { name, timer: limit(lastId), resolve });
      return { id: lastId, result };
    },
    end,
    /** Begins the time without progress anew, for jobs of this name. */
    goOn(name: UploadTask['name']) {
      for (const [id, job] of jobs) {
        if (job.name !== name) continue;
        clearTimeout(job.timer);
        job.timer = limit(id);
      }
    },
    endAll(result: Result) {
      for (const id of [...jobs.keys()]) end(id, result);
    },
  };
}
