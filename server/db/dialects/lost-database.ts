/** The files of an SQLite database that is open are not in their place any more. */
export class LostFilesError extends Error {
  override name = 'LostFilesError';
}

/** Whether a query failed because the database cannot be asked at all, rather than because of what was asked. */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  const sqliteCode = 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  return (
    networkCodes.has(code) ||
    postgresCodes.test(code) ||
    sqliteCodes.has(sqliteCode) ||
    error instanceof LostFilesError ||
    lostMessages.test(error.message) ||
    isDatabaseLost(error.cause)
  );
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/**
 * Connection exceptions, no memory and no connections left, a transaction that was given up as nothing came, a server
 * that shuts down, crashes or starts, one that takes longer than a visitor waits, and a disk that fails.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const postgresCodes = /^(?:08\w{3}|25P03|53[02-4]00|57014|57P0[1-5]|58\w{3}|XX00[12])$/;

/** NOMEM, IOERR, CORRUPT, CANTOPEN, NOTADB. https://sqlite.org/rescode.html */
const sqliteCodes = new Set([7, 10, 11, 14, 26]);

/** Messages of pg, node:sqlite and Kysely, which give no code for a lost database. */
const lostMessages =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|Query read timeout|database is not open|statement has been finalized|driver has already been destroyed)/;
