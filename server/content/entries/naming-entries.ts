import { sql, type Kysely } from 'kysely';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { joinsTo, referencesTo } from '#server/db/tables/kind-columns.ts';
import type { Schema } from '#server/db/schema.ts';
import { anyTable } from './any-table.ts';

/** Entries of a kind whose stored rows refer to another entry, without those in the trash. */
export function entriesNaming(db: Kysely<Schema>, naming: Kind, { kind, id }: { kind: Kind; id: string }) {
  const ids = [
    ...referencesTo(kind)
      .filter((reference) => reference.kind === naming)
      .map(({ column }) => anyTable(db).selectFrom(naming).select('id').where(column, '=', id)),
    ...joinsTo(kind)
      .filter((join) => join.kind === naming)
      .map(({ table, owner, target }) =>
        anyTable(db).selectFrom(table).select(`${owner} as id`).where(target, '=', id),
      ),
  ];
  const [first, ...others] = ids;
  if (first === undefined) throw new Error(`${naming} name no ${kind}`);
  const union = others.reduce((all, query) => all.union(query), first);
  return db
    .selectFrom('entries')
    .where('kind', '=', naming)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`entries.id in ${union}`);
}

/** Whether rows have this text where the id of such an entry may stand, as products name a category that nobody made. */
export async function isNameAlone(db: Kysely<Schema>, kind: Kind, text: string): Promise<boolean> {
  for (const { kind: naming, column, isOpen } of referencesTo(kind)) {
    if (!isOpen) continue;
    const rows = anyTable(db).selectFrom(naming).select('id').where(column, '=', text);
    if ((await rows.limit(1).executeTakeFirst()) !== undefined) return true;
  }
  return false;
}
