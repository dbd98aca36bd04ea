import { expect, test } from 'vitest';
import { createRecentChanges } from '#server/freshness/changes/recent-changes.ts';
import type { ChangeFeed } from '#server/freshness/changes/change-feed.ts';
import type { ChangedTags } from '#server/freshness/changes/change-source.ts';
import { createTaggedCache, type TaggedCache } from '#server/freshness/tagged-cache.ts';
import { tagNumber, tagNumbers, tags, type Tag } from '#server/freshness/tags.ts';
import { aClockAt } from '../helpers/site.ts';

const watch = { isUntouched: () => true, isStillValid: () => true };

function aSetting({ maxBytes = 1000 } = {}) {
  const listeners: ((changed: ChangedTags) => void)[] = [];
  const feed: ChangeFeed = {
    catchUp: () => true,
    settle: async () => true,
    askForNews: () => null,
    catchUpForTurn: () => true,
    subscribe(listener) {
      listeners.push(listener);
      return () => {};
    },
    close: async () => {},
  };
  const clock = aClockAt('2026-11-20T00:00:00Z');
  const kept = createTaggedCache<string>({ feed, recentChanges: createRecentChanges(feed), clock, maxBytes });
  const report = (changed: ChangedTags) => {
    for (const listener of listeners) listener(changed);
  };
  return { kept, report, change: (...changed: Tag[]) => report(changed) };
}

function keep(kept: TaggedCache<string>, key: string, read: Tag[], bytes = 1): void {
  kept.keep(key, { value: key, tags: tagNumbers(read), validUntil: null, bytes }, watch);
}

test('an answer is kept until one of its tags changes, however often others do', () => {
  const { kept, change } = aSetting();
  keep(kept, 'a', [tags.site, tags.product('a')]);
  keep(kept, 'b', [tags.site, tags.product('b')]);
  change(tags.product('b'), tags.products);
  expect(kept.find('a')?.value).toBe('a');
  expect(kept.find('b')).toBeNull();
  keep(kept, 'b', [tags.site, tags.product('b')]);
  expect(kept.find('b')?.value).toBe('b');
  change(tags.product('a'));
  change(tags.product('c'));
  expect(kept.find('a')).toBeNull();
  change(tags.site);
  expect(kept.find('b')).toBeNull();
});

test('what changed before the answer was kept does not matter to it', () => {
  const { kept, change } = aSetting();
  change(tags.product('a'));
  keep(kept, 'a', [tags.product('a')]);
  change(tags.product('b'));
  expect(kept.find('a')?.value).toBe('a');
});

test('more changes than are remembered drop what they change, and nothing that is asked for meanwhile', () => {
  const { kept, change } = aSetting();
  keep(kept, 'first', [tags.product('7')]);
  keep(kept, 'last', [tags.product('69999')]);
  keep(kept, 'asked for', [tags.site]);
  for (let n = 0; n < 70_000; n += 1) {
    change(tags.product(`${n}`));
    if (n % 10_000 === 9_999) expect(kept.find('asked for')?.value, String(n)).toBe('asked for');
  }
  expect(kept.find('first')).toBeNull();
  expect(kept.find('last')).toBeNull();
});

test('of changes that were forgotten nothing is right any more', () => {
  const { kept, change } = aSetting();
  keep(kept, 'a', [tags.product('a')]);
  change(tags.product('a'));
  for (let n = 0; n < 70_000; n += 1) change(tags.product(`${n}`));
  expect(kept.find('a')).toBeNull();
});

test('after news was missed nothing is left', () => {
  const { kept, report } = aSetting();
  keep(kept, 'a', [tags.site]);
  report('everything');
  expect(kept.findStale('a')).toBeNull();
});

test('the least used go first, also of those that grew', () => {
  const { kept } = aSetting({ maxBytes: 100 });
  keep(kept, 'a', [tags.site], 40);
  keep(kept, 'b', [tags.site], 40);
  const a = kept.find('a');
  keep(kept, 'c', [tags.site], 40);
  expect([kept.find('a')?.value, kept.find('b')]).toEqual(['a', null]);
  if (a === null) throw new Error('it was kept');
  a.bytes = 80;
  kept.resize('a', a);
  expect(kept.find('c')).toBeNull();
  expect(kept.find('a')?.value).toBe('a');
});

test('the number of a tag is that of FNV-1a', () => {
  // Test vectors of the algorithm's authors for 32 bits.
  expect([tagNumber('') >>> 0, tagNumber('a') >>> 0, tagNumber('foobar') >>> 0]).toEqual([
    0x811c9dc5, 0xe40c292c, 0xbf9cf968,
  ]);
});
