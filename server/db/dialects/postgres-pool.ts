import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { cancelStatement } from './cancel-statement.ts';
import { reasonOf } from '#server/base/errors.ts';
import { NoConnectionError } from './lost-database.ts';
import { goodbyeMs, isDatabaseThere } from './postgres-connection.ts';
import { connectRenewed, type ReadOnlyWatch } from './read-only-watch.ts';
import { limitsOfSession, visitorLimits, type LimitsBy } from './time-limits.ts';

interface PoolOptions {
  size: number;
  /** A visitor waits for the answer; otherwise a command or a migration, which may take its time. */
  isForVisitors: boolean;
  limitsBy: LimitsBy;
  onError: (error: Error) => void;
  /** Notified of a connection that turns out to be read-only. */
  readOnly?: ReadOnlyWatch;
}

/** How many connections there are, and how many wait for one. */
export interface PoolUse {
  size: number;
  open: number;
  idle: number;
  waiting: number;
}

export interface WatchedPool extends PostgresPool {
  use(): PoolUse;
}

/**
 * A pool that never ends the process, and in which no request waits for ever. A connection that is silent during a
 * query is cut, which makes it a lost one: its query fails, its ROLLBACK does at once, and the pool drops it.
 * (`query_timeout` of pg would leave it in the pool, busy with the abandoned query.)
 */
export function openPostgresPool(
  url: string,
  { size, isForVisitors, limitsBy, onError, readOnly }: PoolOptions,
): WatchedPool {
  const endsStatements = isForVisitors && limitsBy === 'transaction';
  const silenceMs = isForVisitors ? visitorSilenceMs : workSilenceMs;
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: visitorSilenceMs,
    idleTimeoutMillis: 30_000,
    ...limitsOfSession(limitsBy, { isForVisitors }),
    types: { getTypeParser },
  });
  pool.on('error', onError);
  const connect = readOnly ? connectRenewed(pool, readOnly) : () => pool.connect();
  const { open, idle } = trackConnections(
    pool,
    endsStatements ? visitorLimits.statement_timeout : silenceMs,
    onSilence,
  );
  /** Clients whose statement the database was asked to cancel. */
  const cancelled = new WeakSet<pg.PoolClient>();
  let isSilent = false;
  let ending: Promise<void> | null = null;

  function onSilence(client: pg.PoolClient): void {
    if (!isForVisitors) return void askAfter(client);
    if (endsStatements && !cancelled.has(client)) return endStatement(client);
    // The idle ones are just as silent, and each would cost a request the same wait.
    for (const lost of [client, ...idle]) lost.connection.stream.destroy(silence());
    void refuseUntilThere();
  }

  /**
   * Cancels the statement, like the database where the limits belong to the session. A database that stays silent is
   * gone.
   */
  function endStatement(client: pg.PoolClient): void {
    cancelled.add(client);
    const { release } = client;
    client.release = () => release(true);
    cancelStatement(client);
    socketOf(client).setTimeout(visitorSilenceMs - visitorLimits.statement_timeout);
  }

  /** All others would wait as long, one after the other. */
  async function refuseUntilThere(): Promise<void> {
    if (isSilent) return;
    isSilent = true;
    while (ending === null && !(await isDatabaseThere(url))) await delay(askAgainMs, null, { ref: false });
    isSilent = false;
  }

  /** Long work is silent too: an index that is made, a lock that another import holds. */
  async function askAfter(client: pg.PoolClient): Promise<void> {
    // Asked twice: a process that was busy so long may not have had time to receive the answer.
    const isThere = (await isDatabaseThere(url)) || (await isDatabaseThere(url));
    if (!isThere) client.connection.stream.destroy(silence());
    else if (!idle.has(client)) socketOf(client).setTimeout(silenceMs);
  }

  return {
    options: pool.options,

    use: () => ({ size, open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),

    async connect() {
      if (isSilent) throw silence();
      try {
        return await connect();
      } catch (error) {
        if (isForVisitors && isSilentConnect(error)) void refuseUntilThere();
        // A failure to connect is never the question's fault.
        throw new NoConnectionError(reasonOf(error), { cause: error });
      }
    },

    end() {
      ending ??= endPool(pool, open);
      return ending;
    },
  };
}

async function endPool(pool: pg.Pool, open: ReadonlySet<pg.PoolClient>): Promise<void> {
  const goodbye = setTimeout(() => {
    for (const client of open) client.connection.stream.destroy();
  }, goodbyeMs);
  await pool.end();
  // pg's pool does not wait for its connections to close, and on a silent network they never would.
  pool.on('remove', () => open.size === 0 && clearTimeout(goodbye));
  if (open.size === 0) clearTimeout(goodbye);
}

/** The pool's connections. `onSilence` is called for one that is in use and has been silent for that time. */
function trackConnections(pool: pg.Pool, silenceMs: number, onSilence: (client: pg.PoolClient) => void) {
  const open = new Set<pg.PoolClient>();
  const idle = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    open.add(client);
    // Errors of a connection in use reach its query; without a listener they would end the process.
    client.on('error', () => {});
    const socket = socketOf(client);
    socket.on('timeout', () => {
      const { bytesRead } = socket;
      // Whether this process was too busy to hear is seen when it has listened once more.
      setImmediate(() => socket.bytesRead === bytesRead && onSilence(client));
    });
  });
  pool.on('acquire', (client) => {
    idle.delete(client);
    socketOf(client).setTimeout(silenceMs);
  });
  pool.on('release', (_error, client) => {
    idle.add(client);
    socketOf(client).setTimeout(0);
  });
  pool.on('remove', (client) => {
    open.delete(client);
    idle.delete(client);
  });
  return { open, idle };
}

/** The database cancels statements after 1.5 s and says so; a connection still silent 0.3 s later is lost. */
const visitorSilenceMs = 1_800;
const workSilenceMs = 5_000;

const askAgainMs = 250;

function silence(): Error {
  return Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' });
}

/** pg-pool's words; it says in others that all connections are in use. */
function isSilentConnect(error: unknown): boolean {
  return error instanceof Error && error.message === 'Connection terminated due to connection timeout';
}

function socketOf({ connection: { stream } }: pg.Client): Socket {
  if (!(stream instanceof Socket)) throw new TypeError('pg speaks through something else than a socket');
  return stream;
}

const int8 = 20;

/** Counts are `int8`, which pg gives as text to keep 64 bits; ours stay far below 2^53. */
export const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text');
