import { isbot } from 'isbot';

/** Phones of the maker CUBOT have its name in their user agent, and are people. */
const phonesNamedBot = /\bcubot\b/gi;

export function isCrawler(userAgent: string | undefined): boolean {
  return userAgent !== undefined && isbot(userAgent.replace(phonesNamedBot, ''));
}
