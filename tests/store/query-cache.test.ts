import { expect, test } from 'vitest';
import { createRecentChanges } from '#server/freshness/changes/recent-changes.ts';
import type { ChangeFeed } from '#server/freshness/changes/change-feed.ts';
import type { ChangedTags } from '#server/freshness/changes/change-source.ts';
import { createReadGuards } from '#server/freshness/read-guard.ts';
import { createQueryCache, maxCachedQueries, type CachedQuery } from '#server/freshness/query-cache.ts';
import { createTaggedCache } from '#server/freshness/tagged-cache.ts';
import { createReader, type Reader } from '#server/freshness/reader.ts';
import { tags, type Tag } from '#server/freshness/tags.ts';
import { openTestDatabase } from '../helpers/databases.ts';
import { aClockAt } from '../helpers/site.ts';

/** A feed whose news and health the test decides. */
function aFeed() {
  const listeners: ((changed: ChangedTags) => void)[] = [];
  const report = (changed: ChangedTags) => {
    for (const listener of listeners) listener(changed);
  };
  const state = { isTrusted: true };
  const feed: ChangeFeed = {
    catchUp: () => state.isTrusted,
    settle: async () => state.isTrusted,
    askForNews: () => null,
    catchUpForTurn: () => state.isTrusted,
    subscribe(listener) {
      listeners.push(listener);
      return () => {};
    },
    async close() {},
  };
  return {
    feed,
    state,
    change: (...changed: Tag[]) => report(changed),
    changeEverything: () => report('everything'),
  };
}

async function aSetting() {
  const news = aFeed();
  const clock = aClockAt('2026-11-20T04:00:00.000Z');
  const recentChanges = createRecentChanges(news.feed);
  const kept = createTaggedCache<CachedQuery>({
    feed: news.feed,
    recentChanges,
    clock,
    maxBytes: maxCachedQueries,
  });
  const queryCache = createQueryCache(kept, createReadGuards(news.feed, recentChanges));
  const db = await openTestDatabase('sqlite');
  const newReader = (now = '2026-11-20T04:00:00.000Z') => {
    clock.set(now);
    return createReader({ db: db.read, now, basePath: '/', queryCache });
  };
  let reads = 0;
  const read = async (reader: Reader) => {
    reader.dependsOn(tags.products);
    reads += 1;
    return reads;
  };
  return { ...news, newReader, read };
}

test('an answer is read once, and every page that uses it depends on what it read', async () => {
  const { newReader, read } = await aSetting();
  expect(await newReader().cached('count', read)).toBe(1);
  const second = newReader();
  expect(await second.cached('count', read)).toBe(1);
  expect([...second.tags]).toEqual([tags.products]);
  expect(await newReader().cached('another', read)).toBe(2);
});

test('a change of what it read makes it be read anew, another change does not', async () => {
  const { newReader, read, change, changeEverything } = await aSetting();
  await newReader().cached('count', read);
  change(tags.article('spring'));
  expect(await newReader().cached('count', read)).toBe(1);
  change(tags.products);
  expect(await newReader().cached('count', read)).toBe(2);
  changeEverything();
  expect(await newReader().cached('count', read)).toBe(3);
});

test('an answer during whose reading something changed is not kept', async () => {
  const { newReader, read, change } = await aSetting();
  const raced = async (reader: Reader) => {
    const value = await read(reader);
    change(tags.products);
    return value;
  };
  expect(await newReader().cached('count', raced)).toBe(1);
  expect(await newReader().cached('count', read)).toBe(2);
});

test('while changes may be missed nothing is kept and nothing kept is used', async () => {
  const { newReader, read, state } = await aSetting();
  await newReader().cached('count', read);
  state.isTrusted = false;
  expect(await newReader().cached('count', read)).toBe(2);
  expect(await newReader().cached('count', read)).toBe(3);
});

test('what an answer within an answer read counts for both', async () => {
  const { newReader, read, change } = await aSetting();
  const outer = (reader: Reader) => reader.cached('inner', read);
  expect(await newReader().cached('outer', outer)).toBe(1);
  change(tags.products);
  expect(await newReader().cached('outer', outer)).toBe(2);
});

test('an answer that is right until a moment is kept until then, and the pages that use it are too', async () => {
  const { newReader, read } = await aSetting();
  const noon = '2026-11-20T12:00:00.000Z';
  const untilNoon = (reader: Reader) => {
    reader.expiresAt(noon);
    return read(reader);
  };
  const morning = newReader('2026-11-20T11:59:59.999Z');
  expect(await morning.cached('age', untilNoon)).toBe(1);
  expect(morning.validUntil).toBe(noon);
  const later = newReader('2026-11-20T11:59:59.999Z');
  expect(await later.cached('age', untilNoon)).toBe(1);
  expect(later.validUntil).toBe(noon);
  expect(await newReader(noon).cached('age', untilNoon)).toBe(2);
});
