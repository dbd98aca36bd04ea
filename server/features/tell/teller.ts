import type { Kysely } from 'kysely';
import type { Clock } from '#server/clock.ts';
import { inBatches } from '#server/content/in-batches.ts';
import type { Database } from '#server/db/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import type { ChangeFeed } from '#server/freshness/change-feed.ts';
import { gatherChanges, type ChangedEntry, type Gathering } from '#server/freshness/gather-changes.ts';
import type { Told } from '#server/http/tell.ts';
import type { Log } from '#server/log.ts';

/** A site elsewhere that hears which addresses have changed. */
export interface Receiver extends Gathering {
  lookEveryMs: number;
  /** Entries that are looked up at once; the others wait. */
  maxEntries?: number;
  addressesPerRequest: number;
  /** Requests that wait; addresses beyond them are not told. */
  maxRequests: number;
  patience: Patience;
  /** Addresses that show what visitors see now of these entries. */
  listAddresses(
    lookup: { db: Kysely<Schema>; now: string },
    entries: readonly ChangedEntry[],
  ): Promise<string[]>;
  send(addresses: readonly string[], fetch: typeof globalThis.fetch): Promise<Told>;
  /** What the log says. */
  messages: { counted: 'addresses' | 'feeds'; told?: string; notTold: string; notLookedUp: string };
}

interface Patience {
  maxTries: number;
  firstPauseMs: number;
  /** How many times as long each pause is as the one before. */
  growth: number;
  maxPauseMs: number;
}

export interface TellerTools {
  db: Pick<Database, 'read'>;
  changeFeed: Pick<ChangeFeed, 'catchUp' | 'subscribe'>;
  clock: Clock;
  log: Log;
  fetch: typeof globalThis.fetch;
  /** Of several processes on a machine one tells; all hear, so that any of them can take that over. */
  isMine?: () => boolean;
}

export interface Teller {
  /** Does what is due: hears what has changed, tells it, or tries again. */
  work(): Promise<void>;
  close(): void;
}

interface WaitingRequest {
  addresses: readonly string[];
  tries: number;
  /** By the clock's `elapsed`. */
  notBefore: number;
}

/**
 * Tells a receiver what has changed, away from every request. Each machine of a site tells what it hears, which is
 * harmless: what is told twice is looked at once. What changes while none runs, or while a connection to PostgreSQL is
 * lost, is not told: receivers ask by themselves, too.
 */
export function createTeller(receiver: Receiver, { isMine = () => true, ...tools }: TellerTools): Teller {
  const { db, changeFeed, clock, log, fetch } = tools;
  const { messages, patience } = receiver;
  const changes = gatherChanges({ changeFeed, clock }, receiver);
  let waiting: WaitingRequest[] = [];
  let isWorking = false;

  /** Takes what has been gathered for long enough. */
  async function gather(): Promise<void> {
    const entries = changes.due(receiver.maxEntries);
    if (entries === null) return;
    const addresses = isMine()
      ? await receiver.listAddresses({ db: db.read, now: clock.nowIso() }, entries)
      : [];
    changes.forget(entries);
    // Receivers fetch when they are told: what waits already will bring this change too.
    const known = new Set(waiting.flatMap((request) => request.addresses));
    const fresh = addresses.filter((address) => !known.has(address));
    for (const some of inBatches(fresh, receiver.addressesPerRequest))
      waiting.push({ addresses: some, tries: 0, notBefore: clock.elapsed() });
    waiting = waiting.slice(0, receiver.maxRequests);
  }

  /** Resolves to the request as it is to be tried again, if it is. */
  async function tell({ addresses, tries }: WaitingRequest): Promise<WaitingRequest[]> {
    const told = await receiver.send(addresses, fetch);
    const counted = { [messages.counted]: addresses.length };
    if (told.kind === 'told') {
      if (messages.told !== undefined) log.info(counted, messages.told);
    } else if (told.kind === 'refused' || tries + 1 >= patience.maxTries) {
      log.warn({ ...counted, reason: told.reason }, messages.notTold);
    } else {
      const pauseMs = Math.max(told.retryAfterMs, patience.firstPauseMs * patience.growth ** tries);
      const notBefore = clock.elapsed() + Math.min(pauseMs, patience.maxPauseMs);
      return [{ addresses, tries: tries + 1, notBefore }];
    }
    return [];
  }

  return {
    async work() {
      if (isWorking) return;
      isWorking = true;
      try {
        // SQLite tells nobody who does not ask, and the clock neither.
        changeFeed.catchUp();
        if (waiting.length < receiver.maxRequests) await gather();
        for (const request of waiting.filter(({ notBefore }) => clock.elapsed() >= notBefore)) {
          const again = await tell(request);
          waiting = waiting.flatMap((each) => (each === request ? again : each));
        }
      } catch (error) {
        log.warn({ err: error }, messages.notLookedUp);
      } finally {
        isWorking = false;
      }
    },
    close() {
      changes.close();
      waiting = [];
    },
  };
}

/** Looks every few seconds, which keeps no process alive. */
export function startTeller(receiver: Receiver, tools: TellerTools): Pick<Teller, 'close'> {
  const teller = createTeller(receiver, tools);
  const timer = setInterval(() => void teller.work(), receiver.lookEveryMs).unref();
  return {
    close() {
      clearInterval(timer);
      teller.close();
    },
  };
}
