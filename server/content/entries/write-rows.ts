import type { Join } from '#server/db/tables/kind-columns.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { anyRows, anyTable } from './any-table.ts';
import { withChangeTime, type ChangeTimes } from './change-times.ts';
import { inBatches } from './in-batches.ts';
import type { ContentEntry, ContentKind, Row } from '../kinds/content-kind.ts';

export const batchSize = 100;

export interface WriteSteps {
  /** Called with the number of rows in a batch. */
  step: (count: number) => void;
  /** Called with the keys of existing rows that will be overwritten, or whose lists will be. */
  beforeChange?: ((keys: readonly string[]) => Promise<void>) | undefined;
}

interface EntrySteps extends WriteSteps {
  /** Left out: rows are written with the times that they bring. */
  times?: ChangeTimes;
}

interface RowSteps extends WriteSteps {
  /** Makes the written row from a row and its stored version. */
  toWritten?(row: Row, stored: Row | undefined): Row;
}

interface WriteCounts {
  written: number;
  unchanged: number;
}

/** Writes the entries of a kind and the rows of its joins. An entry counts as written when one of them differs. */
export async function writeEntries(
  trx: Transaction<Schema>,
  { name, joins, keep }: Pick<ContentKind, 'name' | 'joins' | 'keep'>,
  entries: readonly ContentEntry[],
  { step, beforeChange, times }: EntrySteps,
): Promise<WriteCounts> {
  const rows = entries.map((entry) => entry.row);
  const changed = new Set<unknown>();
  const toWritten = (row: Row, stored: Row | undefined) => {
    const kept = keep(row, stored);
    return times === undefined ? kept : withChangeTime(name, { row: kept, stored }, times);
  };
  const steps = { step, beforeChange, toWritten };
  for (const row of await writeRows(trx, name, rows, steps)) changed.add(row['id']);
  for (const [index, join] of joins.entries()) {
    const lists = entries.map(({ id, joined }) => ({ id, targets: joined[index] ?? [] }));
    for (const batch of inBatches(lists, batchSize)) {
      const different = await findDifferentJoins(trx, join, batch);
      // Entries whose own row differs have been reported.
      const others = different.map(({ id }) => id).filter((id) => !changed.has(id));
      if (others.length > 0) await beforeChange?.(others);
      await writeJoin(trx, join, different);
      for (const { id } of different) changed.add(id);
    }
  }
  return { written: changed.size, unchanged: entries.length - changed.size };
}

/**
 * Writes the rows that differ from the stored ones, so that an import announces only real changes, and returns them.
 */
export async function writeRows(
  trx: Transaction<Schema>,
  table: Kind | 'media',
  rows: readonly Row[],
  { step, beforeChange, toWritten = (row) => row }: RowSteps,
): Promise<Row[]> {
  const key = keyOf(table);
  const changed: Row[] = [];
  for (const batch of inBatches(rows, batchSize)) {
    const stored = await storedRows(trx, table, batch);
    const different = batch
      .map((row) => toWritten(row, stored.get(row[key])))
      .filter((row) => !isSameRow(row, stored.get(row[key])));
    const overwritten = different.filter((row) => stored.has(row[key])).map((row) => String(row[key]));
    if (overwritten.length > 0) await beforeChange?.(overwritten);
    if (different.length > 0) await upsert(trx, table, different);
    changed.push(...different);
    step(batch.length);
  }
  return changed;
}

/** Removes every row whose key is not in the list. Resolves to the number of removed rows. */
export async function removeOthers(
  trx: Transaction<Schema>,
  table: Kind | 'media',
  kept: ReadonlySet<unknown>,
  beforeRemoval?: (keys: readonly string[]) => Promise<void>,
): Promise<number> {
  const key = keyOf(table);
  const stored = await anyTable(trx).selectFrom(table).select(key).execute();
  const gone = stored.map((row) => row[key]).filter((value) => !kept.has(value));
  for (const batch of inBatches(gone, batchSize)) {
    await beforeRemoval?.(batch.map(String));
    await anyTable(trx).deleteFrom(table).where(key, 'in', batch).execute();
  }
  return gone.length;
}

function keyOf(table: Kind | 'media'): string {
  return table === 'media' ? 'path' : 'id';
}

export function isSameRow(row: Row, stored: Row | undefined): boolean {
  return stored !== undefined && Object.entries(row).every(([column, value]) => stored[column] === value);
}

async function storedRows(
  trx: Transaction<Schema>,
  table: Kind | 'media',
  rows: readonly Row[],
): Promise<ReadonlyMap<unknown, Row>> {
  const key = keyOf(table);
  const keys = rows.map((row) => row[key]);
  const stored = await anyRows(trx, table).where(key, 'in', keys).execute();
  return new Map(stored.map((row) => [row[key], row]));
}

async function upsert(trx: Transaction<Schema>, table: Kind | 'media', rows: readonly Row[]): Promise<void> {
  const key = keyOf(table);
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== key);
  const excluded = (column: string) => sql`${sql.ref(`excluded.${column}`)}`;
  await anyTable(trx)
    .insertInto(table)
    .values(rows)
    .onConflict((oc) =>
      oc.column(key).doUpdateSet(Object.fromEntries(columns.map((column) => [column, excluded(column)]))),
    )
    .execute();
}

interface JoinList {
  id: string;
  targets: readonly string[];
}

/** Lists are compared on their own: removing a product takes its links away from articles that stay as they are. */
async function findDifferentJoins(
  trx: Transaction<Schema>,
  { table, owner, target }: Join,
  lists: readonly JoinList[],
): Promise<JoinList[]> {
  const ids = lists.map((list) => list.id);
  const stored = await anyTable(trx)
    .selectFrom(table)
    .select([owner, target, 'position'])
    .where(owner, 'in', ids)
    .orderBy('position')
    .execute();
  const storedOf = Map.groupBy(stored, (link) => link[owner]);
  return lists.filter(({ id, targets }) => {
    const links = storedOf.get(id) ?? [];
    return links.length !== targets.length || links.some((link, i) => link[target] !== targets[i]);
  });
}

async function writeJoin(
  trx: Transaction<Schema>,
  { table, owner, target }: Join,
  lists: readonly JoinList[],
): Promise<void> {
  for (const { id, targets } of lists) {
    await anyTable(trx).deleteFrom(table).where(owner, '=', id).execute();
    const links = targets.map((targetId, position) => ({ [owner]: id, [target]: targetId, position }));
    if (links.length > 0) await anyTable(trx).insertInto(table).values(links).execute();
  }
}
