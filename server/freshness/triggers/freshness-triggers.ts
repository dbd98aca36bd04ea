import { sql, type Transaction } from 'kysely';
import type { Engine } from '#server/db/migration.ts';
import type { Repeatable } from '#server/db/repeatable.ts';
import type { Schema } from '#server/db/schema.ts';
import { everyTable } from '../announcements.ts';
import { countingStatements } from './list-counts.ts';
import { postgresTriggers } from './postgres-triggers.ts';
import { sqliteTriggers } from './sqlite-triggers.ts';
import type { TriggerSql } from './trigger-sql.ts';

/** Everything that announcements.ts asks of the database. */
export const freshnessTriggers: Repeatable = {
  name: 'freshness-triggers',
  statements: (engine) => [
    // What is written while the lists are counted would be counted by nobody.
    ...(engine === 'postgres' ? [`lock table ${tableNames().join(', ')} in share row exclusive mode`] : []),
    ...countingStatements(),
    ...triggersOf(engine).flatMap(({ statements }) => statements),
  ],
  async removeFormer(trx, engine) {
    const installed = (await readNames(trx, engine)).filter((name) => ownName().test(name));
    // On PostgreSQL those of the same name are replaced: removing them would stop everybody who reads the tables.
    const replaced = new Set(engine === 'postgres' ? triggersOf(engine).map(({ name }) => name) : []);
    for (const name of installed) {
      if (replaced.has(name)) continue;
      const what = engine === 'sqlite' ? sql`trigger` : sql`function`;
      await sql`drop ${what} ${sql.id(name)} ${sql.raw(engine === 'sqlite' ? '' : 'cascade')}`.execute(trx);
    }
  },
};

function triggersOf(engine: Engine): TriggerSql[] {
  return [...(engine === 'sqlite' ? sqliteTriggers() : postgresTriggers())];
}

function tableNames(): string[] {
  return everyTable().map(([table]) => table);
}

/** What these triggers are called, and were when numbered migrations made them. */
function ownName(): RegExp {
  return new RegExp(`^(?:${tableNames().join('|')})_(?:announce|count)(?:_|$)`);
}

async function readNames(trx: Transaction<Schema>, engine: Engine): Promise<string[]> {
  const { rows } =
    engine === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`.execute(trx)
      : await sql<{ name: string }>`select proname as name from pg_proc
          where pronamespace = current_schema()::regnamespace and prorettype = 'trigger'::regtype`.execute(
          trx,
        );
  return rows.map(({ name }) => name);
}
