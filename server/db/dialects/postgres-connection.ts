import pg from 'pg';

/** Bounds one question: nobody waits longer for a database. */
const answerMs = 1_500;
/** What ends a connection is answered in a moment, or never. */
export const goodbyeMs = 500;

/** A connection beside the pool, which must be ended by `endConnection`. What breaks it is told by its queries. */
export function createConnection(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    ...keepAlive,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
  client.on('error', () => {});
  return client;
}

/** Says goodbye. A network that has gone silent does not take it, and would hold the connection for ever. */
export async function endConnection(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), goodbyeMs);
  await client.end();
  clearTimeout(timer);
}

/** Whether anybody is there: what the database refuses, it answers. */
export async function isDatabaseThere(url: string): Promise<boolean> {
  const client = createConnection(url);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    void endConnection(client);
  }
}

/**
 * Both ends notice within half a minute that the other has vanished: by their own settings they would after two hours,
 * for which the database would keep the locks of a transaction that nobody ends.
 */
export const keepAlive = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
} as const;
