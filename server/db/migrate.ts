import { sql, type Transaction } from 'kysely';
import type { Log } from '../base/log.ts';
import { version } from '../base/version.ts';
import { buildIndexes, createIndex } from './build-indexes.ts';
import { entryTriggers } from './triggers/entry-triggers.ts';
import type { Engine, IndexMigration, Step } from './migration.ts';
import { migrations } from './migrations.ts';
import { requireUnmoved } from './moving-mark.ts';
import { install, type Repeatable } from './triggers/repeatable.ts';
import type { Schema } from './schema.ts';
import { pendingAtStart, readSchemaState, requireUsable, type SchemaState } from './schema-state.ts';
import { searchTriggers } from './triggers/search-triggers.ts';
import { withShortLocks, type Changeable } from './open/short-locks.ts';
import { freshnessTriggers } from '../freshness/triggers/freshness-triggers.ts';

/** PostgreSQL's advisory lock for changing the schema, and for filling an empty database. */
export const migrationLockId = 7_261_904_315;

/** Functions and triggers that are installed again when their code changes. */
export const repeatables: readonly Repeatable[] = [freshnessTriggers, entryTriggers, searchTriggers];

export interface MigrateOptions {
  /** Migrations known to this build. */
  steps?: readonly Step[];
  /** Name of the build that applies them, for builds that do not know them. */
  madeBy?: string;
  /** Functions and triggers to install. */
  installs?: readonly Repeatable[];
  /** Allows a database that is part of a move; for the move alone. */
  mayBeMoving?: boolean;
  /** Applies contracting migrations, too; called before each, it throws to prevent it. */
  contract?: (trx: Transaction<Schema>, state: SchemaState, step: Step) => Promise<void>;
}

/**
 * Applies missing migrations and then the repeatable ones. Each migration is complete or absent, under a lock, so that
 * a kill leaves a state that every build of these can work with, and two processes that start at once do not collide.
 * Contracting ones are left to `contract`; an empty database, which no earlier build serves, gets everything in one
 * transaction.
 * Resolves to the names of the applied migrations.
 * @throws OperatorError when the database has a migration with which this build may not work; when others lock its
 * tables for minutes; or when a move says that the site is not in it, unless the move itself migrates.
 */
export async function migrate(db: Changeable, log: Log, options: MigrateOptions = {}): Promise<string[]> {
  const applied: string[] = [];
  const built = new Set<string>();
  for (;;) {
    const taken = await withShortLocks(db, log, (trx, holdBriefly) =>
      takeStep(trx, { engine: db.engine, options, built, holdBriefly }),
    );
    if ('toBuild' in taken) {
      await buildIndexes(db.write, taken.toBuild.indexes(db.engine), log);
      built.add(taken.toBuild.name);
      continue;
    }
    applied.push(...taken.names);
    if (taken.isLast) {
      tell(log, applied, taken.state);
      return applied;
    }
  }
}

function tell(log: Log, applied: readonly string[], { pending, unknown }: SchemaState): void {
  const messages = [
    [applied, 'the schema of the database was brought up to date'],
    [namesOf(unknown), 'the database has migrations of a later build, with which this one works'],
    [
      namesOf(pending).filter((name) => !applied.includes(name)),
      'migrations take away what no build needs when all processes are of this one: npm run database -- migrate --contract',
    ],
  ] as const;
  for (const [names, message] of messages) if (names.length > 0) log.info({ migrations: names }, message);
}

function namesOf(all: readonly { name: string }[]): string[] {
  return all.map(({ name }) => name);
}

/** Applied migrations; or one whose indexes must be built outside of a transaction first. */
type Taken =
  | { names: string[]; isLast: false }
  | { names: string[]; isLast: true; state: SchemaState }
  | { toBuild: IndexMigration };

interface StepTools {
  engine: Engine;
  options: MigrateOptions;
  /** The migrations whose indexes are there. */
  built: ReadonlySet<string>;
  /** From then on no lock is waited for long. */
  holdBriefly: () => Promise<void>;
}

async function takeStep(
  trx: Transaction<Schema>,
  { engine, options, built, holdBriefly }: StepTools,
): Promise<Taken> {
  const { steps = migrations, installs = repeatables, mayBeMoving = false, contract } = options;
  const { madeBy = `version ${version}` } = options;
  // On SQLite the transaction itself is the lock: it begins IMMEDIATE.
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${migrationLockId})`.execute(trx);
  await holdBriefly();
  if (!mayBeMoving) await requireUnmoved(trx, engine);
  for (const statement of ownTables) await sql.raw(statement).execute(trx);
  const state = await readSchemaState(trx, engine, steps);
  requireUsable(state);
  if (state.applied.length === 0) {
    for (const step of steps) await runStep(trx, engine, step);
    await noteSteps(trx, steps, madeBy);
    for (const each of installs) await install(trx, engine, each, steps);
    return { names: namesOf(steps), isLast: true, state };
  }
  const step = pendingAtStart(state)[0] ?? (contract && state.pending[0]);
  if (step === undefined) {
    for (const each of installs) await install(trx, engine, each, steps);
    return { names: [], isLast: true, state };
  }
  if (step.phase === 'contract') await contract?.(trx, state, step);
  if (!built.has(step.name)) {
    if ('indexes' in step && engine === 'postgres') return { toBuild: step };
    await runStep(trx, engine, step);
  }
  await noteSteps(trx, [step], madeBy);
  return { names: [step.name], isLast: false };
}

const ownTables = [
  'create table if not exists schema_migrations (name text primary key, applied_at text not null)',
  // Beside it and not in it: builds that knew no phases write there.
  'create table if not exists schema_phases (name text primary key, phase text not null, made_by text not null)',
  'create table if not exists schema_repeatables (name text primary key, hash text not null)',
  `create table if not exists serving_processes (
    id text primary key, made_by text not null, knows text not null, seen_at text not null)`,
];

async function runStep(trx: Transaction<Schema>, engine: Engine, step: Step): Promise<void> {
  if ('up' in step) return step.up(trx, engine);
  for (const index of step.indexes(engine)) await sql.raw(createIndex(index)).execute(trx);
}

async function noteSteps(trx: Transaction<Schema>, steps: readonly Step[], madeBy: string): Promise<void> {
  const appliedAt = new Date().toISOString();
  for (const { name, phase } of steps) {
    await sql`insert into schema_migrations (name, applied_at) values (${name}, ${appliedAt})`.execute(trx);
    await sql`insert into schema_phases (name, phase, made_by) values (${name}, ${phase}, ${madeBy})
      on conflict (name) do update set phase = excluded.phase, made_by = excluded.made_by`.execute(trx);
  }
}
