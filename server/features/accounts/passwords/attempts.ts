import { LRUCache } from 'lru-cache';
import { sql, type Transaction } from 'kysely';
import { isoAt, type Clock } from '#server/base/clock.ts';
import { isOverIn } from '#server/db/queries/is-over-in.ts';
import { writeVolatile, type Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { dayMs } from '#server/base/durations.ts';

export interface Limit {
  /** Subject of the limit, such as an address. */
  key: string;
  /** Attempts that a window allows. */
  max: number;
}

/** The answer to an attempt beyond its limit, which is not made. */
export interface Limited {
  kind: 'limited';
  retryAfterMs: number;
  /** Whether no other attempt was refused before in this window. */
  isFirst: boolean;
}

export interface Attempts {
  /** Finds a limit that is known to be reached. Null when only the database can tell. */
  findLimited(limit: Limit): Limited | null;
  /** Counts one attempt before it is made: attempts that run at once all count. Null: it may be made. */
  countAttempt(limit: Limit): Promise<Limited | null>;
  /** Takes one attempt back: it was a right one. */
  refund(limit: Limit): Promise<void>;
}

/** Grows as it is filled: with `max` the cache makes room for all entries at once, which takes 4 ms of each start. */
export const upTo20000 = { maxSize: 20_000, sizeCalculation: () => 1 };

/**
 * Attempts in windows of fixed length, in the database, so that all processes count together. Attempts do not prolong a
 * window: a person kept out by a stranger's attempts gets in again when it ends. (Not rate-limiter-flexible: its stores
 * want drivers of their own, and this is one statement.)
 */
export function createAttempts(db: Database, clock: Clock, windowMs: number): Attempts {
  /** Keys over their limit, which are refused without the database: key → end of its window, by the clock's `elapsed`. */
  const refused = new LRUCache<string, number>(upTo20000);
  let countedSinceCleaning = 0;

  async function increment(
    trx: Transaction<Schema>,
    key: string,
  ): Promise<{ count: number; endsAt: number }> {
    const isOver = isOverIn('attempts.ends_at', clock.now(), windowMs);
    const ends_at = isoAt(clock.now() + windowMs);
    const row = await trx
      .insertInto('attempts')
      .values({ key, count: 1, ends_at })
      .onConflict((oc) =>
        oc.column('key').doUpdateSet({
          count: sql`case when ${isOver} then 1 else attempts.count + 1 end`,
          ends_at: sql`case when ${isOver} then excluded.ends_at else attempts.ends_at end`,
        }),
      )
      .returning(['count', 'ends_at'])
      .executeTakeFirstOrThrow();
    return { count: row.count, endsAt: Date.parse(row.ends_at) };
  }

  async function clean(trx: Transaction<Schema>): Promise<void> {
    countedSinceCleaning += 1;
    if (countedSinceCleaning < 1000) return;
    countedSinceCleaning = 0;
    await trx
      .deleteFrom('attempts')
      .where(isOverIn('ends_at', clock.now(), dayMs))
      .execute();
  }

  function findLimited({ key }: Limit): Limited | null {
    const retryAfterMs = (refused.get(key) ?? -Infinity) - clock.elapsed();
    return retryAfterMs > 0 ? { kind: 'limited', retryAfterMs, isFirst: false } : null;
  }

  return {
    findLimited,

    async countAttempt({ key, max }) {
      const limited = findLimited({ key, max });
      if (limited !== null) return limited;

      const { count, endsAt } = await writeVolatile(db, async (trx) => {
        await clean(trx);
        return increment(trx, key);
      });
      if (count <= max) return null;
      const retryAfterMs = endsAt - clock.now();
      refused.set(key, clock.elapsed() + retryAfterMs);
      return { kind: 'limited', retryAfterMs, isFirst: count === max + 1 };
    },

    async refund({ key }) {
      await writeVolatile(db, (trx) =>
        trx
          .updateTable('attempts')
          .set({ count: sql`attempts.count - 1` })
          .where('key', '=', key)
          .where('count', '>', 0)
          .execute(),
      );
      refused.delete(key);
    },
  };
}
