import type { Kysely } from 'kysely';
import type { Clock } from '#server/base/clock.ts';
import { inBatches } from '#server/content/entries/in-batches.ts';
import type { Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import type { ChangeFeed } from '#server/freshness/changes/change-feed.ts';
import { gatherChanges, type ChangedEntry, type Gathering } from '#server/freshness/gather-changes.ts';
import type { Told } from '#server/http/tell.ts';
import type { Log } from '#server/base/log.ts';

/** A site elsewhere that is notified of changed addresses. */
export interface Receiver extends Gathering {
  lookEveryMs: number;
  /** Entries that are looked up at once; the others wait. */
  maxEntries?: number;
  addressesPerRequest: number;
  /** Maximum of waiting requests; addresses beyond them are not announced. */
  maxRequests: number;
  patience: Patience;
  /** Addresses that show what visitors see now of these entries. */
  listAddresses(
    lookup: { db: Kysely<Schema>; now: string },
    entries: readonly ChangedEntry[],
  ): Promise<string[]>;
  send(addresses: readonly string[], fetch: typeof globalThis.fetch): Promise<Told>;
  /** Messages of the log. */
  messages: { counted: 'addresses' | 'feeds'; accepted?: string; notTold: string; notLookedUp: string };
}

interface Patience {
  maxTries: number;
  firstPauseMs: number;
  /** Length of each pause, as a multiple of the one before. */
  growth: number;
  maxPauseMs: number;
}

export interface TellerTools {
  db: Pick<Database, 'read'>;
  changeFeed: Pick<ChangeFeed, 'catchUp' | 'subscribe'>;
  clock: Clock;
  log: Log;
  fetch: typeof globalThis.fetch;
  /**
   * Whether this process announces: a single one of several on a machine does, and all hear of changes, so that any can
   * take over.
   */
  isMine?: () => boolean;
}

export interface Teller {
  /** Does the work that is due: collects changes, announces them, or tries again. */
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
 * Announces changes to a receiver, outside every request. Each machine of a site announces those that it hears of,
 * which is harmless: receivers look at repeated ones once. Changes while none runs, or while a connection to PostgreSQL
 * is lost, are not announced: receivers ask by themselves, too.
 */
export function createTeller(receiver: Receiver, { isMine = () => true, ...tools }: TellerTools): Teller {
  const { db, changeFeed, clock, log, fetch } = tools;
  const { messages, patience } = receiver;
  const changes = gatherChanges({ changeFeed, clock }, receiver);
  let waiting: WaitingRequest[] = [];
  let isWorking = false;

  /** Takes changes that have been gathered for long enough. */
  async function gather(): Promise<void> {
    const entries = changes.due(receiver.maxEntries);
    if (entries === null) return;
    const addresses = isMine()
      ? await receiver.listAddresses({ db: db.read, now: clock.nowIso() }, entries)
      : [];
    changes.forget(entries);
    // Receivers fetch when they are notified: a waiting request will bring this change too.
    const inQueue = new Set(waiting.flatMap((request) => request.addresses));
    const fresh = addresses.filter((address) => !inQueue.has(address));
    for (const some of inBatches(fresh, receiver.addressesPerRequest))
      waiting.push({ addresses: some, tries: 0, notBefore: clock.elapsed() });
    waiting = waiting.slice(0, receiver.maxRequests);
  }

  /** Resolves to the request for another try, if it needs one. */
  async function tell({ addresses, tries }: WaitingRequest): Promise<WaitingRequest[]> {
    const outcome = await receiver.send(addresses, fetch);
    const counted = { [messages.counted]: addresses.length };
    if (outcome.kind === 'accepted') {
      if (messages.accepted !== undefined) log.info(counted, messages.accepted);
    } else if (outcome.kind === 'refused' || tries + 1 >= patience.maxTries) {
      log.warn({ ...counted, reason: outcome.reason }, messages.notTold);
    } else {
      const pauseMs = Math.max(outcome.retryAfterMs, patience.firstPauseMs * patience.growth ** tries);
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
        // On SQLite nothing reports changes to a process that does not ask, and nothing reports the time.
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
