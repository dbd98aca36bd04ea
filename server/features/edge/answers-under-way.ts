import type { Clock } from '#server/clock.ts';
import { secondMs } from '#server/durations.ts';
import type { ChangedTags } from '#server/freshness/change-source.ts';
import { tagNumber, type TagNumbers } from '#server/freshness/tags.ts';

export interface AnswersUnderWay {
  note(key: string, tags: TagNumbers): void;
  /** The keys of those that a change may have overtaken. */
  overtakenBy(changed: ChangedTags): string[];
}

/** Longer than an answer takes from here to a cache in front. */
const maxWayMs = 10 * secondMs;
/** So many are asked for only when nothing is kept in front. */
const maxNoted = 10_000;

/**
 * Which answers were sent to caches in front of late. One that was sent before a change was known here may arrive after
 * the cache was told of that change, and would then be kept although it is old.
 */
export function createAnswersUnderWay(clock: Clock): AnswersUnderWay {
  const sent = new Map<string, { at: number; tags: TagNumbers }>();

  function forgetArrived(): void {
    const arrivedUntil = clock.now() - maxWayMs;
    for (const [key, { at }] of sent) {
      if (at > arrivedUntil && sent.size <= maxNoted) return;
      sent.delete(key);
    }
  }

  return {
    note(key, tags) {
      sent.set(key, { at: clock.now(), tags });
      forgetArrived();
    },
    overtakenBy(changed) {
      forgetArrived();
      if (changed === 'everything') return [...sent.keys()];
      const numbers = new Set(changed.map(tagNumber));
      return [...sent].flatMap(([key, { tags }]) => (tags.some((tag) => numbers.has(tag)) ? key : []));
    },
  };
}
