import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Clock } from '#server/base/clock.ts';
import { secondMs } from '#server/base/durations.ts';
import { keepLooking } from '#server/base/keep-looking.ts';
import type { Log } from '#server/base/log.ts';
import { nextSettling, settleOffers } from '#server/content/offers/settle-offers.ts';
import { writeVolatile, type Database } from '#server/db/open/open-database.ts';
import type { Engine } from '#server/db/migration.ts';
import type { Schema } from '#server/db/schema.ts';
import { renewLease, takeLease } from '#server/db/queries/lease.ts';
import { indexMarked } from '#server/search/index/index-marked.ts';

interface OfferTools {
  db: Database;
  clock: Clock;
  log: Log;
  /** Whether this process does the work: a single one of several on a machine does. */
  isMine?: () => boolean;
}

/** Longest time between two looks: nobody announces what somebody else has written. */
const everyMs = secondMs;
const leaseMs = 5 * secondMs;
/** A document takes 2 ms: after a midnight with more changes, search is brought up to date by `keepIndexed`. */
const maxIndexed = 20;

/**
 * Brings orders, filters and search up to date when a sale begins or ends, a day of delivery comes, or somebody else
 * has written a price. Pages need none of it: they compute what they show.
 */
export function keepOffers(tools: OfferTools): { close(): Promise<void> } {
  const { db, clock, log, isMine = () => true } = tools;
  return keepLooking({
    ...{ log, failure: 'orders by price could not be kept', firstMs: everyMs, everyMs },
    async look(isClosing) {
      if (!isMine()) return everyMs;
      await settleDue(tools, isClosing);
      return pauseUntil(await nextSettling(db.read), clock.now());
    },
  });
}

/** Overdue work is another process's, or has just been written. */
function pauseUntil(next: string | null, now: number): number {
  const ms = Date.parse(next ?? '') - now;
  return ms > 0 ? Math.min(Math.max(ms, minPauseMs), everyMs) : everyMs;
}

const minPauseMs = 10;

/** Settles everything that is due, in steps between which visitors are answered. Resolves to how many there were. */
export async function settleDue(
  { db, clock }: Pick<OfferTools, 'db' | 'clock'>,
  isStopped = () => false,
): Promise<number> {
  const next = await nextSettling(db.read);
  if (next === null || next > clock.nowIso()) return 0;
  const holder = randomUUID();
  const times = () => ({ nowMs: clock.now(), leaseMs });
  const lease = await takeLease(db.write, { table: 'offer_state', key: 1, holder, ...times() });
  if (lease === null) return 0;
  const step = steps[db.engine];
  let settled = 0;
  let renewedAt = performance.now();
  while (!isStopped()) {
    // With each step it would be hundreds of times written to the disk.
    if (performance.now() - renewedAt > leaseMs / 4) {
      if (!(await renewLease(db.write, lease, times()))) break;
      renewedAt = performance.now();
    }
    const done = await writeVolatile(db, async (trx) => {
      const count = await settleStep(trx, clock.nowIso(), step);
      if (count < step.limit && settled + count <= maxIndexed) await indexMarked(trx, { limit: maxIndexed });
      return count;
    });
    settled += done;
    if (done < step.limit) break;
    await delay(restMs);
  }
  await renewLease(db.write, lease, { nowMs: clock.now(), leaseMs: 0 });
  return settled;
}

interface Step {
  /** Rows of one statement, after which pages have a turn. */
  rows: number;
  /** Rows of a transaction. */
  limit: number;
}

/**
 * On SQLite a statement holds the process, for some 3 ms. With fewer rows in a transaction each page of the file is
 * written more often; with more, editors wait longer.
 */
const steps: Readonly<Record<Engine, Step>> = {
  sqlite: { rows: 20, limit: 120 },
  postgres: { rows: 100, limit: 100 },
};

/** Resolves to how many rows there were. */
async function settleStep(trx: Kysely<Schema>, now: string, { rows, limit }: Step): Promise<number> {
  let count = 0;
  while (count < limit) {
    const some = await settleOffers(trx, { now, limit: rows });
    count += some;
    if (some < rows) break;
    await nextTurn();
  }
  return count;
}

/** Visitors and editors have their turn. */
const restMs = 1;
