import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { Log } from '../base/log.ts';
import type { NewIndex } from './migration.ts';
import type { Schema } from './schema.ts';

const lookAgainMs = 500;

/**
 * PostgreSQL: builds missing indexes while others read and write. It waits for every transaction that began before, so
 * it may take as long as the longest of them. Remains of a killed build are rebuilt; an index that another process
 * builds is waited for. No lock is held meanwhile: a process waiting for that lock would block the build.
 */
export async function buildIndexes(
  db: Kysely<Schema>,
  indexes: readonly NewIndex[],
  log: Log,
): Promise<void> {
  for (const index of indexes) {
    while (!(await isThere(db, index, log)));
  }
}

export function createIndex({ name, on, isUnique = false }: NewIndex, how = ''): string {
  return `create ${isUnique ? 'unique ' : ''}index ${how} ${name} on ${on}`;
}

/** Takes one step towards it. */
async function isThere(db: Kysely<Schema>, index: NewIndex, log: Log): Promise<boolean> {
  const { name } = index;
  const state = await findIndex(db, name);
  if (state === null) {
    log.info({ index: name }, 'an index is built while the site goes on');
    await unlessOvertaken(sql.raw(createIndex(index, 'concurrently')).execute(db));
    return false;
  }
  if (state.isValid) return true;
  if (state.isBuilt) await delay(lookAgainMs);
  else {
    log.warn({ index: name }, 'an index that was not finished is built anew');
    await unlessOvertaken(sql`drop index concurrently if exists ${sql.id(name)}`.execute(db));
  }
  return false;
}

/** Looks up an index. An invalid one is being built, or remains of an unfinished build. */
async function findIndex(
  db: Kysely<Schema>,
  name: string,
): Promise<{ isValid: boolean; isBuilt: boolean } | null> {
  const { rows } = await sql<{ isValid: boolean; isBuilt: boolean }>`
    select indisvalid as "isValid",
      exists (select from pg_stat_progress_create_index where index_relid = indexrelid) as "isBuilt"
    from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  return rows[0] ?? null;
}

async function unlessOvertaken(change: Promise<unknown>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (!isOvertaken(error)) throw error;
  }
}

/**
 * Whether another process has begun to build it, as a table of that name or at the same time; or PostgreSQL has ended
 * one of two statements that wait for each other, after a second, since an index of the same table is being built.
 */
function isOvertaken(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  if (error.code === '42P07' || error.code === '40P01') return true;
  return error.code === '23505' && 'constraint' in error && error.constraint === 'pg_class_relname_nsp_index';
}
