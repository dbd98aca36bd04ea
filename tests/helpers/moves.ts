import path from 'node:path';
import { isoAt } from '#server/clock.ts';
import type { DatabaseConfig } from '#server/config.ts';
import { writeTransaction, type Database } from '#server/db/open-database.ts';
import { listMovedTables } from '#server/move/moved-tables.ts';
import { moveDatabase, type MoveOptions, type MoveReport } from '#server/move/move-database.ts';
import { createRowSum, type RowSum } from '#server/move/row-sum.ts';
import { openSide } from '#server/move/sides/open-side.ts';
import { inTransaction } from '#server/move/sides/side.ts';
import { engines, newDatabaseConfig, silentLog, temporaryFolder, type EngineName } from './databases.ts';
import type { TestSite } from './site.ts';

/** From each engine to the other, and within one. */
export const ways: [from: EngineName, to: EngineName][] =
  engines.length === 1
    ? [['sqlite', 'sqlite']]
    : [
        ['sqlite', 'postgres'],
        ['postgres', 'sqlite'],
        ['postgres', 'postgres'],
      ];

/** A database that is not there yet, or has no schema. */
export async function emptyDatabaseConfig(engine: EngineName): Promise<DatabaseConfig> {
  return engine === 'sqlite'
    ? { engine, file: path.join(temporaryFolder(), 'moved', 'site.db') }
    : newDatabaseConfig(engine);
}

/** Moves a site that runs. */
export function moveSite(
  { services: { config } }: Pick<TestSite, 'services'>,
  to: DatabaseConfig,
  options: Partial<MoveOptions> = {},
): Promise<MoveReport | null> {
  return moveDatabase({
    config,
    to,
    isAgain: false,
    pages: 60,
    log: silentLog,
    tell: () => {},
    signal: new AbortController().signal,
    ...options,
  });
}

/** How many rows each table has, and their sums, as read from two databases that nobody writes to. */
export async function sumsOf(
  from: DatabaseConfig,
  to: DatabaseConfig,
): Promise<Record<string, { from: RowSum; to: RowSum }>> {
  const [source, target] = [await openSide(from), await openSide(to)];
  try {
    const { tables } = await listMovedTables(source, target);
    const sums: Record<string, { from: RowSum; to: RowSum }> = {};
    for (const table of tables) {
      const [before, after] = await Promise.all(
        [source, target].map((side) =>
          inTransaction(side, 'snapshot', async () => {
            const sum = createRowSum();
            for await (const rows of side.read(table)) sum.add(rows);
            return sum.total();
          }),
        ),
      );
      if (before && after) sums[table.name] = { from: before, to: after };
    }
    return sums;
  } finally {
    await source.close();
    await target.close();
  }
}

/** Writes to a table that visitors write to. */
export function saveItem(db: Database, accountId: string, item: string): Promise<unknown> {
  return writeTransaction(db, (trx) =>
    trx
      .insertInto('saved_items')
      .values({ account_id: accountId, item: `article:${item}`, saved_at: isoAt(Date.now()) })
      .execute(),
  );
}
