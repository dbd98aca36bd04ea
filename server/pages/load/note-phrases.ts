import { phrasesAt } from '#shared/relative-time.ts';
import type { Reader } from '#server/freshness/reader.ts';

/** Notes that the page is right until one of the phrases for these times changes. */
export function notePhrases(reader: Reader, times: readonly string[]): number {
  const { asOf, until } = phrasesAt(times, Date.parse(reader.now));
  if (until !== Infinity) reader.expiresAt(new Date(until).toISOString());
  return asOf;
}

export function datesOf(articles: readonly { publishedAt: string }[]): string[] {
  return articles.map(({ publishedAt }) => publishedAt);
}
