import type { DatabaseConfig } from '#server/config/config-database.ts';
import { listMovedTables } from '#server/operate/move/moved-tables.ts';
import { createRowSum, isSameSum } from '#server/operate/move/row-sum.ts';
import { openSide } from '#server/operate/move/sides/open-side.ts';
import { inTransaction } from '#server/operate/move/sides/side.ts';

/** Compares all rows of two databases without writers. */
export async function compareRows(
  from: DatabaseConfig,
  to: DatabaseConfig,
): Promise<{ different: string[]; rows: number }> {
  const sides = [await openSide(from), await openSide(to)] as const;
  try {
    const { tables } = await listMovedTables(...sides);
    const different: string[] = [];
    let all = 0;
    for (const table of tables) {
      const [before, after] = [createRowSum(), createRowSum()];
      for (const [side, sum] of [
        [sides[0], before],
        [sides[1], after],
      ] as const) {
        await inTransaction(side, 'snapshot', async () => {
          for await (const rows of side.read(table)) sum.add(rows);
        });
      }
      if (!isSameSum(before.total(), after.total())) different.push(table.name);
      all += after.total().rows;
    }
    return { different, rows: all };
  } finally {
    for (const side of sides) await side.close();
  }
}
