import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { migrations } from '#server/db/migrations.ts';
import {
  openDatabase,
  openForVisitors,
  writeTransaction,
  type Database,
} from '#server/db/open/open-database.ts';
import { engines, newDatabaseConfig, silentLog } from '../helpers/databases.ts';

/** A table that is there, and a column of it that can be written. */
interface Table {
  name: string;
  column: string;
}

async function listTables(db: Database): Promise<Table[]> {
  const { rows } = await (
    db.engine === 'sqlite'
      ? sql<Table>`select tables.name, columns.name as column from pragma_table_list as tables
          join pragma_table_xinfo(tables.name) as columns
          where tables.schema = 'main' and tables.type = 'table' and tables.name not like 'sqlite%'
            and tables.name not like '%words%' and columns.hidden = 0 and columns.cid = 0`
      : sql<Table>`select table_name as name, min(column_name) as column from information_schema.columns
          where table_schema = current_schema() and is_generated = 'NEVER' and is_identity = 'NO'
          group by table_name`
  ).execute(db.read);
  return rows;
}

/** Visitors and editors at every table, as long as they let it, and a report that reads all of them at once. */
function work(db: Database, tables: readonly Table[]) {
  const failures: string[] = [];
  let rounds = 0;
  let isOver = false;
  const repeat = async (act: () => Promise<unknown>, pauseMs = 1) => {
    while (!isOver) {
      await act().catch((error: unknown) => failures.push(String(error)));
      rounds += 1;
      await delay(pauseMs);
    }
  };
  const atEach = (act: (table: Table) => Promise<unknown>) => {
    let last = 0;
    return async () => {
      const table = tables[(last += 1) % tables.length];
      if (table !== undefined) await act(table);
    };
  };
  const read = atEach(({ name, column }) =>
    sql`select ${sql.ref(column)} from ${sql.table(name)} limit 5`.execute(db.read),
  );
  const write = atEach(({ name, column }) =>
    writeTransaction(db, (trx) =>
      sql`update ${sql.table(name)} set ${sql.ref(column)} = ${sql.ref(column)}`.execute(trx),
    ),
  );
  const counts = tables.map(({ name }) => sql`(select count(*) from ${sql.table(name)})`);
  const report = () =>
    db.read.transaction().execute(async (trx) => {
      if (counts.length > 0) await sql`select ${sql.join(counts)}`.execute(trx);
      await delay(100);
    });
  const working = [repeat(read), repeat(write)];
  // With pauses: some of the early ones change several tables, one of which it has always read before another.
  if (db.engine === 'postgres') working.push(repeat(report, 400));
  return {
    async goOn() {
      const enough = rounds + 10;
      await expect.poll(() => rounds).toBeGreaterThan(enough);
    },
    async end(): Promise<string[]> {
      isOver = true;
      await Promise.all(working);
      return failures;
    },
  };
}

/** Tables that no build which knows the migration reads any more. */
const takenAway: Readonly<Record<string, string>> = { '0029-no-sitemap-entries': 'sitemap_entries' };

test.for(engines)(
  'every migration, to the newest, is applied on %s while all tables are read and written',
  async (engine) => {
    const config = await newDatabaseConfig(engine);
    const db = await openDatabase(config, silentLog, { steps: migrations.slice(0, 1), installs: [] });
    onTestFinished(() => db.close());
    const visitors = await openForVisitors(config, silentLog);
    onTestFinished(() => visitors.close());
    for (const [index, { name, phase }] of migrations.entries()) {
      if (index === 0) continue;
      // Nobody else serves then.
      const tables = phase === 'stop' ? [] : await listTables(db);
      const working = work(
        visitors,
        tables.filter((table) => table.name !== takenAway[name]),
      );
      await working.goOn();
      const steps = migrations.slice(0, index + 1);
      expect(await migrate(db, silentLog, { steps, installs: [], contract: async () => {} })).toEqual([name]);
      await working.goOn();
      expect(await working.end(), name).toEqual([]);
    }
  },
);
