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
  /** `count`: of this window, this attempt included. */
  | { isAllowed: true; count: number }
  /** `isFirst`: the first that is refused in this window. */
  | { isAllowed: false; retryAfterMs: number; isFirst: boolean };

export interface Attempts {
  /** In ms, how long this is refused without asking the database; null when only that can tell. */
  refusedFor(limit: Limit): number | null;
  /** Counts one attempt before it is made: attempts that run at once all count. */
  take(limit: Limit): Promise<Taken>;
  /** The attempt was a right one. */
  refund(limit: Limit): Promise<void>;
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

  function refusedFor({ key }: Limit): number | null {
    const left = (refused.get(key) ?? 0) - clock.now();
    return left > 0 ? left : null;
  }

  return {
    refusedFor,

    async take({ key, most }) {
      const knownLeft = refusedFor({ key, most });
      if (knownLeft !== null) return { isAllowed: false, retryAfterMs: knownLeft, isFirst: false };

      const counted = await writeVolatile(db, async (trx) => {
        await clean(trx);
        return count(trx, key);
      });
      if (counted.count <= most) return { isAllowed: true, count: counted.count };
      refused.set(key, counted.endsAt);
      return {
        isAllowed: false,
        retryAfterMs: counted.endsAt - clock.now(),
        isFirst: counted.count === most + 1,
      };
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
