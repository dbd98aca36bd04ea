import { kindNames } from '#shared/kinds/kind-names.ts';
import { sql, type Transaction } from 'kysely';
import type { SqliteHandles } from '#server/db/open/handles.ts';
import { writeTransaction } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { shortRest, type Rest } from '../index/rests.ts';
import { tablesOf } from './index-tables.ts';

/** Pages of the database that one step writes: some 3 ms, in which the process does nothing else. */
const pagesOfStep = 8;

/**
 * FTS5 puts what each transaction writes into a segment of its own, and merges segments in every few of them: 17 ms for
 * one save of twenty, where indexing it takes 4. So no save merges. Servers do it afterwards, in steps with turns for
 * others in between; a save that meets 64 segments does it all the same. See https://www.sqlite.org/fts5.html#the_automerge_configuration_option
 */
export async function mergeSegments(
  db: SqliteHandles,
  { isStopped = () => false, rest = shortRest }: { isStopped?: () => boolean; rest?: Rest } = {},
): Promise<void> {
  for (const kind of kindNames) {
    const { words } = tablesOf(kind);
    await writeTransaction(db, (trx) => leaveMerging(trx, words));
    while (!isStopped()) {
      const startedAt = performance.now();
      if (!(await writeTransaction(db, (trx) => mergeOnce(trx, words)))) break;
      await rest(performance.now() - startedAt);
    }
  }
}

/** The settings are kept with the table. */
export async function leaveMerging(trx: Transaction<Schema>, words: string): Promise<void> {
  const { rows } = await sql<{ v: number }>`
    select v from ${sql.table(`${words}_config`)} where k = 'automerge'`.execute(trx);
  if (rows[0]?.v === 0) return;
  await command(trx, words, { name: 'automerge', value: 0 });
  await command(trx, words, { name: 'crisismerge', value: 64 });
}

/** Resolves to whether there was anything to merge. */
async function mergeOnce(trx: Transaction<Schema>, words: string): Promise<boolean> {
  const before = await countChanges(trx);
  await command(trx, words, { name: 'merge', value: pagesOfStep });
  return (await countChanges(trx)) - before >= 2;
}

/** FTS5 takes whole numbers only, and a parameter of Node is none. */
async function command(
  trx: Transaction<Schema>,
  words: string,
  { name, value }: { name: string; value: number },
): Promise<void> {
  await sql`insert into ${sql.table(words)} (${sql.ref(words)}, rank) values (${name}, ${sql.lit(value)})`.execute(
    trx,
  );
}

async function countChanges(trx: Transaction<Schema>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(trx);
  return rows[0]?.count ?? 0;
}
