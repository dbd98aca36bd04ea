import { setImmediate as nextTurn } from 'node:timers/promises';
import { createRowSum, isSameSum, type RowSum } from './row-sum.ts';
import { countOn, setAside, type SetAside } from './set-aside.ts';
import { inTransaction, quote, quoteAll, type RowValues, type Side, type TableShape } from './sides/side.ts';

interface CopyOptions {
  /** Its one state in a transaction. */
  snapshot: Side;
  target: Side;
  tables: readonly TableShape[];
  /** Called before each batch; an exception ends the copying. */
  onRows: (table: string, rows: number) => void;
}

interface Copied {
  /** Parts to be made in the target when all rows are there. */
  aside: SetAside;
  rows: number;
}

/** Copies all rows in one transaction, and compares both databases by the sums of their rows, read again. */
export async function copyRows({ snapshot, target, tables, onRows }: CopyOptions): Promise<Copied> {
  const copied = await inTransaction(target, 'write', async () => {
    const aside = await setAside(target, tables);
    // Rows that the migrations have inserted.
    for (const { name } of tables) await target.run(`delete from ${quote(name)}`);
    let rows = 0;
    for (const table of tables) {
      const read = createRowSum();
      await target.write(
        table,
        watched(snapshot.read(table), read.add, (count) => onRows(table.name, count)),
      );
      rows += await requireSame(table, target, read.total());
    }
    for (const statement of aside.indexes) await target.run(statement);
    await countOn(target);
    return { aside, rows };
  });
  // PostgreSQL would do this by itself some minutes later: pages are rendered before.
  if (target.engine === 'postgres')
    await target.run(`vacuum analyze ${quoteAll(tables.map(({ name }) => name))}`);
  return copied;
}

async function requireSame(table: TableShape, target: Side, expected: RowSum): Promise<number> {
  const written = createRowSum();
  for await (const rows of target.read(table)) written.add(rows);
  const sum = written.total();
  if (!isSameSum(expected, sum))
    throw new Error(
      `the rows of ${table.name} differ after they were copied: ${expected.rows} and ${sum.rows}, sums ${expected.lanes.join('.')} and ${sum.lanes.join('.')}`,
    );
  return sum.rows;
}

async function* watched(
  batches: AsyncIterable<readonly RowValues[]>,
  add: (rows: readonly RowValues[]) => void,
  onRows: (rows: number) => void,
): AsyncGenerator<readonly RowValues[]> {
  for await (const rows of batches) {
    // So that a signal is heard while one file is read into another.
    await nextTurn();
    onRows(rows.length);
    add(rows);
    yield rows;
  }
}
