import type { PostgresPool } from 'kysely';
import type { ClientConfig } from 'pg';
import { isDirect, isRefusedByPooler, keepAlive } from './postgres-connection.ts';

/**
 * How the database learns the time limit of a statement. `session`: once for each connection, at its beginning.
 * `transaction`: with each transaction, because a pooler in between gives a connection to another client after each; a
 * single statement is then cancelled by request.
 */
export type LimitsBy = 'session' | 'transaction';

/**
 * A page that needs longer is better answered 503 than kept waiting. The locks of a transaction whose client has
 * vanished must not outlive the outage.
 */
export const visitorLimits = { statement_timeout: 1_500, idle_in_transaction_session_timeout: 5_000 };

/** A command or a migration may take its time, whatever the database's defaults for its user. */
const workLimits = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 };

/** Settings that the pg driver sends when it connects. */
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

/** Statements at the beginning of a transaction; empty when its session has the limits already. */
export function limitsOfTransaction(
  limitsBy: LimitsBy,
  { isForVisitors }: { isForVisitors: boolean },
): string {
  if (limitsBy === 'session') return '';
  return Object.entries(isForVisitors ? visitorLimits : workLimits)
    .map(([name, ms]) => `; set local ${name} = ${ms}`)
    .join('');
}

/** A pooler refuses settings of a session or, configured to ignore them, accepts and forgets them. */
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
