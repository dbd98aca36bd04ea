import type { Clock } from '#server/base/clock.ts';
import { secondMs } from '#server/base/durations.ts';
import type { ChangedTags } from '#server/freshness/changes/change-source.ts';
import { tagNumber, type TagNumbers } from '#server/freshness/tags.ts';

export interface AnswersUnderWay {
  note(key: string, tags: TagNumbers): void;
  /** To be called at once: it is about the answers that were noted before. */
  change(changed: ChangedTags): void;
  /** Keys of the answers that a change may have overtaken, each once. To be called within the second. */
  takeOvertaken(): string[];
}

interface Sent {
  number: number;
  at: number;
  tags: TagNumbers;
}

/** Longer than an answer takes from here to a cache in front. */
const maxWayMs = 10 * secondMs;
/** Maximum of noted answers: more are requested only when no cache in front keeps any. */
const maxNoted = 10_000;

/**
 * Answers recently sent to caches in front. An answer sent before a change was known here may arrive after the cache
 * was purged for that change, and would then be kept although it is old. An import announces thousands of tags, each by
 * itself, so they are written down and the answers looked through once for all of them.
 */
export function createAnswersUnderWay(clock: Clock): AnswersUnderWay {
  const sent = new Map<string, Sent>();
  let count = 0;
  /** The number of the newest answer that was sent before a tag changed, and before everything did. */
  const changed = new Map<number, number>();
  let allChanged = 0;

  function forgetArrived(): void {
    const arrivedUntil = clock.elapsed() - maxWayMs;
    for (const [key, { at }] of sent) {
      if (at > arrivedUntil && sent.size <= maxNoted) return;
      sent.delete(key);
    }
  }

  function isOvertaken({ number, tags }: Sent): boolean {
    return number <= allChanged || tags.some((tag) => number <= (changed.get(tag) ?? 0));
  }

  return {
    note(key, tags) {
      sent.set(key, { number: (count += 1), at: clock.elapsed(), tags });
      forgetArrived();
    },
    change(tags) {
      if (tags === 'everything') allChanged = count;
      else for (const tag of tags) changed.set(tagNumber(tag), count);
    },
    takeOvertaken() {
      forgetArrived();
      const keys: string[] = [];
      for (const [key, answer] of sent) {
        if (!isOvertaken(answer)) continue;
        keys.push(key);
        sent.delete(key);
      }
      changed.clear();
      return keys;
    },
  };
}
