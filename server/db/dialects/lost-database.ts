/** The files of an SQLite database that is open are not in their place any more. */
export class LostFilesError extends Error {
  override name = 'LostFilesError';
}

/** No connection to the database could be opened: its cause is the error of the other end or the network. */
export class NoConnectionError extends Error {
  override name = 'NoConnectionError';
}

/** Whether a query failed because the database is unreachable, rather than because of the query. */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  const sqliteCode = 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  return (
    networkCodes.has(code) ||
    postgresCodes.test(code) ||
    sqliteCodes.has(sqliteCode) ||
    error instanceof LostFilesError ||
    error instanceof NoConnectionError ||
    lostMessages.test(error.message) ||
    isDatabaseLost(error.cause)
  );
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENETRESET',
]);

/**
 * Classes and codes about the server, the network or the role, rather than the query.
 * tests/unit/server/postgres-codes.test.ts has each of PostgreSQL's codes.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const postgresCodes = new RegExp(
  `^(?:${[
    // Connections, and everything that PgBouncer says of itself.
    '08...',
    // A transaction that was ended because it was idle or took too long.
    '25P0[34]',
    // The role, its password, the address that it comes from, and the name of the database: after a fail-over or a
    // restore the server may know none of them.
    '28...',
    '3D000',
    '40003',
    // A right that the role had when the site was started.
    '42501',
    // Memory, connections and other resources; not the disk (53100), which is full.
    '53(?!100)...',
    // A database that takes no connections.
    '55000',
    // A statement that takes longer than a visitor waits, and a server that shuts down, crashes or starts.
    '57...',
    '58...',
    'F0...',
    'XX...',
  ].join('|')})$`,
);

/** NOMEM, IOERR, CORRUPT, CANTOPEN, NOTADB. https://sqlite.org/rescode.html */
const sqliteCodes = new Set([7, 10, 11, 14, 26]);

/** Messages of pg, node:sqlite and Kysely, which give no code for a lost database. */
const lostMessages =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|Query read timeout|database is not open|statement has been finalized|driver has already been destroyed)/;
