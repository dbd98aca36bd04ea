import { expect, test } from 'vitest';
import { isoAt } from '#server/clock.ts';
import { importContent } from '#server/features/content/import-content.ts';
import { noteDue, noteReplaced, openEdgeOutbox, registerEdges } from '#server/features/edge/purge-outbox.ts';
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
