import { LRUCache } from 'lru-cache';
import type { Clock } from '#server/base/clock.ts';

/** Bounds work that anybody may ask for without an account. */
export interface NetworkTurns {
  /** Takes a turn; the returned function must be called when the work is over. Null: none for this network now. */
  take(network: string): (() => void) | null;
}

interface Limits {
  /** Turns at the same time, of all networks. */
  atOnce: number;
  atOncePerNetwork: number;
  perMinutePerNetwork: number;
}

export function createNetworkTurns(
  clock: Clock,
  { atOnce, atOncePerNetwork, perMinutePerNetwork }: Limits,
): NetworkTurns {
  const running = new Map<string, number>();
  const windows = new LRUCache<string, { count: number; endsAt: number }>({ max: 1000 });
  let runningInAll = 0;

  /** Counts one more turn of a network in its minute. */
  function isWithinMinute(network: string): boolean {
    const latest = windows.get(network);
    const window = latest !== undefined && latest.endsAt > clock.elapsed() ? latest : null;
    if (window === null) windows.set(network, { count: 1, endsAt: clock.elapsed() + minuteMs });
    else if (window.count >= perMinutePerNetwork) return false;
    else window.count += 1;
    return true;
  }

  return {
    take(network) {
      const own = running.get(network) ?? 0;
      if (runningInAll >= atOnce || own >= atOncePerNetwork || !isWithinMinute(network)) return null;
      runningInAll += 1;
      running.set(network, own + 1);
      return () => {
        runningInAll -= 1;
        const left = (running.get(network) ?? 1) - 1;
        if (left === 0) running.delete(network);
        else running.set(network, left);
      };
    },
  };
}

const minuteMs = 60_000;
