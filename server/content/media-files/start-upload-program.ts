import { fork, type ChildProcess } from 'node:child_process';
import { OverloadedError } from '#server/base/errors.ts';
import { createPatience } from '#server/base/patience.ts';
import { createWorkQueue } from '#server/base/work-queue.ts';
import type { ExaminedUpload } from './examine-upload.ts';
import type { UploadJob, UploadJobAnswer, UploadWork } from './upload-work.ts';

export interface UploadProgram extends UploadWork {
  /** Ends the program; what it does fails. */
  close(): Promise<void>;
}

interface Limits {
  /** Longest time for one file: the slowest that is allowed takes a few seconds of a processor. */
  maxMs?: number;
  /** The program ends after so long without work, and gives its memory back. */
  idleMs?: number;
  maxWaiting?: number;
}

/** Has uploaded files examined and stored by a program, one after the other. It starts with the first, and again after its end. */
export function startUploadProgram(
  file: string,
  { maxMs = 120_000, idleMs = 30_000, maxWaiting = 40 }: Limits = {},
): UploadProgram {
  const queue = createWorkQueue({ atOnce: 1, maxWaiting });
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;

  async function ask(job: UploadJob): Promise<ExaminedUpload | null> {
    const answer = await queue.run(0, () => run(job));
    if (answer === null) throw new OverloadedError('too many uploads are waiting to be examined');
    if ('failure' in answer)
      throw new Error(`the program for uploads could not ${job.name} one: ${answer.failure}`);
    return answer.value;
  }

  async function run(job: UploadJob): Promise<UploadJobAnswer> {
    clearTimeout(idle);
    const running = (child ??= start());
    const patience = createPatience(maxMs);
    const { promise, resolve } = Promise.withResolvers<UploadJobAnswer>();
    const onExit = () => resolve({ failure: 'it has ended' });
    // Sent by our own program, whose answers have this type.
    const onMessage = (answer: unknown) => resolve(answer as UploadJobAnswer);
    running.once('message', onMessage).once('exit', onExit).once('error', onExit);
    running.send(job, (error) => error && onExit());
    const answer = await Promise.race([promise, patience.ended]);
    patience.stop();
    running.off('message', onMessage).off('exit', onExit).off('error', onExit);
    if (answer === 'late') {
      stop();
      return { failure: `it took longer than ${maxMs} ms` };
    }
    idle = setTimeout(stop, idleMs).unref();
    return answer;
  }

  function start(): ChildProcess {
    // Modules that were loaded before the server, such as a probe, would read its messages.
    const started = fork(file, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    // It must not keep this process from ending; when this one ends, it sees that the channel is closed.
    started.unref();
    started.channel?.unref();
    const forget = () => {
      if (child === started) child = null;
    };
    started.once('exit', forget).on('error', forget);
    return started;
  }

  function stop(): void {
    child?.kill('SIGKILL');
    child = null;
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
      const running = child;
      if (running === null) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      stop();
      await ended;
    },
  };
}
