import { expect, test } from 'vitest';
import type { ChangedTags } from '#server/freshness/changes/change-source.ts';
import { gatherChanges } from '#server/freshness/gather-changes.ts';
import { tags } from '#server/freshness/tags.ts';
import { aClockAt } from '../helpers/site.ts';

/** Gathers for ten seconds, two of a kind, and hears what it is told. */
function aGathering() {
  const clock = aClockAt('2026-11-20T04:00:00Z');
  let hear: (changed: ChangedTags) => void = () => {};
  const changeFeed = {
    subscribe(listener: (changed: ChangedTags) => void) {
      hear = listener;
      return () => {};
    },
  };
  const gathering = { kinds: ['articles', 'products'] as const, gatherMs: 10_000, maxOfKind: 2 };
  const changes = gatherChanges({ changeFeed, clock }, gathering);
  const after = (seconds: number) => clock.set(new Date(clock.now() + seconds * 1000).toISOString());
  return { changes, after, hear: (...changed: ChangedTags & object) => hear(changed) };
}

test('what is gathered is due together, ten seconds after the first', () => {
  const { changes, after, hear } = aGathering();
  hear(tags.article('a'), tags.site, tags.author('lin'));
  after(9);
  hear(tags.product('p'), tags.article('a'));
  expect(changes.due()).toBeNull();
  after(1);
  const due = changes.due() ?? [];
  expect(due.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['articles a', 'products p']);
  changes.forget(due);
  after(60);
  expect(changes.due()).toBeNull();
});

test('what changes again while it is looked up stays gathered', () => {
  const { changes, after, hear } = aGathering();
  hear(tags.article('a'), tags.article('b'));
  after(10);
  const due = changes.due() ?? [];
  hear(tags.article('a'));
  changes.forget(due);
  expect(changes.due()).toEqual([{ kind: 'articles', id: 'a' }]);
});

test('no more of a kind is gathered than can be kept, and the rest is due later', () => {
  const { changes, after, hear } = aGathering();
  hear(tags.article('a'), tags.article('b'), tags.article('c'), tags.product('p'));
  after(10);
  expect(changes.due()?.map(({ id }) => id)).toEqual(['a', 'b', 'p']);
  changes.forget(changes.due(1) ?? []);
  expect(changes.due()?.map(({ id }) => id)).toEqual(['b', 'p']);
});
