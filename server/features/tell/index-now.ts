import { sql } from 'kysely';
import { kindNames } from '#shared/kinds/kind-names.ts';
import { entryPath, withBase } from '#shared/address/paths.ts';
import type { IndexNowConfig } from '#server/config/config.ts';
import { inBatches } from '#server/content/entries/in-batches.ts';
import { isShown } from '#server/db/queries/shown-entries.ts';
import { dayMs, minuteMs, secondMs } from '#server/base/durations.ts';
import { tell } from '#server/http/tell.ts';
import { keyPath } from './index-now-key.ts';
import type { Receiver } from './teller.ts';

/** The protocol's own limit. */
const maxAddresses = 10_000;

/**
 * Search engines, which are notified of changed pages (https://www.indexnow.org/documentation). They hear only of pages
 * that visitors can see: never of a draft's address, or of one that is gone. Sitemaps have everything that was not
 * announced.
 */
export function indexNow({ publicUrl, key, endpoint }: IndexNowConfig, basePath: string): Receiver {
  const urlOf = (path: string) => publicUrl + withBase(basePath, path);
  return {
    kinds: kindNames,
    gatherMs: minuteMs,
    // An import of a million is not gathered.
    maxOfKind: 100_000,
    maxEntries: maxAddresses,
    lookEveryMs: 10 * secondMs,
    addressesPerRequest: maxAddresses,
    maxRequests: 1,
    patience: { maxTries: 5, firstPauseMs: minuteMs, growth: 2, maxPauseMs: dayMs },
    async listAddresses({ db, now }, entries) {
      const urls: string[] = [];
      for (const [kind, ofKind] of Map.groupBy(entries, (entry) => entry.kind)) {
        for (const batch of inBatches(ofKind, entriesAtOnce)) {
          const ids = batch.map(({ id }) => id);
          const { rows } = await sql<{ id: string }>`
            select id from ${sql.table(kind)} where ${isShown(kind, now)} and id in (${sql.join(ids)})`.execute(
            db,
          );
          urls.push(...rows.map(({ id }) => urlOf(entryPath(kind, id))));
        }
      }
      return urls;
    },
    send(urls, fetch) {
      const { host } = new URL(publicUrl);
      const body = JSON.stringify({ host, key, keyLocation: urlOf(keyPath(key)), urlList: urls });
      return tell(endpoint, { headers: { 'Content-Type': 'application/json; charset=utf-8' }, body }, fetch);
    },
    messages: {
      counted: 'addresses',
      accepted: 'search engines were told what has changed',
      notTold: 'search engines could not be told what has changed',
      notLookedUp: 'what has changed could not be looked up for search engines',
    },
  };
}

const entriesAtOnce = 500;
