import type { Kind } from '#shared/kinds/kind-names.ts';
import type { Clock } from '#server/base/clock.ts';
import type { ChangeFeed } from './changes/change-feed.ts';
import { entryOfTag } from './tags.ts';

export interface ChangedEntry {
  kind: Kind;
  id: string;
}

export interface GatheredChanges {
  /** Changed entries, at most `max`; null until the oldest has waited for `gatherMs`. */
  due(max?: number): readonly ChangedEntry[] | null;
  /** Removes entries, except those that have changed again since they were due. */
  forget(entries: readonly ChangedEntry[]): void;
  close(): void;
}

export interface Gathering {
  kinds: readonly Kind[];
  /** Time in which changes are gathered before they are due together, in ms. */
  gatherMs: number;
  /** Most changed entries of a kind; further ones are dropped. */
  maxOfKind: number;
}

/** Collects the entries that change from now on, for notifications to other services. */
export function gatherChanges(
  { changeFeed, clock }: { changeFeed: Pick<ChangeFeed, 'subscribe'>; clock: Clock },
  { kinds, gatherMs, maxOfKind }: Gathering,
): GatheredChanges {
  const changed = new Map(kinds.map((kind) => [kind, new Map<string, ChangedEntry>()]));
  let since: number | null = null;

  const unsubscribe = changeFeed.subscribe((news) => {
    if (news === 'everything') return;
    for (const tag of news) {
      const entry = entryOfTag(tag);
      const ofKind = entry && changed.get(entry.kind);
      if (!ofKind || (ofKind.size >= maxOfKind && !ofKind.has(entry.id))) continue;
      ofKind.set(entry.id, entry);
      since ??= clock.elapsed();
    }
  });

  const all = () => [...changed.values()].flatMap((ofKind) => [...ofKind.values()]);

  return {
    due(max) {
      return since === null || clock.elapsed() - since < gatherMs ? null : all().slice(0, max);
    },
    forget(entries) {
      for (const entry of entries) {
        const ofKind = changed.get(entry.kind);
        if (ofKind?.get(entry.id) === entry) ofKind.delete(entry.id);
      }
      if ([...changed.values()].every((ofKind) => ofKind.size === 0)) since = null;
    },
    close() {
      unsubscribe();
      for (const ofKind of changed.values()) ofKind.clear();
    },
  };
}
