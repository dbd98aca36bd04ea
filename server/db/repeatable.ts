import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Engine } from './migration.ts';
import type { Schema } from './schema.ts';

/** Part of the schema that is made anew whenever its text changes, unlike what a numbered migration made once. */
export interface Repeatable {
  name: string;
  statements(engine: Engine): readonly string[];
  /** Removes what another text of it installed, or a numbered migration, and these statements do not replace. */
  removeFormer(trx: Transaction<Schema>, engine: Engine): Promise<void>;
}

/** Does nothing when the database has this text already. */
export async function install(
  trx: Transaction<Schema>,
  engine: Engine,
  repeatable: Repeatable,
): Promise<void> {
  const { name } = repeatable;
  const statements = repeatable.statements(engine);
  const hash = createHash('sha256').update(statements.join('\n')).digest('hex');
  await sql`create table if not exists schema_repeatables (name text primary key, hash text not null)`.execute(
    trx,
  );
  const { rows } = await sql<{
    hash: string;
  }>`select hash from schema_repeatables where name = ${name}`.execute(trx);
  if (rows[0]?.hash === hash) return;
  await repeatable.removeFormer(trx, engine);
  for (const statement of statements) await sql.raw(statement).execute(trx);
  await sql`insert into schema_repeatables (name, hash) values (${name}, ${hash})
    on conflict (name) do update set hash = excluded.hash`.execute(trx);
}
