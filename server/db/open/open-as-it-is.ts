import { existsSync } from 'node:fs';
import { Kysely } from 'kysely';
import type { DatabaseConfig } from '#server/config/config-database.ts';
import { OperatorError } from '#server/base/errors.ts';
import type { Log } from '#server/base/log.ts';
import { openPostgresPool } from '../dialects/postgres-pool.ts';
import { LossyPostgresDialect } from '../dialects/postgres.ts';
import { NodeSqliteDialect, openSqliteFile } from '../dialects/sqlite.ts';
import type { Schema } from '../schema.ts';

interface SchemaAsItIs extends Schema {
  schema_migrations: { name: string; applied_at: string };
}

/** Opens an existing database without changing its schema. */
export function openAsItIs(
  config: DatabaseConfig,
  log: Pick<Log, 'warn'>,
  { readOnly = true }: { readOnly?: boolean } = {},
): { db: Kysely<SchemaAsItIs>; close(): Promise<void> } {
  if (config.engine === 'sqlite' && !existsSync(config.file))
    throw new OperatorError(`there is no database at ${config.file}; check DATABASE_URL and DATA_DIR`);
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
  const dialect =
    config.engine === 'sqlite'
      ? new NodeSqliteDialect(openSqliteFile(config.file, { readOnly }))
      : new LossyPostgresDialect(
          openPostgresPool(config.url, { size: 1, isForVisitors: false, limitsBy: 'transaction', onError }),
        );
  const db = new Kysely<SchemaAsItIs>({ dialect });
  return { db, close: () => db.destroy() };
}
