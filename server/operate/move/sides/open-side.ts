import { placeOf, type DatabaseConfig } from '#server/config/config-database.ts';
import { OperatorError } from '#server/base/errors.ts';
import { openPostgresSide } from './postgres-side.ts';
import { openSqliteSide } from './sqlite-side.ts';
import type { Side } from './side.ts';

/** @throws OperatorError when it cannot be opened. */
export async function openSide(config: DatabaseConfig, { readOnly = false } = {}): Promise<Side> {
  try {
    if (config.engine === 'sqlite') return openSqliteSide(config.file, { readOnly });
    return await openPostgresSide(config.url);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    throw new OperatorError(`cannot use the database ${placeOf(config)}: ${reason}; check its address`, {
      cause,
    });
  }
}
