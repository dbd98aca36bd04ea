import { LRUCache } from 'lru-cache';
import { sql, type Transaction } from 'kysely';
import type { Clock } from '#server/clock.ts';
import { writeVolatile, type Database } from '#server/db/open-database.ts';
import type { Schema } from '#server/db/schema.ts';

export interface Limit {
  /** What is limited, such as an address. */
  key: string;
  most: number;
}

export type Taken =
  /** The highest count of this window, this attempt included. */
  | { isAllowed: true; count: number }
  /** `isFirst`: the first that is refused in this window. */
  | { isAllowed: false; retryAfterMs: number; isFirst: boolean };

export interface Attempts {
  /** Counts one attempt against each limit, before it is made: attempts that run at once all count. */
  take(limits: readonly Limit[]): Promise<Taken>;
  /** The attempt was a right one. */
  giveBack(limits: readonly Limit[]): Promise<void>;
}

/**
 * Attempts in windows of fixed length, in the database, so that all processes count together. A window is not
 * prolonged by attempts in it: whoever is kept out by a stranger's attempts is let in again when it ends. (Not
 * rate-limiter-flexible: its stores want drivers of their own, and this is one statement.)
 */
export function createAttempts(db: Database, clock: Clock, windowMs: number): Attempts {
  /** What is over its limit needs no database to be refused: key → end of its window. */
  const refused = new LRUCache<string, number>({ max: 20_000 });
  let takenSinceCleaning = 0;

  async function count(trx: Transaction<Schema>, key: string): Promise<{ count: number; endsAt: number }> {
    const now = new Date(clock.now()).toISOString();
    const ends_at = new Date(clock.now() + windowMs).toISOString();
    const row = await trx
      .insertInto('attempts')
      .values({ key, count: 1, ends_at })
      .onConflict((oc) =>
        oc.column('key').doUpdateSet({
          count: sql`case when attempts.ends_at <= ${now} then 1 else attempts.count + 1 end`,
          ends_at: sql`case when attempts.ends_at <= ${now} then excluded.ends_at else attempts.ends_at end`,
        }),
      )
      .returning(['count', 'ends_at'])
      .executeTakeFirstOrThrow();
    return { count: row.count, endsAt: Date.parse(row.ends_at) };
  }

  async function clean(trx: Transaction<Schema>): Promise<void> {
    takenSinceCleaning += 1;
    if (takenSinceCleaning < 1000) return;
    takenSinceCleaning = 0;
    const now = new Date(clock.now()).toISOString();
    await trx.deleteFrom('attempts').where('ends_at', '<=', now).execute();
  }

  return {
    async take(limits) {
      const now = clock.now();
      const knownEnd = Math.max(...limits.map(({ key }) => refused.get(key) ?? 0));
      if (knownEnd > now) return { isAllowed: false, retryAfterMs: knownEnd - now, isFirst: false };

      const counted = await writeVolatile(db, async (trx) => {
        await clean(trx);
        const all = [];
        // In one order, so that two processes never wait for each other.
        for (const limit of limits.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
          all.push({ ...limit, ...(await count(trx, limit.key)) });
        return all;
      });
      const over = counted.filter((one) => one.count > one.most);
      for (const { key, endsAt } of over) refused.set(key, endsAt);
      if (over.length === 0) return { isAllowed: true, count: Math.max(...counted.map((one) => one.count)) };
      const isFirst = over.some((one) => one.count === one.most + 1);
      return { isAllowed: false, retryAfterMs: Math.max(...over.map(({ endsAt }) => endsAt)) - now, isFirst };
    },

    async giveBack(limits) {
      await writeVolatile(db, async (trx) => {
        for (const { key } of limits.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
          await trx
            .updateTable('attempts')
            .set({ count: sql`attempts.count - 1` })
            .where('key', '=', key)
            .where('count', '>', 0)
            .execute();
          refused.delete(key);
        }
      });
    },
  };
}
