import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Engine, Step } from '../migration.ts';
import type { Schema } from '../schema.ts';
import { removeTriggers } from './triggers.ts';

/** Part of the schema that is installed again whenever its text changes, unlike the parts of numbered migrations. */
export interface Repeatable {
  name: string;
  /** Raised with each change of its text that comes without a migration: an earlier build leaves a later one's. */
  revision: number;
  statements(engine: Engine): readonly string[];
  /** Whether it made a trigger of this name, now or with another text, or a numbered migration did before. */
  isOwn(trigger: string): boolean;
}

/**
 * Does nothing when the database has this text already, or that of a later build: a later build running beside this one
 * needs it, and it announces everything that an earlier build waits for.
 */
export async function install(
  trx: Transaction<Schema>,
  engine: Engine,
  repeatable: Repeatable,
  steps: readonly Pick<Step, 'name'>[],
): Promise<void> {
  const { name, isOwn } = repeatable;
  const texts = repeatable.statements(engine);
  const stored = await readStored(trx, name);
  const own = { revision: revisionAmong(steps, repeatable), hash: hashOf(texts) };
  if (stored.revision > own.revision) return;
  if (stored.hash !== own.hash) {
    await removeTriggers(trx, engine, (trigger) => isOwn(trigger) && !isReplaced(texts, trigger));
    for (const text of texts) await sql.raw(text).execute(trx);
  } else if (stored.revision === own.revision) return;
  await sql`insert into schema_repeatables (name, hash) values (${name}, ${`${own.revision}:${own.hash}`})
    on conflict (name) do update set hash = excluded.hash`.execute(trx);
}

/** Whether one build is later than another: it has more migrations, or as many and a later revision. */
function revisionAmong(steps: readonly Pick<Step, 'name'>[], { revision }: Repeatable): number {
  return Number(steps.at(-1)?.name.slice(0, 4) ?? 0) * 1000 + revision;
}

export function hashOf(statements: readonly string[]): string {
  return createHash('sha256').update(statements.join('\n')).digest('hex');
}

/** Builds that knew no revisions have stored the hash alone. */
async function readStored(
  trx: Transaction<Schema>,
  name: string,
): Promise<{ revision: number; hash: string }> {
  const { rows } = await sql<{
    hash: string;
  }>`select hash from schema_repeatables where name = ${name}`.execute(trx);
  const [, revision = '0', hash = ''] = /^(?:(\d+):)?(.*)$/.exec(rows[0]?.hash ?? '') ?? [];
  return { revision: Number(revision), hash };
}

/** On PostgreSQL a trigger replaces that of its name: removing it first would block every reader of the table. */
function isReplaced(statements: readonly string[], trigger: string): boolean {
  return statements.some((text) => text.startsWith(`create or replace trigger ${trigger} `));
}
