import { existsSync } from 'node:fs';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { OperatorError } from '#server/base/errors.ts';
import { holdLock } from '#server/operate/backup/hold-lock.ts';
import { placeOf } from '#server/config/config-database.ts';
import { openSide } from './open-side.ts';
import type { Side } from './side.ts';

/** Only its holder moves a database, or removes the parts that a move has put there. */
const moveLock = 7_261_904_317;
const what = 'a move of this database';

/**
 * Opens the database of a site to move it: it must exist, and no other process moves it until this is closed, or the
 * connection or the process has ended.
 * @throws OperatorError when that is impossible.
 */
export async function openSource(config: DatabaseConfig): Promise<Side> {
  if (config.engine === 'sqlite' && !existsSync(config.file))
    throw new OperatorError(`there is no database at ${config.file}; check DATABASE_URL and DATA_DIR`);
  const side = await openSide(config);
  try {
    if (!(await side.listTables()).some(({ name }) => name === 'schema_migrations'))
      throw new OperatorError(
        `${placeOf(config)} is not the database of a site; check DATABASE_URL and DATA_DIR`,
      );
    if (config.engine === 'postgres') {
      await holdOnServer(side);
      return side;
    }
    const release = holdLock(`${config.file}.move-lock`, what);
    return {
      ...side,
      async close() {
        await side.close();
        release();
      },
    };
  } catch (error) {
    await side.close();
    throw error;
  }
}

/** For as long as the connection lasts. That of a killed move may last a moment longer than it. */
async function holdOnServer(side: Side): Promise<void> {
  try {
    await side.run(`set lock_timeout = '2s'; select pg_advisory_lock(${moveLock}); set lock_timeout = 0`);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === '55P03')) throw cause;
    throw new OperatorError(`${what} is under way already`, { cause });
  }
}
