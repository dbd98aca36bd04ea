import type { Transaction } from 'kysely';
import { isKind, type Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { anyTable } from '#server/content/entries/any-table.ts';
import { joinsOf, joinsTo, type Join } from '#server/db/tables/kind-columns.ts';
import type { Schema } from '#server/db/schema.ts';

interface Placed {
  kind: Kind;
  key: string;
}

/**
 * Notes in which lists an entry stands, and where, before its row takes these links with it. Of two kinds, one at most
 * has a list of the other: the keys of both entries say which list it was. `product_key` is the key of the entry that
 * stands in the list, `article_key` of the one that has it; the columns are named after the first such list.
 */
export async function noteMentions(
  trx: Transaction<Schema>,
  kind: Kind,
  { key, id }: { key: string; id: string },
): Promise<void> {
  for (const { kind: owning, table, owner, target } of joinsTo(kind)) {
    const links = await anyTable(trx)
      .selectFrom(table)
      .select([owner, 'position'])
      .where(target, '=', id)
      .execute();
    const keys = await findKeys(
      trx,
      owning,
      links.map((link) => String(link[owner])),
    );
    for (const link of links) {
      const article_key = keys.get(String(link[owner]));
      if (article_key !== undefined)
        await note(trx, { product_key: key, article_key, position: Number(link['position']) });
    }
  }
}

/**
 * Splits the lists of an entry that comes back into the entries that are there and those in the trash, which it gets
 * back with them. Entries that are gone for good have no place any more.
 */
export async function setLostApart(
  trx: Transaction<Schema>,
  { kind, key }: Placed,
  joined: readonly (readonly string[])[],
): Promise<(readonly string[])[]> {
  const lists: (readonly string[])[] = [];
  for (const [index, { to }] of joinsOf([kind]).entries()) {
    const ids = joined[index] ?? [];
    const rows =
      ids.length === 0 ? [] : await trx.selectFrom(to).select('id').where('id', 'in', ids).execute();
    const present = new Set(rows.map(({ id }) => id));
    const lost = ids.filter((id) => !present.has(id));
    for (const [id, product_key] of await findRemoved(trx, to, lost))
      await note(trx, { product_key, article_key: key, position: ids.indexOf(id) });
    lists.push(ids.filter((id) => present.has(id)));
  }
  return lists;
}

/** Keys by id; of several that had an id, the one that was removed last. */
async function findRemoved(
  trx: Transaction<Schema>,
  kind: Kind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const removed = await trx
    .selectFrom('entries')
    .select(['key', 'id'])
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at')
    .execute();
  return new Map(removed.map(({ id, key }) => [id, key]));
}

async function findKeys(
  trx: Transaction<Schema>,
  kind: Kind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const entries = await trx
    .selectFrom('entries')
    .select(['key', 'id'])
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(entries.map(({ id, key }) => [id, key]));
}

async function note(
  trx: Transaction<Schema>,
  mention: { product_key: string; article_key: string; position: number },
): Promise<void> {
  await trx
    .insertInto('lost_mentions')
    .values(mention)
    .onConflict((oc) => oc.columns(['product_key', 'article_key']).doNothing())
    .execute();
}

/** Gives lists the entries back that stood in them, once both are there: after either of them has left the trash. */
export async function giveMentionsBack(trx: Transaction<Schema>, restoredKey: string): Promise<void> {
  const mentions = await trx
    .selectFrom('lost_mentions')
    .innerJoin('entries as listed', 'listed.key', 'lost_mentions.product_key')
    .innerJoin('entries as owner', 'owner.key', 'lost_mentions.article_key')
    .select(['product_key', 'article_key', 'position', 'listed.kind as listedKind', 'listed.id as listedId'])
    .select(['owner.kind as ownerKind', 'owner.id as ownerId'])
    .where((eb) => eb.or([eb('product_key', '=', restoredKey), eb('article_key', '=', restoredKey)]))
    .where('listed.deleted_at', 'is', null)
    .where('owner.deleted_at', 'is', null)
    .orderBy('position')
    .execute();
  for (const { product_key, article_key, position, listedKind, listedId, ownerKind, ownerId } of mentions) {
    const join = isKind(ownerKind) ? joinsOf([ownerKind]).find(({ to }) => to === listedKind) : undefined;
    if (join !== undefined) await insertListed(trx, join, { owner: ownerId, listed: listedId, position });
    await trx
      .deleteFrom('lost_mentions')
      .where('product_key', '=', product_key)
      .where('article_key', '=', article_key)
      .execute();
  }
}

interface Mention {
  owner: string;
  listed: string;
  position: number;
}

/**
 * Puts an entry where it stood, unless it stands in the list again or the list has become too long. Others that were
 * removed have left their places empty, to which they come back in any order.
 */
async function insertListed(
  trx: Transaction<Schema>,
  { kind, name, table, owner, target }: Join,
  mention: Mention,
): Promise<void> {
  const db = anyTable(trx);
  const rows = await db
    .selectFrom(table)
    .select([target, 'position'])
    .where(owner, '=', mention.owner)
    .execute();
  const maxItems = kinds[kind].fields[name]?.maxItems ?? Infinity;
  if (rows.length >= maxItems || rows.some((row) => row[target] === mention.listed)) return;
  if (rows.some((row) => row['position'] === mention.position))
    await db
      .updateTable(table)
      .set((eb) => ({ position: eb('position', '+', 1) }))
      .where(owner, '=', mention.owner)
      .where('position', '>=', mention.position)
      .execute();
  await db
    .insertInto(table)
    .values({ [owner]: mention.owner, [target]: mention.listed, position: mention.position })
    .execute();
}
