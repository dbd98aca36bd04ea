import { sql, type Kysely } from 'kysely';
import { OperatorError } from '../errors.ts';
import type { Engine } from './migration.ts';
import type { Schema } from './schema.ts';

/**
 * What a database says of itself while a move copies it, and afterwards (server/move/). `moving`: it is the site's, and
 * another is made of it. `moved`: that other one is the site's now. `filling` and `filled`: it is not the site's yet.
 */
export interface MovingMark {
  state: 'moving' | 'moved' | 'filling' | 'filled';
  /** The other database, without a password. */
  place: string;
  at: string;
  /** The same in both databases of a move. */
  token: string;
}

/** Asks a database; it may be one without our schema. */
export type Ask = (query: string) => Promise<Record<string, unknown>[]>;

/** There only while it says something: the schema is that of any other database when a move is over. */
export const markTable = 'moving_mark';

export const createMarkTable = `create table ${markTable} (id integer primary key check (id = 1),
  state text not null, place text not null, at text not null, token text not null)`;

export async function findMark(ask: Ask, engine: Engine): Promise<MovingMark | null> {
  const isThere =
    engine === 'sqlite'
      ? `select 1 from sqlite_master where type = 'table' and name = '${markTable}'`
      : `select 1 from pg_class where oid = to_regclass('${markTable}')`;
  if ((await ask(isThere)).length === 0) return null;
  const [mark] = await ask(`select state, place, at, token from ${markTable}`);
  // What the table was made for.
  return mark === undefined ? null : (mark as unknown as MovingMark);
}

/** @throws OperatorError when the site's content is in another database, or is not in this one yet. */
export async function requireUnmoved(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const ask: Ask = async (query) => (await sql.raw<Record<string, unknown>>(query).execute(db)).rows;
  const mark = await findMark(ask, engine);
  if (mark !== null && mark.state !== 'moving') throw new OperatorError(refusal(mark));
}

function refusal({ state, place, at }: MovingMark): string {
  if (state === 'moved')
    return `The site was moved from this database to ${place} at ${at}: set DATABASE_URL to that one. To go on with this one, and without what was written since: npm run database -- unmark`;
  return `This database is being filled from ${place} by a move that has not ended: leave DATABASE_URL as it was, and wait for the end. If it was cut off, begin again: npm run database -- move --to URL --again`;
}
