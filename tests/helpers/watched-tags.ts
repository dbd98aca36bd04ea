import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { systemClock } from '#server/base/clock.ts';
import { openChangeFeed } from '#server/freshness/changes/change-feed.ts';
import { postgresChannel } from '#server/freshness/triggers/postgres-triggers.ts';
import type { Database } from '#server/db/open/open-database.ts';
import { silentLog } from './databases.ts';

/** Listens to the change feed. Each call gives the tags announced since the last one, sorted. */
export async function watchedTags(db: Database): Promise<() => Promise<string[]>> {
  const feed = await openChangeFeed(db, systemClock, silentLog);
  onTestFinished(() => feed.close());
  const seen = new Set<string>();
  let onArrival = () => {};
  feed.subscribe((changed) => {
    for (const tag of changed === 'everything' ? ['everything'] : changed) seen.add(tag);
    onArrival();
  });

  return async () => {
    if (db.engine === 'postgres') {
      // News arrives in the order of the commits: when this has come, everything before it has.
      const arrived = new Promise<void>((resolve) => {
        onArrival = () => seen.has('the end') && resolve();
      });
      // By hand where the database may be of an earlier version, which has no function for it.
      const isHeard = feed.askForNews() === null;
      const announce = isHeard
        ? sql`select pg_notify(${postgresChannel}, 'the end')`
        : sql`select announce_changes(array['the end'])`;
      await announce.execute(db.write);
      await feed.askForNews();
      await arrived;
      seen.delete('the end');
    }
    feed.catchUp();
    const tags = [...seen].sort();
    seen.clear();
    return tags;
  };
}
