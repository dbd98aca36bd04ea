import { expect, test } from 'vitest';
import { isoAt } from '#server/base/clock.ts';
import { importContent } from '#server/features/import-export/import-content.ts';
import { noteDue } from '#server/features/edge/note-due.ts';
import { noteReplaced, openEdgeOutbox, registerEdges } from '#server/features/edge/purge-outbox.ts';
import { createPurger } from '#server/features/edge/purger.ts';
import { tags } from '#server/freshness/tags.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { anArticle, anAuthor, contentFolder } from '../helpers/content.ts';
import { engines, openTestDatabase, silentLog, temporaryFolder } from '../helpers/databases.ts';
import { aClockAt } from '../helpers/site.ts';
import { afterFirstQuery } from '../helpers/stored-pages.ts';

const url = 'http://edge.example/';
const clockAt = () => aClockAt('2026-11-20T04:00:00.000Z');

test.for(engines)('who could not tell the edge on %s knows when another has told it', async (engine) => {
  const db = await openTestDatabase(engine);
  const clock = clockAt();
  await registerEdges(db, { urls: [url], siteKey: 's1', now: clock.now() });
  const purge = { urls: [url], secret: 'secret', header: null, maxKeys: 10 };
  const purgerOf = (holder: string, status: number) =>
    createPurger({
      ...{ url, purge, clock, log: silentLog, outbox: openEdgeOutbox(db, url, holder) },
      fetch: async () => new Response(null, { status }),
    });
  const [first, second] = [purgerOf('first', 503), purgerOf('second', 200)];
  expect(await first.work()).toBe(false);
  expect(first.state.failingSince).not.toBeNull();
  clock.set('2026-11-20T04:00:30.000Z');
  expect(await second.work()).toBe(true);
  expect(await first.work()).toBe(true);
  expect(first.state.failingSince).toBeNull();
});

test.for(engines)(
  'a process on %s that another build replaces has its own pages forgotten',
  async (engine) => {
    const db = await openTestDatabase(engine);
    const now = clockAt().now();
    const noted = () => db.read.selectFrom('edge_purges').select(['tag', 'due_at']).orderBy('id').execute();
    await registerEdges(db, { urls: [url], siteKey: 's1', now });
    await db.write.deleteFrom('edge_purges').execute();
    await noteReplaced(db, { urls: [url], siteKey: 's1', now });
    expect(await noted()).toEqual([]);
    await registerEdges(db, { urls: [url], siteKey: 's2', now });
    await db.write.deleteFrom('edge_purges').execute();
    await noteReplaced(db, { urls: [url], siteKey: 's1', now });
    expect(await noted()).toEqual([now, now + 10_000].map((ms) => ({ tag: '=s1', due_at: isoAt(ms) })));
  },
);

test.for(engines)('what becomes due on %s is noted by one of two processes', async (engine) => {
  const db = await openTestDatabase(engine);
  const clock = clockAt();
  await importContent(
    contentFolder({
      'authors/lin.md': anAuthor(),
      'articles/later.md': anArticle({ publishedAt: '2026-11-20T04:00:30.000Z' }),
    }),
    db,
    folderStore(temporaryFolder()),
  );
  await registerEdges(db, { urls: [url], siteKey: 's1', now: clock.now() });
  await db.write.deleteFrom('edge_purges').execute();
  clock.set('2026-11-20T04:01:00.000Z');
  const both = Promise.withResolvers<void>();
  let read = 0;
  /** Another process, which goes on when both have read how far that was noted. */
  const processOf = () => {
    const meet = async () => {
      if ((read += 1) === 2) both.resolve();
      await both.promise;
    };
    const plugin = afterFirstQuery([meet]);
    return { ...db, read: db.read.withPlugin(plugin), write: db.write.withPlugin(plugin) };
  };
  const processes = [processOf(), processOf()];
  await Promise.all(processes.map((own) => noteDue(own, clock.now())));
  const noted = await db.read.selectFrom('edge_purges').select('tag').execute();
  expect(noted).toContainEqual({ tag: tags.article('later') });
  expect(noted).toHaveLength(new Set(noted.map(({ tag }) => tag)).size);
  expect(await noteDue(db, clock.now())).toBe(false);
});

test.runIf(engines.includes('postgres'))(
  'a new edge is told everything again on PostgreSQL, where a write may have begun before it was known',
  async () => {
    const db = await openTestDatabase('postgres');
    const now = clockAt().now();
    await registerEdges(db, { urls: [url], siteKey: 's1', now });
    const rows = await db.read.selectFrom('edge_purges').select(['tag', 'due_at']).orderBy('id').execute();
    expect(rows.map(({ tag }) => tag)).toEqual(['*', '*', '*']);
    expect(rows.map(({ due_at }) => due_at)).toEqual(['', isoAt(now + 60_000), isoAt(now + 600_000)]);
  },
);

test.for(engines)('however long the edge is away, what waits for it on %s stays small', async (engine) => {
  const db = await openTestDatabase(engine);
  const clock = clockAt();
  await registerEdges(db, { urls: [url], siteKey: 's1', now: clock.now() });
  await db.write.deleteFrom('edge_purges').execute();
  const told: string[][] = [];
  let isAway = true;
  const purger = createPurger({
    ...{ url, clock, log: silentLog, outbox: openEdgeOutbox(db, url, 'one') },
    purge: { urls: [url], secret: 'secret', header: null, maxKeys: 5_000 },
    fetch: async (_address, { body } = {}) => {
      if (isAway) {
        // Written while it is being told: that is not told with what was listed before.
        await announce(['product:p0']);
        return new Response(null, { status: 503 });
      }
      told.push(JSON.parse(String(body)).tags);
      return new Response(null, { status: 200 });
    },
  });
  const announce = (names: readonly string[]) =>
    db.write
      .insertInto('edge_purges')
      .values(names.map((tag) => ({ edge: url, tag })))
      .execute();
  const waiting = async () =>
    (await db.read.selectFrom('edge_purges').select('tag').orderBy('id').execute()).map(({ tag }) => tag);
  const names = Array.from({ length: 40 }, (_, n) => `product:p${n}`);

  for (let round = 0; round < 8; round += 1) {
    for (let again = 0; again < 20; again += 1) await announce(names);
    expect(await purger.work()).toBe(false);
    expect((await waiting()).toSorted()).toEqual(['product:p0', ...names].toSorted());
    clock.set(isoAt(clock.now() + 60_000));
  }
  // From 2,000 on it is everything, and stays so.
  await announce(Array.from({ length: 1_000 }, (_, n) => `article:a${n}`));
  await announce(Array.from({ length: 1_000 }, (_, n) => `article:b${n}`));
  expect(await purger.work()).toBe(false);
  expect((await waiting()).toSorted()).toEqual(['*', 'product:p0']);
  clock.set(isoAt(clock.now() + 60_000));
  await announce(names);
  expect(await purger.work()).toBe(false);
  expect((await waiting()).toSorted()).toEqual(['*', 'product:p0']);
  clock.set(isoAt(clock.now() + 60_000));

  isAway = false;
  expect(await purger.work()).toBe(true);
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('all');
  expect(await waiting()).toEqual([]);
});
