import { isoAt, maxSkewMs } from '#server/clock.ts';
import { writeVolatile, type Database } from '#server/db/open-database.ts';
import { listDueTags } from '#server/freshness/schedule.ts';
import { everythingTag } from '#server/freshness/tags.ts';
import { primary } from './purge-outbox.ts';

/**
 * Notes what has become due by the clock, which no write announces. How far that was noted stands in the database, so
 * that what becomes due while no process runs is told by the next. Resolves to whether there was anything.
 */
export async function noteDue(db: Database, now: number): Promise<boolean> {
  const until = isoAt(now);
  const edges = await primary(db).selectFrom('edges').select(['url', 'due_until']).execute();
  let isAnythingNoted = false;
  for (const { url, due_until: after } of edges) {
    // By a clock that was ahead things became due that are not: what was made of them then is wrong again, and what
    // becomes due once more would be noted by nobody.
    const isAhead = after > isoAt(now + maxSkewMs);
    const tags = isAhead
      ? [everythingTag]
      : after < until
        ? await listDueTags(primary(db), { after, until })
        : [];
    if (tags.length === 0) continue;
    isAnythingNoted = true;
    await writeVolatile(db, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('edges')
        .set({ due_until: until })
        .where('url', '=', url)
        .where('due_until', '=', after)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      await trx
        .insertInto('edge_purges')
        .values(tags.map((tag) => ({ edge: url, tag })))
        .execute();
    });
  }
  return isAnythingNoted;
}
