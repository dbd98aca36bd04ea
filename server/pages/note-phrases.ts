import { phrasesAt } from '#shared/relative-time.ts';
import type { Reader } from '#server/freshness/reader.ts';

/** What a page says of these times is right until one of its phrases changes. */
export function notePhrases(reader: Reader, times: readonly string[]): number {
  const { asOf, until } = phrasesAt(times, Date.parse(reader.now));
  if (until !== Infinity) reader.expiresAt(new Date(until).toISOString());
  return asOf;
}

export function datesOf(articles: readonly { publishedAt: string }[]): string[] {
  return articles.map(({ publishedAt }) => publishedAt);
}
