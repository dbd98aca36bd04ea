import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '#server/base/clock.ts';
import { describeFailure } from '#server/base/describe-failure.ts';
import { secondMs } from '#server/base/durations.ts';
import type { Log } from '#server/base/log.ts';
import { nextSettling, settleOffers } from '#server/content/offers/settle-offers.ts';
import { writeVolatile, type Database } from '#server/db/open/open-database.ts';
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
  const { db, clock, isMine = () => true } = tools;
  let isClosing = false;
  let isFailing = false;
  let working: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const look = async () => {
    let pauseMs = everyMs;
    try {
      if (isMine()) {
        await settleDue(tools, () => isClosing);
        pauseMs = pauseUntil(await nextSettling(db.read), clock.now());
      }
      isFailing = false;
    } catch (error) {
      if (!isClosing && !isFailing)
        tools.log.warn({ err: error }, `orders by price could not be kept: ${describeFailure(error)}`);
      isFailing = true;
    }
    if (!isClosing) plan(pauseMs);
  };
  const plan = (pauseMs: number) => {
    timer = setTimeout(() => (working = look()), pauseMs).unref();
  };
  plan(everyMs);
  return {
    async close() {
      isClosing = true;
      clearTimeout(timer);
      await working;
    },
  };
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
  const limit = stepSizes[db.engine];
  let settled = 0;
  let renewedAt = performance.now();
  while (!isStopped()) {
    // With each step it would be hundreds of times written to the disk.
    if (performance.now() - renewedAt > leaseMs / 4) {
      if (!(await renewLease(db.write, lease, times()))) break;
      renewedAt = performance.now();
    }
    const done = await writeVolatile(db, async (trx) => {
      const count = await settleOffers(trx, { now: clock.nowIso(), limit });
      if (count < limit && settled + count <= maxIndexed) await indexMarked(trx, { limit: maxIndexed });
      return count;
    });
    settled += done;
    if (done < limit) break;
    await delay(restMs);
  }
  await renewLease(db.write, lease, { nowMs: clock.now(), leaseMs: 0 });
  return settled;
}

/** SQLite answers at once: a step holds the process, for some 10 ms. With smaller ones each page of the file is written more often. */
const stepSizes = { sqlite: 50, postgres: 100 };
/** Visitors and editors have their turn. */
const restMs = 1;
