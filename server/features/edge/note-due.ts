import { isoAt, maxSkewMs } from '#server/base/clock.ts';
import { writeVolatile, type Database } from '#server/db/open/open-database.ts';
import { listDueTags } from '#server/freshness/schedule.ts';
import { everythingTag } from '#server/freshness/tags.ts';
import { primary } from './purge-outbox.ts';

/**
 * Notes entries that have become due by the clock, which no write announces. The time of the last note stands in the
 * database, so that the next process notes entries that become due while none runs. Resolves to whether there were any.
 */
export async function noteDue(db: Database, now: number): Promise<boolean> {
  const until = isoAt(now);
  const edges = await primary(db).selectFrom('edges').select(['url', 'due_until']).execute();
  let isAnythingNoted = false;
  for (const { url, due_until: after } of edges) {
    // With a clock that was ahead, entries became due too early: pages made of them then are wrong again, and when the
    // entries become due once more nothing would note it.
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
