import '#server/base/source-lines.ts';
import os from 'node:os';
import { reasonOf } from '#server/base/errors.ts';
import { readConfig } from '#server/config/config.ts';
import { openMediaStore } from '#server/media/store/open-media-store.ts';
import { uploadWorkInProcess, type UploadJob, type UploadMessage } from './upload-work.ts';

// A process of its own: the server needs neither the memory nor the library of pictures, and outlives a file that breaks
// it. An editor waits for it, unlike for the media program.

/** A little behind visitors. */
const priority = 3;

os.setPriority(priority);
// A file that is being decoded ends no other way, and nobody waits for it.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The server stops its programs by itself.
process.on('SIGINT', () => {});

const sayEveryMs = 1_000;
let saidAt = -Infinity;

const tell = (message: UploadMessage) => process.send?.(message);
const store = openMediaStore(readConfig(process.env), () => {
  if (performance.now() < saidAt + sayEveryMs) return;
  saidAt = performance.now();
  tell({ isSending: true });
});
const work = uploadWorkInProcess(store);

process.on('message', (job: UploadJob) => {
  void answer(job).then(tell);
});

async function answer(job: UploadJob): Promise<UploadMessage> {
  const { id } = job;
  try {
    if (job.name === 'examine') return { id, value: await work.examine(job.sourceFile) };
    await work.store(job.media);
    return { id, value: null };
  } catch (error) {
    return { id, failure: reasonOf(error) };
  }
}
