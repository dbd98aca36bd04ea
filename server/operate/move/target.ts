import path from 'node:path';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { migrationLockId } from '#server/db/migrate.ts';
import { findMark, type MovingMark } from '#server/db/moving-mark.ts';
import { OperatorError, reasonOf } from '#server/base/errors.ts';
import { adoptAs, makeFolder } from '#server/operate/backup/restore/adopt.ts';
import { setMark } from './change-log/change-log.ts';
import { placeOf } from '#server/config/config-database.ts';
import { openSide } from './sides/open-side.ts';
import { inTransaction, type Side } from './sides/side.ts';

/**
 * Marks an empty database as one that is being filled, before anything else is in it: no server starts on it.
 * `isAgain`: remains of an interrupted move are removed first.
 * @throws OperatorError when anything else is there.
 */
export async function claimTarget(
  config: DatabaseConfig,
  mark: MovingMark,
  { isAgain, dataDir }: { isAgain: boolean; dataDir: string },
): Promise<void> {
  const adopt = await adoptAs(dataDir).catch((cause: unknown) => {
    throw new OperatorError(`cannot use the folder ${dataDir}: ${reasonOf(cause)}; check DATA_DIR`, {
      cause,
    });
  });
  if (config.engine === 'sqlite') await makeFolder(path.dirname(config.file), adopt);
  const side = await openSide(config);
  try {
    await inTransaction(side, 'write', async () => {
      // A process that makes the schema at this moment has finished, or sees the mark.
      if (side.engine === 'postgres') await side.run(`select pg_advisory_xact_lock(${migrationLockId})`);
      if (isAgain) await emptyDatabase(side);
      if ((await side.listTables()).length > 0) throw new OperatorError(await describeContent(side, config));
      await side.run(setMark(mark));
    });
  } finally {
    await side.close();
  }
  // Moved by root, it is the site's that writes it. Its log gets the owner that it has.
  if (config.engine === 'sqlite') await adopt(config.file);
}

async function describeContent(side: Side, config: DatabaseConfig): Promise<string> {
  const mark = await findMark(side.ask, side.engine);
  return isLeft(mark)
    ? `${placeOf(config)} holds what a move from ${mark.place} has left that was cut off, or goes on at this moment: add --again to empty it and begin anew`
    : `${placeOf(config)} is not empty: name an empty database, or a new file`;
}

function isLeft(mark: MovingMark | null): mark is MovingMark {
  return mark?.state === 'filling' || mark?.state === 'filled';
}

/** Nothing is removed that no move has left. */
async function emptyDatabase(side: Side): Promise<void> {
  if (!isLeft(await findMark(side.ask, side.engine))) return;
  const statements = await side.ask(side.engine === 'sqlite' ? sqliteDrops : postgresDrops);
  for (const { statement } of statements) await side.run(String(statement));
}

/** A table of words takes the tables that it is made of with it, and any table its indexes and triggers. */
const sqliteDrops = `select 'drop table "' || name || '"' as statement from pragma_table_list
  where schema = 'main' and type in ('table', 'virtual') and name not like 'sqlite!_%' escape '!'
  order by type = 'table'`;

const postgresDrops = `
  select 'drop table ' || string_agg(oid::regclass::text, ', ') || ' cascade' as statement from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
  union all select 'drop sequence if exists ' || oid::regclass from pg_class
  where relkind = 'S' and relnamespace = current_schema()::regnamespace
  union all select 'drop function ' || oid::regprocedure || ' cascade' from pg_proc
  where pronamespace = current_schema()::regnamespace and prorettype = 'trigger'::regtype
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`;
