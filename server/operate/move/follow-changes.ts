import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import { indexMarked } from '#server/search/index/index-marked.ts';
import { inBatches } from '#server/content/entries/in-batches.ts';
import type { ChangeLog } from './change-log/change-log.ts';
import { searchMarks } from './moved-tables.ts';
import { isSameSum, sumOf } from './row-sum.ts';
import { inTransaction, quoteText, type RowValues, type Side, type TableShape } from './sides/side.ts';

export interface Following {
  source: Side;
  target: Side;
  /** The target again, for search. */
  targetDb: Database;
  tables: readonly TableShape[];
  log: ChangeLog;
  /** How many rows have been brought over so far that were written meanwhile. */
  followed: number;
}

/**
 * Copies changes of the source since the last call into the target, and indexes them. Keys and rows are read in a
 * single snapshot of the source, so that constraints hold at each step. Resolves to the number of rows.
 */
export async function followChanges(
  following: Following,
  { isDoorClosed }: { isDoorClosed: boolean },
): Promise<number> {
  const { source, target, targetDb, tables, log } = following;
  const gather = () => gatherRows(source, tables, log);
  // On SQLite the door is a transaction already.
  const isWithin = isDoorClosed && source.engine === 'sqlite';
  const { changed, marks } = await (isWithin ? gather() : inTransaction(source, 'write', gather));
  const count = changed.reduce((sum, { keys }) => sum + keys.length, 0);
  if (count + marks.length === 0) return 0;
  await inTransaction(target, 'write', async () => {
    for (const { table, keys } of changed) await target.removeKeys(table, keys);
    for (const { table, keys, rows } of changed) {
      await target.write(table, once(rows));
      if (!isSameSum(sumOf(rows), sumOf(await target.readKeys(table, keys))))
        throw new Error(`rows of ${table.name} that were written meanwhile differ after they were copied`);
    }
    await markForSearch(target, marks);
  });
  await writeTransaction(targetDb, (trx) => indexMarked(trx));
  following.followed += count;
  return count;
}

interface ChangedRows {
  table: TableShape;
  keys: readonly RowValues[];
  /** Rows of those keys that still exist. */
  rows: readonly RowValues[];
}

async function gatherRows(
  source: Side,
  tables: readonly TableShape[],
  log: ChangeLog,
): Promise<{ changed: readonly ChangedRows[]; marks: readonly RowValues[] }> {
  const noted = await log.take();
  const changed: ChangedRows[] = [];
  for (const table of tables) {
    const keys = noted.get(table.name);
    if (keys !== undefined) changed.push({ table, keys, rows: await source.readKeys(table, keys) });
  }
  return { changed, marks: noted.get(searchMarks) ?? [] };
}

async function* once(rows: readonly RowValues[]): AsyncGenerator<readonly RowValues[]> {
  if (rows.length > 0) yield rows;
}

/** Marks entries in the target for indexing; the source has its own marks for them. */
async function markForSearch(target: Side, marks: readonly RowValues[]): Promise<void> {
  for (const some of inBatches(marks, 500)) {
    const values = some.map(([kind, ref]) => `(${quoteText(String(kind))}, ${quoteText(String(ref))}, 1)`);
    await target.run(
      `insert into ${searchMarks} (kind, ref, seq) values ${values.join(', ')} on conflict do nothing`,
    );
  }
}
