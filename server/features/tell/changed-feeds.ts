import type { Kysely } from 'kysely';
import { feedFormats, feedPath } from '#shared/feed-path.ts';
import { paths } from '#shared/paths.ts';
import { inBatches } from '#server/content/in-batches.ts';
import type { Schema } from '#server/db/schema.ts';
import { visible } from '#server/db/visible.ts';
import type { ChangedEntry } from '#server/freshness/gather-changes.ts';
import { absoluteUrl, type SiteAddress } from '#server/http/site-address.ts';

interface Lookup {
  db: Kysely<Schema>;
  /** ISO 8601 in UTC. */
  now: string;
  site: SiteAddress;
}

/** The addresses of the feeds that have those of these articles and products which visitors see now; those of the whole site first. */
export async function listChangedFeeds(
  { db, now, site }: Lookup,
  changed: readonly ChangedEntry[],
): Promise<string[]> {
  const idsOf = (kind: ChangedEntry['kind']) =>
    changed.filter((entry) => entry.kind === kind).map(({ id }) => id);
  const ofSite = new Set<string>();
  const others = new Set<string>();
  for (const ids of inBatches(idsOf('articles'), idsAtOnce)) {
    const rows = await db
      .selectFrom('articles')
      .select(['author_id', 'tags'])
      .where('id', 'in', ids)
      .where(visible('articles', now))
      .execute();
    for (const row of rows) {
      ofSite.add(paths.home);
      others.add(paths.author(row.author_id));
      const tags: string[] = JSON.parse(row.tags);
      for (const tag of tags) others.add(paths.tag(tag));
    }
  }
  for (const ids of inBatches(idsOf('products'), idsAtOnce)) {
    const rows = await db
      .selectFrom('products')
      .select('category')
      .distinct()
      .where('id', 'in', ids)
      .where(visible('products', now))
      .execute();
    for (const { category } of rows) {
      ofSite.add(paths.products());
      others.add(paths.products({ category }));
    }
  }
  return [...ofSite, ...others].flatMap((page) =>
    feedFormats.map(({ ending }) => absoluteUrl(site, feedPath(page, ending))),
  );
}

const idsAtOnce = 500;
