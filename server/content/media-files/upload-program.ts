import '#server/base/source-lines.ts';
import os from 'node:os';
import { reasonOf } from '#server/base/errors.ts';
import { readConfig } from '#server/config/config.ts';
import { openMediaStore } from '#server/media/store/open-media-store.ts';
import { uploadWorkInProcess, type UploadJob, type UploadJobAnswer } from './upload-work.ts';

// A process of its own: the server needs neither the memory nor the library of pictures, and outlives a file that breaks
// it. An editor waits for it, unlike for the media program.

/** A little behind visitors. */
const priority = 3;

os.setPriority(priority);
// A file that is being decoded ends no other way, and nobody waits for it.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The server stops its programs by itself.
process.on('SIGINT', () => {});

const work = uploadWorkInProcess(openMediaStore(readConfig(process.env)));

process.on('message', (job: UploadJob) => {
  void answer(job).then((answered) => process.send?.(answered));
});

async function answer(job: UploadJob): Promise<UploadJobAnswer> {
  try {
    if (job.name === 'examine') return { value: await work.examine(job.sourceFile) };
    await work.store(job.media);
    return { value: null };
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}
