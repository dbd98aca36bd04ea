import { describe, expect, onTestFinished, test } from 'vitest';
import { isOver, isoAt, never } from '#server/base/clock.ts';
import { renewLease, takeLease, type LeasedTable } from '#server/db/queries/lease.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';
import { listServing, noteServing } from '#server/db/open/serving-processes.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { noteDue } from '#server/features/edge/note-due.ts';
import { notePurges, openEdgeOutbox, registerEdges } from '#server/features/edge/purge-outbox.ts';
import { createAnswersUnderWay } from '#server/features/edge/answers-under-way.ts';
import { watchAnswers } from '#server/features/media-files/answered-lately.ts';
import { isAnythingNew, readingPoint, readSince } from '#server/media/title-font/read-titles.ts';
import { retiredSlices } from '#server/media/title-font/run-font-job.ts';
import { announceFiles, beginRemoval, isMediaJobDue, leaseMediaJob } from '#server/media/jobs/media-jobs.ts';
import { removeRetired } from '#server/media/jobs/remove-retired.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { anArticle, anAuthor, contentFolder } from '../helpers/content.ts';
import { engines, openTestDatabase, silentLog, temporaryFolder } from '../helpers/databases.ts';
import { aSettableClock, clockSteps, dayMs, hourMs, minuteMs } from '../helpers/settable-clock.ts';

const url = 'http://edge.example/';

describe.for(engines)('with a clock that somebody sets, on %s', (engine) => {
  describe.for(clockSteps)('by %i ms', (step) => {
    test('a cache in front is told what waits', async () => {
      const db = await openTestDatabase(engine);
      const clock = aSettableClock();
      const [one, other] = ['one', 'other'].map((holder) => openEdgeOutbox(db, url, holder));
      if (!one || !other) throw new Error('two were opened');
      await registerEdges(db, { urls: [url], siteKey: 's', now: clock.now() });
      await db.write.deleteFrom('edge_purges').execute();
      await notePurges(db, { urls: [url], keys: ['a'], at: [clock.now() + 8_000] });
      expect(await one.claim(clock.now())).toBe(true);
      await one.postpone(await one.list(clock.now()), () => 30_000, clock.now());
      clock.step(step);
      clock.pass(12 * minuteMs);
      const held = await other.claim(clock.now());
      expect(held).toBe(true);
      const { notes } = await other.list(clock.now());
      expect(notes).toContain('=a');
      clock.step(step);
      clock.pass(2 * minuteMs);
      expect(await one.claim(clock.now())).toBe(true);
    });

    test('what becomes due is noted for it, and what is not due any more', async () => {
      const db = await openTestDatabase(engine);
      const clock = aSettableClock();
      await registerEdges(db, { urls: [url], siteKey: 's', now: clock.now() });
      const files = {
        'authors/lin.md': anAuthor(),
        'articles/a.md': anArticle({ publishedAt: isoAt(clock.now() + hourMs / 2) }),
      };
      await importContent(contentFolder(files), db, folderStore(temporaryFolder()));
      const noted = async () => {
        await db.write.deleteFrom('edge_purges').execute();
        await noteDue(db, clock.now());
        const rows = await db.read.selectFrom('edge_purges').select('tag').execute();
        return rows.map(({ tag }) => tag);
      };
      clock.step(step);
      expect(await noted()).toEqual(step > 0 ? expect.arrayContaining(['article:a']) : ['*']);
      clock.step(-step);
      // By the clock that is right again it is not due, and cached answers say that it is.
      expect(await noted()).toEqual(step > 0 ? ['*'] : []);
      expect(await noted()).toEqual([]);
      clock.pass(hourMs);
      expect(await noted()).toContain('article:a');
    });

    test('jobs and leases come to an end', async () => {
      const db = await openTestDatabase(engine);
      const clock = aSettableClock();
      const { now } = clock;
      let leases = 0;
      await announceFiles(db, ['leased.webp'], now() - dayMs);
      const job = await leaseMediaJob(db, now());
      expect(job).not.toBeNull();
      const take = (table: LeasedTable, leaseMs: number) =>
        writeTransaction(db, (trx) =>
          takeLease(trx, { table, key: 1, nowMs: now(), leaseMs, holder: `${leases++}` }),
        );
      const jobs = [
        ['font_state', 10 * minuteMs],
        ['card_state', 5 * minuteMs],
        ['search_state', minuteMs],
      ] as const;
      const taken = [];
      for (const [table, leaseMs] of jobs) {
        taken.push(await take(table, leaseMs));
        expect(await take(table, leaseMs), table).toBeNull();
      }
      const build = taken.pop();
      const renew = async () => build && renewLease(db.write, build, { nowMs: now(), leaseMs: minuteMs });
      expect(await renew()).toBe(true);
      clock.step(step);
      clock.pass(12 * minuteMs);
      if (step > 0 || -step > dayMs) expect(await isMediaJobDue(db, now())).toBe(true);
      for (const [table, leaseMs] of jobs) expect(await take(table, leaseMs), table).not.toBeNull();
      expect(await renew()).toBe(false);
      clock.pass(dayMs + minuteMs);
      expect(await isMediaJobDue(db, now())).toBe(true);
      expect(await leaseMediaJob(db, now())).not.toBeNull();
    });

    test('work that is put off for good stays so', async () => {
      const db = await openTestDatabase(engine);
      const clock = aSettableClock();
      await db.write.insertInto('media_jobs').values({ file: 'a.jpg', run_at: never }).execute();
      clock.step(step);
      expect(await isMediaJobDue(db, clock.now())).toBe(false);
      expect(isOver(never, clock.now(), dayMs)).toBe(false);
    });

    test('whoever brings a picture back waits for no removal that is long over', async () => {
      const db = await openTestDatabase(engine);
      const clock = aSettableClock();
      await announceFiles(db, ['gone.webp'], clock.now() - dayMs);
      const job = await leaseMediaJob(db, clock.now());
      if (job === null) throw new Error('there is a job');
      expect(await beginRemoval(db, job, clock.now())).not.toBeNull();
      clock.step(step);
      clock.pass(4 * minuteMs);
      // Would look again and again.
      await announceFiles(db, ['gone.webp'], clock.now());
    });

    test('titles and cards that are written afterwards are made', async () => {
      const db = await openTestDatabase(engine);
      // Earlier writes were dated by the clock of the machine.
      const clock = aSettableClock(new Date().toISOString());
      const write = (id: string) =>
        importContent(
          contentFolder({ [`authors/${id}.md`]: anAuthor() }),
          db,
          folderStore(temporaryFolder()),
        );
      await write('one');
      clock.pass(minuteMs);
      const before = await readingPoint(db, clock.now());
      clock.step(step);
      await db.write
        .updateTable('entries')
        .set({ changed_at: isoAt(clock.now()) })
        .where('id', '=', 'one')
        .execute();
      const read = await readingPoint(db, clock.now());
      expect(await isAnythingNew(db.read, before, clock.now())).toBe(true);
      clock.step(-step);
      clock.pass(minuteMs);
      await write('two');
      expect(await isAnythingNew(db.read, read, clock.now())).toBe(true);
      const since = readSince(read, clock.now());
      const again = await readingPoint(db, clock.now());
      const rows = await db.read
        .selectFrom('entries')
        .select(['id', 'changed_at'])
        .where('kind', '=', 'authors')
        .execute();
      expect(rows.filter(({ changed_at }) => changed_at >= since).map(({ id }) => id)).toContain('two');
      expect(await isAnythingNew(db.read, again, clock.now())).toBe(false);
    });

    test('files that nothing names are removed within twice their time', async () => {
      const db = await openTestDatabase(engine);
      const clock = aSettableClock();
      const row = { file: 'a.woff2', characters: '茶', position: 0, retired_at: isoAt(clock.now()) };
      await db.write.insertInto('font_slices').values(row).execute();
      const left = async () => {
        await removeRetired(retiredSlices, { db, store: folderStore(temporaryFolder()), clock });
        return (await db.read.selectFrom('font_slices').select('file').execute()).length;
      };
      expect(await left()).toBe(1);
      clock.step(step);
      clock.pass(14 * dayMs + hourMs);
      expect(await left()).toBe(0);
    });

    test('a process that serves is known, and one that has ended is not', async () => {
      const db = await openTestDatabase(engine);
      const clock = aSettableClock();
      const tools = { db, clock, log: silentLog, steps: [], madeBy: 'test' };
      const ended = await noteServing(tools);
      onTestFinished(() => ended.close());
      clock.step(step);
      clock.pass(6 * minuteMs);
      expect(await listServing(db.read, clock.now())).toEqual([]);
      const serving = await noteServing(tools);
      onTestFinished(() => serving.close());
      expect(await listServing(db.read, clock.now())).toHaveLength(1);
    });

    test('what waits in memory waits by the time that goes by', () => {
      const clock = aSettableClock();
      const underWay = createAnswersUnderWay(clock);
      underWay.note('a', [1]);
      const store = watchAnswers('store', { clock, log: silentLog });
      store.failed(new Error('away'));
      clock.step(step);
      expect(store.mayAsk()).toBe(false);
      clock.pass(10_000);
      expect(store.mayAsk()).toBe(true);
      underWay.change('everything');
      expect(underWay.takeOvertaken()).toEqual([]);
    });
  });
});
