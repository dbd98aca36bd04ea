import type { PurgeConfig } from '#server/config/config-edge.ts';
import type { Clock } from '#server/base/clock.ts';
import { secondMs } from '#server/base/durations.ts';
import type { Log } from '#server/base/log.ts';
import { keyOfNote } from './edge-keys.ts';
import type { EdgeOutbox, WaitingPurges } from './purge-outbox.ts';
import { tellEdge } from './tell-edge.ts';

/** State of the purges of one cache in front by this process. */
export interface PurgerState {
  url: string;
  /** Requests that the cache has accepted. */
  sent: number;
  /** Milliseconds since 1970; null: never. */
  lastToldAt: number | null;
  /** Since when the cache cannot be reached, and so may answer with outdated pages; null: it can. */
  failingSince: number | null;
}

export interface Purger {
  state: Readonly<PurgerState>;
  /** Sends the purges that are due. False when something is left, for another process or for later. */
  work(): Promise<boolean>;
}

interface PurgerTools {
  url: string;
  purge: PurgeConfig;
  outbox: EdgeOutbox;
  clock: Clock;
  log: Log;
  fetch: typeof globalThis.fetch;
}

const firstPauseMs = 250;
const maxPauseMs = 30 * secondMs;

/** Purges one cache in front until it has accepted everything: refused requests are sent again too. */
export function createPurger({ url, purge, outbox, clock, log, fetch }: PurgerTools): Purger {
  const state: PurgerState = { url, sent: 0, lastToldAt: null, failingSince: null };

  /** Resolves to the failure; null: all were accepted. */
  async function tellAll(keys: readonly string[]): Promise<string | null> {
    for (let at = 0; at < keys.length; at += purge.maxKeys) {
      const some = keys.slice(at, at + purge.maxKeys);
      const outcome = await tellEdge(some, { url, purge, fetch, now: clock.now() });
      if (outcome.kind !== 'accepted') return outcome.reason;
      state.sent += 1;
      state.lastToldAt = clock.now();
    }
    return null;
  }

  function succeeded(): void {
    const { failingSince } = state;
    if (failingSince === null) return;
    state.failingSince = null;
    log.info({ edge: url, seconds: (clock.now() - failingSince) / secondMs }, 'the edge is told again');
  }

  async function failed(waiting: WaitingPurges, reason: string): Promise<void> {
    const pause = (tries: number) => Math.min(firstPauseMs * 2 ** (tries - 1), maxPauseMs);
    const tries = await outbox.postpone(waiting, pause, clock.now());
    log[state.failingSince === null ? 'error' : 'warn'](
      { edge: url, reason, tries },
      'the edge could not be told what has changed: it may answer with what is out of date',
    );
    state.failingSince ??= clock.now();
  }

  return {
    state,
    async work() {
      while (await outbox.isAnythingDue(clock.now())) {
        if (!(await outbox.claim(clock.now()))) return false;
        const waiting = await outbox.list(clock.now());
        const reason = await tellAll([...new Set(waiting.notes.map(keyOfNote))]);
        if (reason !== null) {
          await failed(waiting, reason);
          return false;
        }
        await outbox.end(waiting);
      }
      // Nothing is left to send, for this process or for another.
      succeeded();
      return true;
    },
  };
}
