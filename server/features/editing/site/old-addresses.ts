import { isKind } from '#shared/kinds/kind-names.ts';
import { entryPath } from '#shared/address/paths.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { entryTags, tags } from '#server/freshness/tags.ts';
import { findPublication, isVisibleAt } from '#server/content/entries/entry-visibility.ts';

/** Instead of data: the address was a page once. */
export class OldAddress {
  /** Site path without the base path, perhaps with a query. Null: the page is gone for good. */
  readonly leadsTo: string | null;

  constructor(leadsTo: string | null) {
    this.leadsTo = leadsTo;
  }
}

/**
 * Finds the target of a site path without a page; the path is in its one spelling. Resolves to null when it never was a
 * page, and when its target cannot be seen: a visitor must not be able to tell which.
 */
export async function findOldAddress(reader: Reader, path: string): Promise<OldAddress | null> {
  reader.dependsOn(tags.redirect(path));
  const row = await reader.db
    .selectFrom('redirects')
    .leftJoin('entries', (join) =>
      join.onRef('entries.key', '=', 'redirects.entry_key').on('entries.deleted_at', 'is', null),
    )
    .select(['redirects.to_path', 'redirects.is_gone', 'entries.kind', 'entries.id'])
    .where('redirects.from_path', '=', path)
    .executeTakeFirst();
  if (!row) return null;
  if (row.is_gone) return new OldAddress(null);
  const leadsTo = row.to_path ?? (await findVisibleAddress(reader, row));
  return leadsTo === null || leadsTo === path ? null : new OldAddress(leadsTo);
}

async function findVisibleAddress(
  reader: Reader,
  { kind, id }: { kind: string | null; id: string | null },
): Promise<string | null> {
  if (kind !== null && id !== null && isKind(kind)) {
    reader.dependsOn(entryTags[kind](id));
    const publication = await findPublication(reader.db, kind, id);
    if (isVisibleAt(publication, reader.now)) return entryPath(kind, id);
    if (publication !== null) {
      const { status, published_at } = publication;
      if (status === 'published' && published_at !== null) reader.expiresAt(published_at);
      return null;
    }
  }
  // In the trash or never published: the row that comes may have any id, so no tag says when. Such an answer is not kept.
  reader.expiresAt(reader.now);
  return null;
}
