import { sql, type Kysely } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { dayMs } from '../base/durations.ts';
import { OperatorError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Engine } from './migration.ts';
import type { Schema } from './schema.ts';

/**
 * State of a database during and after a move (server/operate/move/). `moving`: it is the site's, and is being copied. `moved`:
 * the other one is the site's now. `filling` and `filled`: it is not the site's yet.
 */
export interface MovingMark {
  state: 'moving' | 'moved' | 'filling' | 'filled';
  /** The other database, without a password. */
  place: string;
  at: string;
  /** The same in both databases of a move. */
  token: string;
}

/** Queries a database, which may be one without our schema. */
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
  // The table holds nothing else.
  return mark === undefined ? null : (mark as unknown as MovingMark);
}

/** @throws OperatorError when the site's content is in another database, or is not in this one yet. */
export async function requireUnmoved(db: Kysely<Schema>, engine: Engine): Promise<void> {
  requireHere(await markOf(db, engine));
}

function markOf(db: Kysely<Schema>, engine: Engine): Promise<MovingMark | null> {
  return findMark(async (query) => (await sql.raw<Record<string, unknown>>(query).execute(db)).rows, engine);
}

/** @throws OperatorError as `requireUnmoved` does. */
export function requireHere(mark: MovingMark | null): void {
  if (mark !== null && mark.state !== 'moving') throw new OperatorError(refusal(mark));
}

/** A killed move leaves triggers that note every write, and those notes are never read. */
export async function warnOfLeftMove(
  { read, engine }: { read: Kysely<Schema>; engine: Engine },
  clock: Clock,
  log: Log,
): Promise<void> {
  const mark = await markOf(read, engine);
  if (mark === null || clock.now() - Date.parse(mark.at) < dayMs) return;
  const { place, at } = mark;
  log.warn(
    { place, at },
    'a move of this database began a day ago or earlier and has not ended, and what is written is noted for it; if it was cut off: npm run database -- unmark',
  );
}

/** Names of the table in which a move notes changes of its source, and of its triggers. */
export const logTable = 'moving_changes';
export const movingPrefix = 'moving_of_';
/** PostgreSQL function that checks whether writing is allowed. */
export const movingDoor = 'moving_door';

/** Statements that remove the parts of a move from a copy that was made during it. */
export function forgetMove(engine: Engine, tables: readonly string[]): string[] {
  if (!tables.includes(logTable)) return [];
  const noting = tables.flatMap((table) =>
    engine === 'postgres'
      ? [`drop function if exists "${movingPrefix}${table}" cascade`]
      : ['insert', 'update', 'delete'].map(
          (event) => `drop trigger if exists "${movingPrefix}${table}_${event}"`,
        ),
  );
  const door = engine === 'postgres' ? [`drop function if exists ${movingDoor}`] : [];
  return [...noting, ...door, `drop table ${logTable}`, `drop table ${markTable}`];
}

function refusal({ state, place, at }: MovingMark): string {
  if (state === 'moved')
    return `The site was moved from this database to ${place} at ${at}: set DATABASE_URL to that one. To go on with this one, and without what was written since: npm run database -- unmark`;
  return `This database is being filled from ${place} by a move that has not ended: leave DATABASE_URL as it was, and wait for the end. If it was cut off, begin again: npm run database -- move --to URL --again`;
}
