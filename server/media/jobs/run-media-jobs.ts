import type { Clock } from '#server/base/clock.ts';
import { findStorageTrouble } from '#server/db/dialects/storage-trouble.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import type { Log } from '#server/base/log.ts';
import { readSettings } from '../title-font/read-titles.ts';
import { makeLateFiles, makeServedFiles } from '../pictures/make-pictures.ts';
import { isRecording } from '../pictures/picture-names.ts';
import { makeSiteIcons } from '../pictures/site-icons.ts';
import { findTone } from '../pictures/picture-tone.ts';
import { DamagedFileError, MediaStoreError } from '../store/store-error.ts';
import { readOriginal, removePicture, type MediaStore } from '../store/media-store.ts';
import {
  beginRemoval,
  deferMediaJob,
  endMediaJob,
  releaseMediaJob,
  postponeMediaJob,
  leaseMediaJob,
  type MediaJob,
} from './media-jobs.ts';

interface Options {
  db: Database;
  store: MediaStore;
  clock: Clock;
  log: Log;
  /** Aborted when the process must stop: the job at hand is released. */
  signal?: AbortSignal;
  /** Work that must not wait until all pictures are made, which may take hours: done before each of them. */
  first?: () => Promise<void>;
}

/** Does the jobs that are due, one picture after the other, until none is left. */
export async function runMediaJobs({ db, store, clock, log, signal, first }: Options): Promise<void> {
  while (!signal?.aborted) {
    await first?.();
    const job = await leaseMediaJob(db, clock.now());
    if (job === null) return;
    const current = { ...job };
    try {
      await untilAborted(doJob(current, { db, store, clock }), signal);
    } catch (error) {
      // Not a file that is being removed at this moment: its lease ends by itself.
      if (signal?.aborted) return releaseMediaJob(db, job);
      const isAway = error instanceof MediaStoreError && !(error instanceof DamagedFileError);
      if (isAway || findStorageTrouble(error) !== null) {
        await deferMediaJob(db, current, clock.now());
        const reason = isAway ? 'the media store' : 'the disk or the database';
        log.warn({ err: error, file: job.file }, `pictures wait for ${reason}`);
        return;
      }
      const willTryAgain = await postponeMediaJob(db, current, clock.now());
      log.error({ err: error, file: job.file, willTryAgain }, 'the files of a picture could not be made');
    }
  }
}

type Tools = Pick<Options, 'db' | 'store' | 'clock'>;

async function doJob(job: MediaJob, { db, store, clock }: Tools): Promise<void> {
  const picture = await db.read
    .selectFrom('media')
    .select(['file', 'served', 'single_of', 'width', 'height'])
    .where('file', '=', job.file)
    .limit(1)
    .executeTakeFirst();
  if (!picture) {
    const lease = await beginRemoval(db, job, clock.now());
    if (lease === null) return;
    job.lease = lease;
    // An import that brings the picture back waits meanwhile, and then writes them anew.
    await removePicture(store, job.file);
    await writeTransaction(db, (trx) => endMediaJob(trx, job));
    return;
  }

  const { width, height } = picture;
  let hasRasters = false;
  let tone: string | null = null;
  if (width !== null && height !== null && !isRecording(picture.file)) {
    const data = await readOriginal(store, picture.file);
    if (picture.single_of !== null) {
      await makeServedFiles(data, { ...picture, width, height }, store);
      await showCopies(db, picture);
    }
    ({ hasRasters } = await makeLateFiles(data, { ...picture, width, height }, store));
    tone = await findTone(data);
    if (await isLogo(db, picture.file)) await makeSiteIcons(data, picture.file, store);
  }
  await writeTransaction(db, async (trx) => {
    if (!(await endMediaJob(trx, job))) return;
    const { file, served } = picture;
    await trx
      .updateTable('media')
      .set({ finished_of: served, rasters_of: hasRasters ? file : null, tone })
      .where('file', '=', file)
      .where('served', '=', served)
      .execute();
  });
}

/** Lets pages name the small copies, seconds before the files that take long. */
async function showCopies(db: Database, { file, served }: { file: string; served: string }): Promise<void> {
  await writeTransaction(db, (trx) =>
    trx
      .updateTable('media')
      .set({ single_of: null })
      .where('file', '=', file)
      .where('served', '=', served)
      .execute(),
  );
}

/** Whether the file is the logo: a logo chosen in the edit area has no icons yet, and no request waits for them. */
async function isLogo(db: Database, file: string): Promise<boolean> {
  const { logo } = await readSettings(db.read);
  if (logo === undefined) return false;
  const picture = await db.read
    .selectFrom('media')
    .select('file')
    .where('path', '=', logo)
    .executeTakeFirst();
  return picture?.file === file;
}

async function untilAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return work;
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  try {
    await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
