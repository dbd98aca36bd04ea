import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createClock, isoAt, systemClock } from '#server/base/clock.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { hourMs } from '#server/base/durations.ts';
import {
  announceFiles,
  beginRemoval,
  endMediaJob,
  leaseMediaJob,
  type MediaJob,
} from '#server/media/jobs/media-jobs.ts';
import { runMediaJobs } from '#server/media/jobs/run-media-jobs.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { aDrawing, anAuthor, filesIn } from '../helpers/content.ts';
import { engines, silentLog } from '../helpers/databases.ts';
import { openPictureStore, picture } from '../helpers/picture-store.ts';
import { aClockAt } from '../helpers/site.ts';
import { afterFirstQuery } from '../helpers/stored-pages.ts';
import { watchWaitingWrites } from '../helpers/waiting-writes.ts';

describe.for(engines)('what takes long on %s', (engine) => {
  test('is made later, by one process for each picture', async () => {
    const store = await openPictureStore(engine);
    await store.import({
      'media/a.jpg': await picture(400, 300).jpeg().toBuffer(),
      'media/b.jpg': await picture(700, 400).jpeg().toBuffer(),
      'media/c.svg': aDrawing,
    });
    expect(store.served().filter((name) => /avif|card/.test(name))).toEqual([]);
    await Promise.all([store.work(), store.work()]);
    const late = store.served().filter((name) => /avif|card/.test(name));
    // The first picture is too small for a card.
    expect(late.map((name) => path.basename(name)).sort()).toEqual([
      '320.avif',
      '320.avif',
      '320.avif',
      '400.avif',
      '640.avif',
      '640.avif',
      '700.avif',
      'card.jpg',
      'card.jpg',
    ]);
    expect(await store.jobs()).toEqual([]);
    const unfinished = await store.db.read
      .selectFrom('media')
      .select('path')
      .whereRef('finished_of', '=', 'served')
      .execute();
    expect(unfinished).toHaveLength(3);
  });

  test('is made by another process when the first one died, after a while', async () => {
    const store = await openPictureStore(engine);
    await store.import({ 'media/a.jpg': await picture(400, 300).jpeg().toBuffer() });
    const clock = aClockAt('2030-01-01T00:00:00Z');
    expect(await leaseMediaJob(store.db, clock.now())).not.toBeNull();
    await store.work(clock);
    expect((await store.row()).finished_of).toBeNull();
    clock.set('2030-01-01T00:11:00Z');
    await store.work(clock);
    expect((await store.row()).finished_of).toBe((await store.row()).served);
  });

  test('is not ended by a process whose time was over', async () => {
    const { db, ...store } = await openPictureStore(engine);
    await store.import({ 'media/a.jpg': await picture(400, 300).jpeg().toBuffer() });
    const startedAt = Date.parse('2030-01-01T00:00:00Z');
    const slow = await leaseMediaJob(db, startedAt);
    const next = await leaseMediaJob(db, startedAt + hourMs);
    const end = (job: MediaJob | null) => writeTransaction(db, async (trx) => job && endMediaJob(trx, job));
    expect(await end(slow)).toBe(false);
    expect(await store.jobs()).toHaveLength(1);
    expect(await end(next)).toBe(true);
    expect(await store.jobs()).toEqual([]);
  });

  test('an import that brings a picture back waits while its files are removed', async () => {
    const { db, dataDir, ...store } = await openPictureStore(engine);
    const files = { 'media/a.jpg': await picture(700, 400).jpeg().toBuffer() };
    await store.import(files);
    const before = store.served();
    await store.import({ 'authors/lin.md': anAuthor() }, { prune: true });
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const folder = folderStore(dataDir);
    const slow = {
      ...folder,
      async removeFolder(name: string) {
        begun.resolve();
        await gate.promise;
        await folder.removeFolder(name);
      },
    };
    // A day later, by the clock of the import too.
    await db.write.updateTable('media_jobs').set({ run_at: '' }).execute();
    const removing = runMediaJobs({ db, store: slow, clock: systemClock, log: silentLog });
    await begun.promise;
    const writes = watchWaitingWrites(db);
    const importing = store.import(files);
    // It has looked whether it may begin, and looks again.
    await Promise.race([importing, expect.poll(writes.asked).toBeGreaterThan(1)]);
    gate.resolve();
    await Promise.all([importing, removing]);
    expect(store.served()).toEqual(before);
    expect(readdirSync(path.join(dataDir, 'originals'))).toHaveLength(1);
  });

  test('a removal that died is done again after a while, and an import does not wait for it longer', async () => {
    const { db, dataDir, ...store } = await openPictureStore(engine);
    await store.import({ 'media/a.jpg': await picture(320, 200).jpeg().toBuffer() });
    await store.import({ 'authors/lin.md': anAuthor() }, { prune: true });
    const clock = aClockAt('2040-01-01T00:00:00Z');
    const job = await leaseMediaJob(db, clock.now());
    expect(job && (await beginRemoval(db, job, clock.now()))).not.toBeNull();
    await store.work(clock);
    expect(await store.jobs()).toHaveLength(1);
    clock.set('2040-01-01T00:03:00Z');
    await announceFiles(db, [job?.file ?? ''], clock.now());
    clock.set('2040-01-02T00:04:00Z');
    await store.work(clock);
    expect(await store.jobs()).toEqual([]);
    expect(readdirSync(path.join(dataDir, 'originals'))).toEqual([]);
  });

  test('is left for the next process when this one must stop', async () => {
    const store = await openPictureStore(engine);
    await store.import({ 'media/a.jpg': await picture(400, 300).jpeg().toBuffer() });
    const stopping = new AbortController();
    const clock = aClockAt('2030-01-01T00:00:00Z');
    // The word comes while the job is being taken.
    const stoppingClock = createClock(() => {
      stopping.abort();
      return clock.now();
    });
    const { db, dataDir } = store;
    await runMediaJobs({
      db,
      store: folderStore(dataDir),
      clock: stoppingClock,
      log: silentLog,
      signal: stopping.signal,
    });
    // Nothing is held any longer: it was given back, or was finished at that very moment.
    expect((await store.jobs()).filter((job) => job.run_at !== '')).toEqual([]);
    await store.work(clock);
    expect(await store.jobs()).toEqual([]);
  });

  test('is tried three times when it fails, and holds nothing else up', async () => {
    const store = await openPictureStore(engine);
    await store.import({
      'media/a.jpg': await picture(400, 300).jpeg().toBuffer(),
      'media/b.jpg': await picture(200, 300).jpeg().toBuffer(),
    });
    const { file } = await store.row();
    rmSync(path.join(store.dataDir, 'originals', file));
    const clock = aClockAt('2030-01-01T00:00:00Z');
    for (const tries of [[1], [2], []]) {
      await store.work(clock);
      expect((await store.jobs()).map((job) => job.tries)).toEqual(tries);
      clock.set(isoAt(clock.now() + 3 * hourMs));
    }
    const rows = await store.db.read.selectFrom('media').select('finished_of').orderBy('path').execute();
    expect(rows.map((row) => row.finished_of === null)).toEqual([true, false]);
  });

  test('waits while the disk is full, and is not given up', async () => {
    const { db, dataDir, ...store } = await openPictureStore(engine);
    await store.import({ 'media/a.jpg': await picture(400, 300).jpeg().toBuffer() });
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const fullStore = { ...folderStore(dataDir), put: () => Promise.reject(full) };
    const clock = aClockAt('2030-01-01T00:00:00Z');
    for (let rounds = 0; rounds < 4; rounds += 1) {
      await runMediaJobs({ db, store: fullStore, clock, log: silentLog });
      expect((await store.jobs()).map(({ tries }) => tries)).toEqual([0]);
      clock.set(isoAt(clock.now() + 3 * hourMs));
    }
    await store.work(clock);
    expect((await store.row()).finished_of).toBe((await store.row()).served);
  });

  test('is made last, after the small copies of uploads, however many of those were given up', async () => {
    const { db, ...store } = await openPictureStore(engine);
    const facts = { served: '', content_type: 'image/jpeg', bytes: 1, width: 1, height: 1, single_of: '' };
    const names = Array.from({ length: 100 }, (_, n) => ({ path: `media/${n}.jpg`, file: `-${n}.jpg` }));
    await db.write
      .insertInto('media')
      .values(names.map((name) => ({ ...name, ...facts })))
      .execute();
    await db.write.deleteFrom('media_jobs').execute();
    await store.import({
      'media/a.jpg': await picture(400, 300).jpeg().toBuffer(),
      'media/b.jpg': await picture(200, 300).jpeg().toBuffer(),
    });
    const uploaded = db.read.selectFrom('media').select(['file', 'served']).where('path', '=', 'media/b.jpg');
    const { file, served } = await uploaded.executeTakeFirstOrThrow();
    await db.write.updateTable('media').set({ single_of: served }).where('file', '=', file).execute();
    await db.write
      .updateTable('media_jobs')
      .set({ run_at: '2029-01-01T00:00:00.000Z' })
      .where('file', '=', file)
      .execute();
    expect((await leaseMediaJob(db, Date.parse('2030-01-01T00:00:00Z')))?.file).toBe(file);
  });

  test('is made anew when the picture is replaced, and what was made of the old one goes after a day', async () => {
    const store = await openPictureStore(engine);
    await store.import({ 'media/a.jpg': await picture(400, 300).jpeg().toBuffer() });
    const soon = aClockAt(isoAt(Date.now()));
    await store.work(soon);
    const old = await store.row();
    await store.import({ 'media/a.jpg': await picture(300, 300).jpeg().toBuffer() });
    expect((await store.row()).finished_of).not.toBe((await store.row()).served);
    await store.work(soon);
    expect((await store.row()).finished_of).toBe((await store.row()).served);
    // Pages that are open, and other sites, still ask for it.
    expect(store.served()).toContain(old.served);
    const tomorrow = aClockAt(isoAt(Date.now() + 25 * hourMs));
    await store.work(tomorrow);
    expect(store.served()).not.toContain(old.served);
    expect(readdirSync(path.join(store.dataDir, 'originals'))).toEqual([(await store.row()).file]);
    expect(await store.jobs()).toEqual([]);
  });

  test('goes when the picture goes, but not when it comes back before', async () => {
    const store = await openPictureStore(engine);
    const files = { 'media/a.jpg': await picture(400, 300).jpeg().toBuffer(), 'media/b.svg': aDrawing };
    const tomorrow = aClockAt(isoAt(Date.now() + 25 * hourMs));
    await store.import(files);
    await store.work(tomorrow);
    const all = filesIn(store.dataDir);
    await store.import({ 'authors/lin.md': anAuthor() }, { prune: true });
    await store.import(files);
    await store.work(tomorrow);
    expect(filesIn(store.dataDir)).toEqual(all);
    await store.import({ 'authors/lin.md': anAuthor() }, { prune: true });
    await store.work(tomorrow);
    expect(filesIn(store.dataDir)).toEqual({});
  });
});

test.runIf(engines.includes('postgres'))(
  'of two processes on PostgreSQL that look at the same moment one gets the job',
  async () => {
    const { db, ...store } = await openPictureStore('postgres');
    await store.import({ 'media/a.jpg': await picture(400, 300).jpeg().toBuffer() });
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const lease = (onSeen: () => Promise<void>) => {
      const write = db.write.withPlugin(afterFirstQuery([onSeen]));
      return leaseMediaJob({ ...db, write }, Date.now());
    };
    const leases = [
      lease(async () => {
        first.resolve();
        await second.promise;
      }),
      first.promise.then(() => lease(async () => second.resolve())),
    ];
    expect((await Promise.all(leases)).filter((job) => job !== null)).toHaveLength(1);
  },
);
