import { readStoredSite, storedSettings } from '#server/content/site-settings.ts';
import { dayMs } from '#server/base/durations.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';

/** Days for which a product is new where the settings say nothing. */
const usualDays = 30;

/** Number of days for which a product is new after it was published. */
export function readNewDays(reader: Reader): Promise<number> {
  return reader.cached('new days', async ({ db, dependsOn }) => {
    dependsOn(tags.site);
    return storedSettings(await readStoredSite(db), '').newDays ?? usualDays;
  });
}

/** Says of a product whether it is new at the moment of a page, which ends when it is no longer. */
export function newness(reader: Reader, publishedAt: string | null, days: number): { isNew?: true } {
  if (publishedAt === null) return {};
  const end = new Date(Date.parse(publishedAt) + days * dayMs).toISOString();
  if (end <= reader.now) return {};
  reader.expiresAt(end);
  return { isNew: true };
}
