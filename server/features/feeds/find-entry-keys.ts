import type { Kind } from '#shared/kinds/kind-names.ts';
import type { Reader } from '#server/freshness/reader.ts';

/** Finds the lasting keys of these entries, by their ids. The caller already depends on the tags of the rows. */
export async function findEntryKeys(
  { db }: Pick<Reader, 'db'>,
  kind: Kind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('entries')
    .select(['id', 'key'])
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, key }) => [id, key]));
}
