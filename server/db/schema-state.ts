import { sql, type Kysely } from 'kysely';
import { OperatorError } from '../base/errors.ts';
import type { Engine, Phase, Step } from './migration.ts';
import type { Schema } from './schema.ts';

export interface AppliedMigration {
  name: string;
  appliedAt: string;
  /** Null: a build applied it that did not say so yet, or something else than a migration. */
  phase: Phase | null;
  madeBy: string | null;
}

/** Migrations of the database compared with those of this build. */
export interface SchemaState {
  applied: readonly AppliedMigration[];
  /** In their order. */
  pending: readonly Step[];
  /** Migrations of the database that this build does not know. */
  unknown: readonly AppliedMigration[];
}

/** Reads and changes nothing. A database without our schema has applied nothing. */
export async function readSchemaState(
  db: Kysely<Schema>,
  engine: Engine,
  steps: readonly Step[],
): Promise<SchemaState> {
  const applied = (await hasTable(db, engine, 'schema_migrations')) ? await readApplied(db, engine) : [];
  const names = new Set(applied.map(({ name }) => name));
  return {
    applied,
    pending: steps.filter(({ name }) => !names.has(name)),
    unknown: applied.filter(({ name }) => !steps.some((step) => step.name === name)),
  };
}

async function readApplied(db: Kysely<Schema>, engine: Engine): Promise<AppliedMigration[]> {
  const hasPhases = await hasTable(db, engine, 'schema_phases');
  const said = hasPhases ? sql`schema_phases` : sql`(select '' as name, '' as phase, '' as made_by)`;
  const { rows } = await sql<AppliedMigration>`
    select schema_migrations.name, applied_at as "appliedAt", said.phase, said.made_by as "madeBy"
    from schema_migrations left join ${said} as said on said.name = schema_migrations.name
    order by schema_migrations.name`.execute(db);
  return rows;
}

/** Whether this database has the table. */
export async function hasTable(db: Kysely<Schema>, engine: Engine, name: string): Promise<boolean> {
  const { rows } = await (
    engine === 'sqlite'
      ? sql`select 1 from sqlite_master where type = 'table' and name = ${name}`
      : sql`select 1 from pg_class where oid = to_regclass(${name})`
  ).execute(db);
  return rows.length > 0;
}

/** Migrations that a server applies by itself. */
export function pendingAtStart({ pending }: Pick<SchemaState, 'pending'>): Step[] {
  return pending.filter(({ phase }) => phase !== 'contract');
}

/** Whether this build works on the database as it is. */
export function isUsable(state: SchemaState): boolean {
  return pendingAtStart(state).length === 0 && findObstacles(state.unknown).length === 0;
}

/** Migrations of other builds with which this one may not work. */
export function findObstacles<Known extends Pick<AppliedMigration, 'phase'>>(
  unknown: readonly Known[],
): Known[] {
  return unknown.filter(({ phase }) => phase !== 'expand');
}

/** @throws OperatorError when an unknown build has removed something that this one needs, or may have. */
export function requireUsable({ unknown }: SchemaState): void {
  const obstacles = findObstacles(unknown);
  if (obstacles.length === 0) return;
  throw new OperatorError(
    `The database is newer than this version of the program: it has the migration(s) ${obstacles
      .map(describeObstacle)
      .join(
        ', ',
      )}. Start the version that made it, or a later one; the way back is a backup of the time before (npm run restore).`,
  );
}

function describeObstacle({ name, phase, madeBy, appliedAt }: AppliedMigration): string {
  if (phase === null || madeBy === null) return name;
  return `${name} (${phase}, applied by ${madeBy} at ${appliedAt})`;
}
