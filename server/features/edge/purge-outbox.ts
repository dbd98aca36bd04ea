import type { Kysely } from 'kysely';
import { isoAt } from '#server/base/clock.ts';
import { isOverIn } from '#server/db/queries/is-over-in.ts';
import { isHeld, takeLease, type Lease } from '#server/db/queries/lease.ts';
import { writeVolatile, type Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { minuteMs, secondMs } from '#server/base/durations.ts';
import { everythingTag } from '#server/freshness/tags.ts';
import { noteOfKey } from './edge-keys.ts';

/** Longer than the wait for a cache in front. Another process takes over the purges of one that has ended. */
const leaseMs = 5 * secondMs;
/** Longest time that anything is put off. */
const longestMs = 10 * minuteMs;
/** Parameters of one statement. */
const idsAtOnce = 5_000;
/** In rows: a cache that has more to forget forgets everything. */
const maxListed = 2_000;

/** Purges for one cache in front, and the rows that they come from. */
export interface WaitingPurges {
  ids: readonly number[];
  notes: readonly string[];
  /** Ids of rows that say the same as another: of several the newest is left. */
  spare: readonly number[];
}

export interface EdgeOutbox {
  /** Whether a purge is due now. */
  isAnythingDue(now: number): Promise<boolean>;
  /** False: another process is sending the purges, or they have just failed. */
  claim(now: number): Promise<boolean>;
  list(now: number): Promise<WaitingPurges>;
  /** Ends the rows after they were sent. */
  end(purges: WaitingPurges): Promise<void>;
  /**
   * Puts off rows that could not be sent, for another try after a pause, and merges rows that say the same. Resolves to
   * the number of failures in a row.
   */
  postpone(purges: WaitingPurges, pauseMs: (tries: number) => number, now: number): Promise<number>;
}

/** The outbox of the cache at this address, for the process that calls itself `holder`. */
export function openEdgeOutbox(db: Database, url: string, holder: string): EdgeOutbox {
  const due = (now: number) =>
    primary(db)
      .selectFrom('edge_purges')
      .where('edge', '=', url)
      .where(isOverIn('due_at', now, longestMs));
  const lease: Lease = { table: 'edges', key: url, mark: holder };
  const nobodys = { holder: '', held_until: '' } as const;

  async function listIds(now: number): Promise<number[]> {
    const ids: number[] = [];
    for (;;) {
      const rows = await due(now)
        .select('id')
        .where('id', '>', ids.at(-1) ?? 0)
        .orderBy('id')
        .limit(idsAtOnce)
        .execute();
      ids.push(...rows.map(({ id }) => id));
      if (rows.length < idsAtOnce) return ids;
    }
  }

  return {
    async isAnythingDue(now) {
      return (await due(now).select('id').limit(1).executeTakeFirst()) !== undefined;
    },

    async claim(now) {
      const where = isOverIn('not_before', now, longestMs);
      const request = { table: 'edges', key: url, holder, nowMs: now, leaseMs, where } as const;
      return (await writeVolatile(db, (trx) => takeLease(trx, request))) !== null;
    },

    async list(now) {
      const rows = await due(now)
        .select(['id', 'tag'])
        .orderBy('id')
        .limit(maxListed + 1)
        .execute();
      if (rows.length > maxListed) {
        const ids = await listIds(now);
        return { ids, notes: [everythingTag], spare: ids };
      }
      return fold(rows);
    },

    async end({ ids }) {
      await writeVolatile(db, async (trx) => {
        await remove(trx, ids);
        await trx
          .updateTable('edges')
          .set({ ...nobodys, tries: 0, not_before: '' })
          .where(isHeld(lease))
          .execute();
      });
    },

    postpone({ ids, spare }, pauseMs, now) {
      return writeVolatile(db, async (trx) => {
        const row = await trx.selectFrom('edges').select('tries').where('url', '=', url).executeTakeFirst();
        const tries = (row?.tries ?? 0) + 1;
        const { numUpdatedRows } = await trx
          .updateTable('edges')
          .set({ ...nobodys, tries, not_before: isoAt(now + pauseMs(tries)) })
          .where(isHeld(lease))
          .executeTakeFirst();
        // Only for the process that sends them: a row may be left that another process has just sent, and takes away.
        if (numUpdatedRows === 0n) return tries;
        // All of them are spared.
        if (ids.length > 0 && spare.length === ids.length)
          await trx.insertInto('edge_purges').values({ edge: url, tag: everythingTag }).execute();
        await remove(trx, spare);
        return tries;
      });
    },
  };
}

/** Rows in the order of their ids. */
function fold(rows: readonly { id: number; tag: string }[]): WaitingPurges {
  const newest = new Map(rows.map(({ id, tag }) => [tag, id]));
  const everything = newest.get(everythingTag);
  const ids = rows.map(({ id }) => id);
  if (everything !== undefined)
    return { ids, notes: [everythingTag], spare: ids.filter((id) => id !== everything) };
  const left = new Set(newest.values());
  return { ids, notes: [...newest.keys()], spare: ids.filter((id) => !left.has(id)) };
}

async function remove(trx: Kysely<Schema>, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += idsAtOnce)
    await trx
      .deleteFrom('edge_purges')
      .where('id', 'in', ids.slice(at, at + idsAtOnce))
      .execute();
}

/** Connection that has everything that was committed. On SQLite the other one would wait for writers. */
export function primary(db: Database): Kysely<Schema> {
  return db.engine === 'postgres' ? db.write : db.read;
}

/**
 * Brings the registered caches into line with the settings: a removed one leaves nothing behind, a new one forgets all
 * that it may have, and one that another build or other settings filled forgets their answers.
 */
export async function registerEdges(
  db: Database,
  { urls, siteKey, now }: { urls: readonly string[]; siteKey: string; now: number },
): Promise<void> {
  const before = await primary(db).selectFrom('edges').select(['url', 'site_key']).execute();
  const isSame =
    before.length === urls.length &&
    before.every(({ url, site_key }) => urls.includes(url) && site_key === siteKey);
  if (isSame) return;
  await writeVolatile(db, async (trx) => {
    for (const { url, site_key: formerKey } of before) {
      if (urls.includes(url)) {
        if (formerKey === siteKey) continue;
        await trx.updateTable('edges').set({ site_key: siteKey }).where('url', '=', url).execute();
        // Processes of the build before may answer for a while yet.
        const dueAt = [0, 10 * secondMs, 60 * secondMs].map((ms) => isoAt(now + ms));
        const tag = noteOfKey(formerKey);
        await trx
          .insertInto('edge_purges')
          .values(dueAt.map((due_at) => ({ edge: url, tag, due_at })))
          .execute();
      } else {
        await trx.deleteFrom('edges').where('url', '=', url).execute();
        await trx.deleteFrom('edge_purges').where('edge', '=', url).execute();
      }
    }
    // On PostgreSQL a transaction may be under way whose triggers found no cache registered.
    const later = db.engine === 'postgres' ? [minuteMs, longestMs].map((ms) => isoAt(now + ms)) : [];
    for (const url of urls.filter((one) => !before.some((row) => row.url === one))) {
      await trx
        .insertInto('edges')
        .values({ url, site_key: siteKey, due_until: isoAt(now) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await trx
        .insertInto('edge_purges')
        .values(['', ...later].map((due_at) => ({ edge: url, tag: everythingTag, due_at })))
        .execute();
    }
  });
}

/**
 * For a process that ends: if another build has taken its place, the caches forget all answers of this one until now,
 * and those still on their way to them.
 */
export async function noteReplaced(
  db: Database,
  { urls, siteKey, now }: { urls: readonly string[]; siteKey: string; now: number },
): Promise<void> {
  const replaced = await primary(db)
    .selectFrom('edges')
    .select('url')
    .where('url', 'in', urls)
    .where('site_key', '!=', siteKey)
    .execute();
  await notePurges(db, {
    urls: replaced.map(({ url }) => url),
    keys: [siteKey],
    at: [now, now + 10 * secondMs],
  });
}

/** Notes these keys for every cache, to be purged at each of these times. */
export async function notePurges(
  db: Database,
  { urls, keys, at }: { urls: readonly string[]; keys: readonly string[]; at: readonly number[] },
): Promise<void> {
  const rows = urls.flatMap((edge) =>
    keys.flatMap((key) => at.map((ms) => ({ edge, tag: noteOfKey(key), due_at: isoAt(ms) }))),
  );
  await writeVolatile(db, async (trx) => {
    for (let from = 0; from < rows.length; from += 1_000)
      await trx
        .insertInto('edge_purges')
        .values(rows.slice(from, from + 1_000))
        .execute();
  });
}
