import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';

/** Phones of the maker CUBOT have its name in their user agent, and are people. */
const phonesNamedBot = /\bcubot\b/gi;

/** Some hundred patterns are tried, and most visitors have one of a few. */
const answers = new LRUCache<string, boolean>({ max: 500 });
const maxKeptLength = 300;

export function isCrawler(userAgent: string | undefined): boolean {
  if (userAgent === undefined) return false;
  const before = answers.get(userAgent);
  if (before !== undefined) return before;
  const answer = isbot(userAgent.replace(phonesNamedBot, ''));
  if (userAgent.length <= maxKeptLength) answers.set(userAgent, answer);
  return answer;
}
