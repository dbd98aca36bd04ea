import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { Clock } from '#server/base/clock.ts';
import { runMediaJobs } from '#server/media/jobs/run-media-jobs.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { filesIn } from './content.ts';
import { openContentStore } from './content-store.ts';
import { silentLog, type EngineName } from './databases.ts';
import { aClockAt } from './site.ts';

/** A picture of one colour. */
export function picture(width: number, height: number, background = '#3a7'): Sharp {
  return sharp({ create: { width, height, channels: 4, background } });
}

/** A database and a data folder, with what becomes of pictures in them. */
export async function openPictureStore(engine: EngineName = 'sqlite') {
  const store = await openContentStore(engine);
  const { db, dataDir, mediaDir } = store;
  return {
    ...store,
    /** Does what is due. */
    work: (clock: Clock = aClockAt('2030-01-01T00:00:00Z')) =>
      runMediaJobs({ db, store: folderStore(dataDir), clock, log: silentLog }),
    served: () => Object.keys(filesIn(mediaDir)),
    row: () => db.read.selectFrom('media').selectAll().executeTakeFirstOrThrow(),
    jobs: () => db.read.selectFrom('media_jobs').selectAll().execute(),
    read: (name: string) => readFileSync(path.join(mediaDir, name)),
  };
}
