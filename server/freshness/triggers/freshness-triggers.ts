import type { Engine } from '#server/db/migration.ts';
import type { Repeatable } from '#server/db/triggers/repeatable.ts';
import { announcementsRevision, everyTable } from '../announcements.ts';
import { countingStatements } from './list-counts.ts';
import { postgresAnnouncing, postgresTriggers } from './postgres-triggers.ts';
import { sqliteTriggers } from './sqlite-triggers.ts';
import type { TriggerSql } from './trigger-sql.ts';

/** Triggers for everything in announcements.ts. */
export const freshnessTriggers: Repeatable = {
  name: 'freshness-triggers',
  revision: announcementsRevision,
  statements: (engine) => [
    // A write during the counting would be missed by both the count and the trigger.
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

/** Pattern of the names of these triggers, now and when numbered migrations made them. */
function ownName(): RegExp {
  return new RegExp(`^(?:${tableNames().join('|')})_(?:announce|count)(?:_|$)`);
}
