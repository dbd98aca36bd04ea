import { randomBytes } from 'node:crypto';
import type { Clock } from '#server/base/clock.ts';
import { dayMs, secondMs } from '#server/base/durations.ts';
import type { CacheEntry } from '#server/freshness/tagged-cache.ts';
import { createAnswersUnderWay, type AnswersUnderWay } from './answers-under-way.ts';
import { everyAnswerKey, keyOfTag } from './edge-keys.ts';

/** Headers for a cache in front, which heeds them in the place of an answer's own `Cache-Control`. */
export interface EdgeHeaders {
  cacheControl: string;
  /** Further headers. */
  pairs: readonly (readonly [name: string, value: string])[];
}

export interface EdgeAnswers extends Pick<AnswersUnderWay, 'change' | 'takeOvertaken'> {
  /**
   * Headers for an answer that is right at this moment and is being sent. Null: no cache may answer with it without
   * asking, because it changes within two seconds or depends on too much.
   */
  headersOf(answer: Pick<CacheEntry<unknown>, 'tags' | 'validUntil'>): EdgeHeaders | null;
}

interface EdgeAnswersOptions {
  maxAgeSeconds: number;
  siteKey: string;
  clock: Clock;
}

/** Limit in characters: Varnish takes 8,192 in a line, nginx and others less in all of them together. */
const maxKeysLength = 4_000;
const staleIfErrorSeconds = dayMs / secondMs;

/**
 * Sets how long a cache in front may answer, and the keys by which it is purged. Browsers still ask each time. The time
 * ends when the answer changes by itself, and so does the time in which an expired copy is sent once more while it is
 * fetched anew.
 */
export function createEdgeAnswers({ maxAgeSeconds, siteKey, clock }: EdgeAnswersOptions): EdgeAnswers {
  const underWay = createAnswersUnderWay(clock);
  const own = randomBytes(4).toString('hex');
  let count = 0;

  return {
    headersOf({ tags, validUntil }) {
      const left = validUntil === null ? Infinity : secondsUntil(validUntil, clock);
      const maxAge = Math.min(maxAgeSeconds, left);
      if (maxAge < 1) return null;
      // Key of this very answer: its replacement has another, and is not purged with it.
      const key = `a${own}${(count += 1).toString(36)}`;
      const keys = [everyAnswerKey, siteKey, key, ...tags.map(keyOfTag)];
      const line = keys.join(' ');
      if (line.length > maxKeysLength) return null;
      underWay.note(key, tags);
      const whileFetched = Math.min(maxAgeSeconds, left - maxAge);
      const stale =
        (whileFetched > 0 ? `, stale-while-revalidate=${whileFetched}` : '') +
        `, stale-if-error=${staleIfErrorSeconds}`;
      return {
        // A browser that knows `stale-while-revalidate` would not ask, but for `must-revalidate`.
        cacheControl: `public, max-age=0, must-revalidate, s-maxage=${maxAge}${stale}`,
        pairs: [
          // For caches that heed `must-revalidate` too (RFC 9213).
          ['CDN-Cache-Control', `max-age=${maxAge}${stale}`],
          ['Surrogate-Key', line],
          ['Cache-Tag', keys.join(',')],
        ],
      };
    },
    change: underWay.change,
    takeOvertaken: underWay.takeOvertaken,
  };
}

/**
 * Whole seconds for which a cache may answer. One less than there are: the answer is on its way for some of it, and nginx
 * goes on to the end of the last second. A price would be wrong for so long after its sale.
 */
function secondsUntil(moment: string, clock: Clock): number {
  return Math.floor((Date.parse(moment) - clock.now()) / secondMs) - 1;
}
