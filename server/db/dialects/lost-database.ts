/** Whether a query failed because the database cannot be asked at all, rather than because of what was asked. */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  const sqliteCode = 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  return (
    networkCodes.has(code) ||
    postgresCodes.test(code) ||
    sqliteCodes.has(sqliteCode) ||
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
  'EHOSTUNREACH',
]);

/**
 * Connection exceptions, too many connections, and a server that shuts down, crashes or starts.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const postgresCodes = /^(?:08\w{3}|53300|57P0[1-5])$/;

/** IOERR, CORRUPT, CANTOPEN, NOTADB. https://sqlite.org/rescode.html */
const sqliteCodes = new Set([10, 11, 14, 26]);

/** Of pg, node:sqlite and Kysely, which give no code for it. */
const lostMessages =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout|database is not open|statement has been finalized|driver has already been destroyed)/;
