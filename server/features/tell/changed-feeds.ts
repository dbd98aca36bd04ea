import { sql, type Kysely, type RawBuilder } from 'kysely';
import { feedPage } from '#server/content/entries/entry-addresses.ts';
import { feedFormats, feedPath } from '#shared/address/feed-path.ts';
import { kindNames, type Kind } from '#shared/kinds/kind-names.ts';
import { paths } from '#shared/address/paths.ts';
import { readTexts } from '#shared/stored-list.ts';
import { inBatches } from '#server/content/entries/in-batches.ts';
import type { Schema } from '#server/db/schema.ts';
import { isShown } from '#server/db/queries/shown-entries.ts';
import type { ChangedEntry } from '#server/freshness/gather-changes.ts';
import { absoluteUrl, type SiteAddress } from '#server/http/request/site-address.ts';

interface Lookup {
  db: Kysely<Schema>;
  /** ISO 8601 in UTC. */
  now: string;
  site: SiteAddress;
}

/** The addresses of the feeds that have those of these entries which visitors see now; those of the whole site first. */
export async function listChangedFeeds(
  { db, now, site }: Lookup,
  changed: readonly ChangedEntry[],
): Promise<string[]> {
  const ofSite: string[] = [];
  const others = new Set<string>();
  for (const kind of kindNames) {
    const page = feedPage(kind);
    if (page === null) continue;
    const ids = changed.filter((entry) => entry.kind === kind).map(({ id }) => id);
    let isShownAnywhere = false;
    for (const batch of inBatches(ids, idsAtOnce)) {
      const columns = narrowed[kind]?.columns ?? ['id'];
      const { rows } = await sql<Row>`
        select distinct ${sql.join(columns.map((column) => sql.ref(column)))}
        from ${narrowed[kind]?.from ?? sql.table(kind)}
        where id in (${sql.join(batch)}) and ${isShown(kind, now)}`.execute(db);
      if (rows.length > 0) isShownAnywhere = true;
      for (const row of rows) for (const narrower of narrowed[kind]?.pages(row) ?? []) others.add(narrower);
    }
    if (isShownAnywhere) ofSite.push(page);
  }
  return [...ofSite, ...others].flatMap((page) =>
    feedFormats.map(({ ending }) => absoluteUrl(site, feedPath(page, ending))),
  );
}

type Row = Readonly<Record<string, unknown>>;

interface Narrowed {
  columns: readonly string[];
  /** Left out: the table of the kind. */
  from?: RawBuilder<unknown>;
  pages(row: Row): string[];
}

/** Pages whose feeds have a part of a kind. */
const narrowed: Partial<Record<Kind, Narrowed>> = {
  articles: {
    columns: ['author_id', 'tags'],
    pages(row) {
      const tagPaths = readTexts(String(row['tags'])).map((tag) => paths.tag(tag));
      return [paths.author(String(row['author_id'])), ...tagPaths];
    },
  },
  products: {
    columns: ['category_id'],
    from: sql`products join product_categories on product_categories.product_id = products.id`,
    pages: (row) => [paths.products({ category: String(row['category_id']) })],
  },
};

const idsAtOnce = 500;
