import { Kysely, sql, type PostgresPool } from 'kysely';
import type { PostgresConfig } from '#server/config/config-database.ts';
import { OperatorError, reasonOf } from '#server/base/errors.ts';
import type { Log } from '#server/base/log.ts';
import { createAnnouncedPosition } from '../dialects/announced-position.ts';
import { isDirect } from '../dialects/postgres-connection.ts';
import { openPostgresPool, type WatchedPool } from '../dialects/postgres-pool.ts';
import { LossyPostgresDialect } from '../dialects/postgres.ts';
import { readOnlyQuestion, watchReadOnly } from '../dialects/read-only-watch.ts';
import { ReplicaDialect } from '../dialects/replica.ts';
import { findLimitsBy, limitsOfTransaction, type LimitsBy } from '../dialects/time-limits.ts';
import type { PostgresHandles } from './handles.ts';
import { toldTo, type QueryWatch } from './query-watch.ts';
import type { Schema } from '../schema.ts';

interface OpenOptions {
  isForVisitors: boolean;
  watch?: QueryWatch;
}

/** @throws OperatorError when its address is unreachable. */
export async function openPostgres(
  config: PostgresConfig,
  log: Log,
  { isForVisitors, watch }: OpenOptions,
): Promise<PostgresHandles> {
  const { url, poolSize: size, listenUrl = url, replicaUrl } = config;
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
  const readOnly = watchReadOnly(url, tellOfReadOnly(log));
  const ofPrimary = { size, isForVisitors, onError, ...(isForVisitors && { readOnly }) };
  const open = (limitsBy: LimitsBy) => openPostgresPool(url, { ...ofPrimary, limitsBy });
  const { pool, limitsBy } = await openFitting(open).catch((cause: unknown) => {
    throw unusable(url, cause);
  });
  const limits = limitsOfTransaction(limitsBy, { isForVisitors });
  const db = new Kysely<Schema>({ dialect: new LossyPostgresDialect(pool, limits), ...toldTo(watch) });
  const announced = createAnnouncedPosition();
  const ofReplica =
    replicaUrl !== undefined && isForVisitors
      ? new Kysely<Schema>({
          dialect: new ReplicaDialect({
            replica: directOnly(
              openPostgresPool(replicaUrl, { size, isForVisitors, limitsBy: 'session', onError }),
            ),
            primary: pool,
            limits,
            announced,
            onTrouble: tellOf(log),
          }),
          ...toldTo(watch),
        })
      : null;
  return {
    engine: 'postgres',
    url,
    listenUrl,
    announced: ofReplica && announced,
    poolUse: pool.use,
    read: db,
    readForPages: ofReplica ?? db,
    write: db,
    writeBriefly: db,
    async ask() {
      const { rows } = await sql.raw<{ isReadOnly: boolean }>(readOnlyQuestion).execute(db);
      const isReadOnly = rows[0]?.isReadOnly === true;
      // Before a save is refused.
      if (isReadOnly && isForVisitors) readOnly.note();
      return { isReadOnly: isReadOnly || readOnly.isReadOnly };
    },
    onRenewal: readOnly.onRenewal,
    async close() {
      readOnly.close();
      await ofReplica?.destroy();
      await db.destroy();
      // Kysely ends only a pool that it has used.
      await pool.end();
    },
  };
}

/** A pool whose settings the server accepts. Its first connection shows which kind it is. */
async function openFitting(
  open: (limitsBy: LimitsBy) => WatchedPool,
): Promise<{ pool: WatchedPool; limitsBy: LimitsBy }> {
  const pool = open('session');
  try {
    const limitsBy = await findLimitsBy(pool);
    if (limitsBy === 'session') return { pool, limitsBy };
  } catch (error) {
    await pool.end();
    throw error;
  }
  await pool.end();
  return { pool: open('transaction'), limitsBy: 'transaction' };
}

/** Behind a pooler two statements may meet two databases with different content. */
function directOnly(pool: PostgresPool): PostgresPool {
  const direct = new WeakSet<object>();
  return {
    ...pool,
    async connect() {
      const client = await pool.connect();
      if (direct.has(client)) return client;
      const isRight = await isDirect(client).catch(() => null);
      if (isRight) {
        direct.add(client);
        return client;
      }
      client.release(true);
      throw new Error(isRight === null ? 'it does not answer' : 'its address leads through a pooler');
    },
  };
}

function tellOf(log: Log): (reason: string | null) => void {
  return (reason) => {
    if (reason === null) log.info('pages are read from the replica');
    else log.warn({ reason }, 'the replica cannot be used; pages are read from DATABASE_URL until it can');
  };
}

function tellOfReadOnly(log: Log): (isReadOnly: boolean) => void {
  return (isReadOnly) => {
    if (isReadOnly)
      log.error('the database can only be read, as after a fail-over: nothing can be saved until it can');
    else log.info('the database can be written to, by new connections');
  };
}

function unusable(url: string, cause: unknown): OperatorError {
  const { host, pathname } = new URL(url);
  const what = `the database ${pathname.slice(1)} at ${host}`;
  return new OperatorError(`cannot use ${what}: ${reasonOf(cause)}; check DATABASE_URL`, { cause });
}
