import pg from 'pg';
import { PostgresDialect } from 'kysely';

/** A pool that never crashes the process: a lost idle connection is replaced at the next query. */
export function openPostgresPool(url: string, poolSize: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // A page that needs longer is better answered 503 than kept waiting.
    statement_timeout: 30_000,
    types: { getTypeParser },
  });
  pool.on('error', onError);
  return pool;
}

export function postgresDialect(pool: pg.Pool): PostgresDialect {
  return new PostgresDialect({ pool });
}

const int8 = 20;

/** Counts are `int8`, which pg gives as text to keep 64 bits; ours stay far below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text');
