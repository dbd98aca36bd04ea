import { sql, type Kysely } from 'kysely';
import { withBase } from '#shared/paths.ts';
import { addressOfEntry } from '#server/content/entry-addresses.ts';
import { inBatches } from '#server/content/in-batches.ts';
import type { Schema } from '#server/db/schema.ts';
import { isShown } from '#server/db/shown-entries.ts';
import type { ChangedEntry } from '#server/freshness/gather-changes.ts';
import type { IndexNowSite } from './tell-index-now.ts';

interface Lookup {
  db: Kysely<Schema>;
  now: string;
  site: IndexNowSite;
}

/** The whole addresses of those of these entries that visitors see now. */
export async function listPublicAddresses(
  { db, now, site: { indexNow, basePath } }: Lookup,
  entries: readonly ChangedEntry[],
): Promise<string[]> {
  const urls: string[] = [];
  for (const [kind, ofKind] of Map.groupBy(entries, (entry) => entry.kind)) {
    for (const batch of inBatches(ofKind, entriesAtOnce)) {
      const ids = batch.map(({ id }) => id);
      const { rows } = await sql<{ id: string }>`
        select id from ${sql.table(kind)} where ${isShown(kind, now)} and id in (${sql.join(ids)})`.execute(
        db,
      );
      urls.push(...rows.map(({ id }) => indexNow.publicUrl + withBase(basePath, addressOfEntry(kind, id))));
    }
  }
  return urls;
}

const entriesAtOnce = 500;
