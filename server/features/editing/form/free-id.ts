import type { Kysely } from 'kysely';
import { entryPath } from '#shared/address/paths.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import type { Schema } from '#server/db/schema.ts';

/** The numbers that are tried; then the id ends with the beginning of the entry's key. */
const maxNumber = 20;

/** Finds an id that no entry has and that leads nowhere yet: this one, or with a number behind it. */
export async function findFreeId(db: Kysely<Schema>, kind: Kind, id: string, key: string): Promise<string> {
  const ids = [id, ...Array.from({ length: maxNumber - 1 }, (_, index) => `${id}-${index + 2}`)];
  const entries = await db
    .selectFrom('entries')
    .select('id')
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  const redirects = await db
    .selectFrom('redirects')
    .select('from_path')
    .where(
      'from_path',
      'in',
      ids.map((each) => entryPath(kind, each)),
    )
    .execute();
  const taken = new Set(entries.map((entry) => entry.id));
  const leading = new Set(redirects.map(({ from_path: path }) => path));
  const free = ids.find((each) => !taken.has(each) && !leading.has(entryPath(kind, each)));
  return free ?? `${id}-${key.slice(0, 8)}`;
}
