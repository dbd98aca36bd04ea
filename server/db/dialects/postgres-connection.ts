import type { PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { NoConnectionError } from './lost-database.ts';

/** Longest time for an answer, in ms: nobody waits longer for a database. */
const answerMs = 1_500;
/** Longest wait for the end of a connection, in ms: it comes at once or never. */
export const goodbyeMs = 500;

/** Opens a connection outside the pool, to be ended by `endConnection`. Failures show in its queries. */
export async function openConnection(url: string): Promise<pg.Client> {
  try {
    return await connect({ connectionString: url, ...keepAlive });
  } catch (error) {
    if (!isRefusedByPooler(error)) throw error;
    return connect({ connectionString: url, ...ownKeepAlive });
  }
}

/** Says goodbye. A network that has gone silent does not take it, and would hold the connection for ever. */
export async function endConnection(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), goodbyeMs);
  await client.end();
  clearTimeout(timer);
}

/** Whether the database is reachable: a refusal is an answer, too. A pooler may be there without its database. */
export async function isDatabaseThere(url: string): Promise<boolean> {
  let client: pg.Client | null = null;
  try {
    client = await openConnection(url);
    await client.query('select 1');
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError && !error.code?.startsWith('08');
  } finally {
    if (client) void endConnection(client);
  }
}

/**
 * PgBouncer refuses settings at the beginning of a connection, unless it is configured to ignore them: they would
 * belong to a session, and its connections have none. The same code says that it has no database behind it.
 */
export function isRefusedByPooler(error: unknown): boolean {
  const refusal = error instanceof NoConnectionError ? error.cause : error;
  return refusal instanceof pg.DatabaseError && refusal.code === '08P01';
}

/** How the database calls the connection. A pooler gives names and keys of its own. */
export function backendKeyOf(client: object): { processID: number; secretKey: number } {
  const number = (name: string) => Number(Reflect.get(client, name) ?? 0);
  // Members of pg's client which its types leave out.
  return { processID: number('processID'), secretKey: number('secretKey') };
}

/** Whether the connection leads to the database itself, and its session is ours alone. */
export async function isDirect(client: Pick<PostgresPoolClient, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid', []);
  return rows[0]?.pid === backendKeyOf(client).processID;
}

async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: answerMs, query_timeout: answerMs });
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    void endConnection(client);
    throw error;
  }
}

const ownKeepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/**
 * Both ends notice within half a minute that the other has vanished: by default it takes two hours, in which the
 * database would keep the locks of an abandoned transaction.
 */
export const keepAlive = {
  ...ownKeepAlive,
  options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
} as const;
