import type { PostgresPool } from 'kysely';
import type { ClientConfig } from 'pg';
import { isDirect, isRefusedByPooler, keepAlive } from './postgres-connection.ts';

/**
 * How the database learns how long a statement may take. `session`: once for each connection, at its beginning.
 * `transaction`: with each transaction, because between us and the database is a pooler, which gives a connection to
 * somebody else after each; a statement by itself is then ended by asking the database to.
 */
export type LimitsBy = 'session' | 'transaction';

/**
 * A page that needs longer is better answered 503 than kept waiting. The locks of a transaction whose other end went
 * must not outlive the outage.
 */
export const visitorLimits = { statement_timeout: 1_500, idle_in_transaction_session_timeout: 5_000 };

/** A command or a migration may take its time, whatever the database says of its users. */
const workLimits = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 };

/** What the driver of pg sends when it connects. */
export function limitsOfSession(
  limitsBy: LimitsBy,
  { isForVisitors }: { isForVisitors: boolean },
): ClientConfig {
  const { options, ...own } = keepAlive;
  if (limitsBy === 'transaction') return own;
  return isForVisitors
    ? { ...keepAlive, ...visitorLimits }
    : { ...keepAlive, options: `${options} -c statement_timeout=0` };
}

/** What a transaction begins with; empty when its session has the limits already. */
export function limitsOfTransaction(
  limitsBy: LimitsBy,
  { isForVisitors }: { isForVisitors: boolean },
): string {
  if (limitsBy === 'session') return '';
  return Object.entries(isForVisitors ? visitorLimits : workLimits)
    .map(([name, ms]) => `; set local ${name} = ${ms}`)
    .join('');
}

/** A pooler refuses settings of a session, or, told to ignore them, takes them and forgets. */
export async function findLimitsBy(pool: PostgresPool): Promise<LimitsBy> {
  try {
    const client = await pool.connect();
    try {
      return (await isDirect(client)) ? 'session' : 'transaction';
    } finally {
      client.release();
    }
  } catch (error) {
    if (isRefusedByPooler(error)) return 'transaction';
    throw error;
  }
}
