import type { Engine } from '#server/db/migration.ts';
import type { Repeatable } from '#server/db/repeatable.ts';
import { everyTable } from '../announcements.ts';
import { countingStatements } from './list-counts.ts';
import { postgresAnnouncing, postgresTriggers } from './postgres-triggers.ts';
import { sqliteTriggers } from './sqlite-triggers.ts';
import type { TriggerSql } from './trigger-sql.ts';

/** Everything that announcements.ts asks of the database. */
export const freshnessTriggers: Repeatable = {
  name: 'freshness-triggers',
  revision: 3,
  statements: (engine) => [
    // What is written while the lists are counted would be counted by nobody.
    ...(engine === 'postgres'
      ? [`lock table ${tableNames().join(', ')} in share row exclusive mode`, ...postgresAnnouncing]
      : []),
    ...countingStatements(),
    ...triggersOf(engine).flatMap(({ statements }) => statements),
  ],
  isOwn: (trigger) => ownName().test(trigger),
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
