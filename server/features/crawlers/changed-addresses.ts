import type { Kysely } from 'kysely';
import { withBase } from '#shared/paths.ts';
import { addressOfEntry } from '#server/content/entry-addresses.ts';
import { inBatches } from '#server/content/in-batches.ts';
import type { Schema } from '#server/db/schema.ts';
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
      const visible = await db
        .selectFrom('sitemap_entries')
        .select('entry_id')
        .where('kind', '=', kind)
        .where(
          'entry_id',
          'in',
          batch.map(({ id }) => id),
        )
        .where('shown_from', '<=', now)
        .execute();
      urls.push(
        ...visible.map(
          ({ entry_id: id }) => indexNow.publicUrl + withBase(basePath, addressOfEntry(kind, id)),
        ),
      );
    }
  }
  return urls;
}

const entriesAtOnce = 500;
