import { formatNumber } from '#shared/locale/numbers.ts';
import type { HitCount, SearchFound } from '#shared/payload/search-payload.ts';

/** Returns the number of hits of all kinds together. */
export function sumOf(totals: SearchFound['totals']): HitCount {
  const counts = Object.values(totals);
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    isMore: counts.some(({ isMore }) => isMore),
  };
}

/** For where there is no room for words: `1,000+`. */
export function shortCount({ count, isMore }: HitCount): string {
  return `${formatNumber(count)}${isMore ? '+' : ''}`;
}
