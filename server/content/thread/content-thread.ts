import '#server/base/source-lines.ts';
import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer } from '#server/base/running-thread.ts';
import type { ThreeTexts } from '../history/merge-texts.ts';
import { contentWorkInProcess } from './content-work.ts';

/** Job for the thread. Answers come in the order of the jobs. */
export type ContentJob =
  | { name: 'render'; source: string }
  | { name: 'compare'; before: string; after: string }
  | { name: 'merge'; texts: readonly ThreeTexts[] };

// On Linux a priority is a thread's own; elsewhere it would be the whole server's. Visitors come before editors. Not the
// lowest: beside two programs that take all they get it had 1 % of a core, and no text was ready within a minute.
if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);

const work = contentWorkInProcess();

parentPort?.on('message', (job: ContentJob) => {
  void answer(job).then((reply) => parentPort?.postMessage(reply));
});

async function answer(job: ContentJob): Promise<ThreadAnswer<unknown>> {
  try {
    return { value: await run(job) };
  } catch (error) {
    return { error };
  }
}

function run(job: ContentJob): Promise<unknown> {
  switch (job.name) {
    case 'render':
      return work.render(job.source);
    case 'compare':
      return work.compare(job.before, job.after);
    case 'merge':
      return work.merge(job.texts);
  }
}
