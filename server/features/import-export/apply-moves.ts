import type { Transaction } from 'kysely';
import { anyTable } from '#server/content/entries/any-table.ts';
import { entryPath } from '#shared/address/paths.ts';
import { redirectToEntry, removeOwnRedirect } from '#server/content/entries/entry-redirects.ts';
import { findPublication, isVisibleAt } from '#server/content/entries/entry-visibility.ts';
import { inBatches } from '#server/content/entries/in-batches.ts';
import { moveEntry } from '#server/content/entries/move-entry.ts';
import { addImported, keepEntries, moveToTrash } from '#server/content/history/revisions.ts';
import { batchSize } from '#server/content/entries/write-rows.ts';
import { columnsOf } from '#server/db/tables/columns.ts';
import { referencesTo } from '#server/db/tables/kind-columns.ts';
import type { Engine } from '#server/db/migration.ts';
import type { Schema } from '#server/db/schema.ts';
import { nameOf, type Move, type Moves } from './find-moves.ts';

interface Place {
  engine: Engine;
  /** ISO 8601 in UTC. */
  at: string;
}

/**
 * Gives the entries of renamed files their new names, before anything of the folder is written: what links to an old
 * address is led to the new one, and feeds know the entry by its key.
 */
export async function applyMoves(
  trx: Transaction<Schema>,
  { moved, replaced, added }: Moves,
  { engine, at }: Place,
): Promise<void> {
  const step = (move: Move) => moveEntry(trx, engine, { ...move, at });
  const visible: Move[] = [];
  for (const move of moved) {
    const { kind, from } = move;
    if (isVisibleAt(await findPublication(trx, kind, from), at)) visible.push(move);
    await keepEntries(trx, kind, [from], at);
  }
  for (const { kind, key, id, by } of replaced) {
    await moveToTrash(trx, kind, [id], at);
    // Entries that name it are written or removed by this import; until then they need another.
    for (const { kind: naming, column } of referencesTo(kind))
      await anyTable(trx)
        .updateTable(naming)
        .set({ [column]: by.from })
        .where(column, '=', id)
        .execute();
    await anyTable(trx).deleteFrom(kind).where('id', '=', id).execute();
    // The trigger has done so when there was a row: a draft that was never published has none.
    await trx
      .updateTable('entries')
      .set({ deleted_at: at })
      .where('key', '=', key)
      .where('deleted_at', 'is', null)
      .execute();
  }
  // Two may have exchanged their names: whose new name is still taken steps aside first.
  const taken = new Set(moved.map(({ kind, from }) => nameOf(kind, from)));
  const [crossing, others] = [
    moved.filter(({ kind, to }) => taken.has(nameOf(kind, to))),
    moved.filter(({ kind, to }) => !taken.has(nameOf(kind, to))),
  ];
  for (const move of crossing) await step({ ...move, to: asideOf(move) });
  for (const move of others) await step(move);
  for (const move of crossing) await step({ ...move, from: asideOf(move) });
  await leadOn(trx, { moved, visible }, at);
  await recordMoves(trx, moved, at);
  await addKeys(trx, added, at);
}

/** Old addresses lead to the entry, unless another has taken its name. */
async function leadOn(
  trx: Transaction<Schema>,
  { moved, visible }: { moved: readonly Move[]; visible: readonly Move[] },
  at: string,
): Promise<void> {
  for (const { kind, key, to } of moved) await removeOwnRedirect(trx, entryPath(kind, to), key);
  const names = new Set(moved.map(({ kind, to }) => nameOf(kind, to)));
  for (const { kind, key, from } of visible) {
    if (!names.has(nameOf(kind, from)))
      await redirectToEntry(trx, { from: entryPath(kind, from), entryKey: key, by: '', at });
  }
}

async function recordMoves(trx: Transaction<Schema>, moved: readonly Move[], at: string): Promise<void> {
  for (const [kind, ofKind] of Map.groupBy(moved, (move) => move.kind)) {
    for (const some of inBatches(ofKind, batchSize)) {
      const keys = some.map(({ key }) => key);
      const query = trx.selectFrom('entries').select(columnsOf.entries).where('key', 'in', keys);
      await addImported(trx, await query.execute(), { kind, at, action: 'rename' });
    }
  }
}

/** A row's trigger finds the entry and makes no other. */
async function addKeys(trx: Transaction<Schema>, added: Moves['added'], at: string): Promise<void> {
  const made = { version: 0, title: '', state: 'draft', changed_at: at, deleted_at: null } as const;
  const unknown = added.filter(({ isInTrash }) => !isInTrash);
  for (const some of inBatches(unknown, batchSize)) {
    const rows = some.map(({ kind, key, id }) => ({ kind, key, id, ...made }));
    await trx.insertInto('entries').values(rows).execute();
  }
  for (const { key, id, isInTrash } of added) {
    if (!isInTrash) continue;
    const back = { id, deleted_at: null, changed_at: at };
    await trx.updateTable('entries').set(back).where('key', '=', key).execute();
  }
}

/** No file can be called so. */
function asideOf({ key }: Move): string {
  return `_${key}`;
}
