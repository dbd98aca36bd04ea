import { sql, type Transaction } from 'kysely';
import type { Engine } from '../migration.ts';
import type { Schema } from '../schema.ts';

interface TriggerText {
  /** When it fires: `after insert on …`. */
  event: string;
  /** The statements that it runs, each with its semicolon. */
  body: string;
}

export function sqliteTrigger(name: string, { event, body }: TriggerText): string {
  return `create trigger ${name} ${event} begin ${body} end`;
}

/** A trigger and its function, both with this name. They replace those of that name. */
export function postgresTrigger(name: string, { event, body }: TriggerText): string[] {
  return [
    `create or replace function ${name}() returns trigger language plpgsql as $$
begin
  ${body}
  return null;
end $$`,
    `create or replace trigger ${name} ${event} execute function ${name}()`,
  ];
}

/** Removes the triggers of the names that `isFormer` is true of. */
export async function removeTriggers(
  trx: Transaction<Schema>,
  engine: Engine,
  isFormer: (name: string) => boolean,
): Promise<void> {
  for (const name of (await listTriggers(trx, engine)).filter(isFormer)) {
    // On PostgreSQL a trigger goes with its function.
    if (engine === 'sqlite') await sql`drop trigger ${sql.id(name)}`.execute(trx);
    else await sql`drop function ${sql.id(name)} cascade`.execute(trx);
  }
}

async function listTriggers(trx: Transaction<Schema>, engine: Engine): Promise<string[]> {
  const { rows } =
    engine === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`.execute(trx)
      : await sql<{ name: string }>`select proname as name from pg_proc
          where pronamespace = current_schema()::regnamespace and prorettype = 'trigger'::regtype`.execute(
          trx,
        );
  return rows.map(({ name }) => name);
}
