import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { sql, type Kysely, type Transaction } from 'kysely';
import { inBatches } from '#server/content/entries/in-batches.ts';
import { entriesNaming } from '#server/content/entries/naming-entries.ts';
import { kindsNaming } from '#server/db/tables/kind-columns.ts';
import { engineOf } from '#server/db/queries/engine-of.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Entry } from '#server/content/history/revisions.ts';

type Stamp = Pick<Entry, 'key' | 'version' | 'changed_at'>;

/**
 * Entries whose stored text names another one by its id, the settings of the site included. Nobody else writes them until
 * the transaction ends: a version that is given back is to be the last.
 */
export async function findNaming(trx: Transaction<Schema>, kind: Kind, id: string): Promise<Stamp[]> {
  const isLocking = engineOf(trx) === 'postgres';
  const stamps: Stamp[] = kinds[kind].isFeatured
    ? await trx
        .selectFrom('entries')
        .select(['key', 'version', 'changed_at'])
        .where('kind', '=', 'site')
        .where('deleted_at', 'is', null)
        .$if(isLocking, (query) => query.forUpdate())
        .execute()
    : [];
  for (const naming of kindsNaming(kind)) {
    const entries = entriesNaming(trx, naming, { kind, id }).select(['key', 'version', 'changed_at']);
    // In one order, so that two such changes do not wait for each other.
    const inOrder = entries.orderBy('key').$if(isLocking, (query) => query.forUpdate());
    stamps.push(...(await inOrder.execute()));
  }
  return stamps;
}

/**
 * Gives entries back the versions that they had earlier in the transaction. A new id of an entry that they name is no
 * change of theirs: an open form goes on, and `findPresentIds` finds the new id for the former one in it.
 */
export async function keepVersions(trx: Transaction<Schema>, stamps: readonly Stamp[]): Promise<void> {
  for (const some of inBatches(stamps, 500)) {
    const rows = some.map(({ key, version, changed_at }) => sql`(${key}, ${String(version)}, ${changed_at})`);
    await sql`update entries set version = cast(before.column2 as integer), changed_at = before.column3
      from (values ${sql.join(rows)}) as before where entries.key = before.column1`.execute(trx);
  }
}

/**
 * Raises the versions of everything that names an entry which was once called so. Forms that are open say the former id
 * and mean that entry: before another one takes the id, they are to meet a conflict.
 */
export async function raiseFormerNaming(trx: Transaction<Schema>, kind: Kind, id: string): Promise<void> {
  const renamed = await findRenamed(trx, kind, id);
  if (renamed === null) return;
  const keys = (await findNaming(trx, kind, renamed)).map(({ key }) => key);
  for (const some of inBatches(keys, 500))
    await trx
      .updateTable('entries')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('key', 'in', some)
      .execute();
}

/** Present id of the entry that was renamed from this one; null when none was, or it is gone. */
export async function findRenamed(db: Kysely<Schema>, kind: Kind, id: string): Promise<string | null> {
  const followed = new Set([id]);
  for (let last = id; ;) {
    const event = await db
      .selectFrom('content_events')
      .select('id')
      .where('event', '=', 'rename')
      .where('kind', '=', kind)
      .where('detail', '=', last)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    const next = event?.id ?? null;
    if (next === null || followed.has(next)) return null;
    const entry = await db
      .selectFrom('entries')
      .select('key')
      .where('kind', '=', kind)
      .where('id', '=', next)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (entry) return next;
    followed.add(next);
    last = next;
  }
}
