import { isDatabaseLost } from './lost-database.ts';

/**
 * Reasons why storage failed for a valid request: the database is unreachable, others write to it, it is read-only, or
 * there is no room.
 */
export type StorageTrouble = 'lost' | 'busy' | 'read-only' | 'full';

/** Others wrote for longer than this one could wait. */
export class BusyError extends Error {
  override name = 'BusyError';
}

export function findStorageTrouble(error: unknown): StorageTrouble | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof BusyError) return 'busy';
  return (
    ('code' in error && troubles.get(String(error.code))) ||
    ('errcode' in error && error.errcode === constraintTrigger && 'read-only') ||
    ('errcode' in error && sqliteTroubles.get(Number(error.errcode) & 0xff)) ||
    findStorageTrouble(error.cause) ||
    (isDatabaseLost(error) ? 'lost' : null)
  );
}

/** Codes of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html) and of the file system. */
const troubles = new Map<string, StorageTrouble>([
  ['53100', 'full'],
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['25006', 'read-only'],
  ['EROFS', 'read-only'],
  // A transaction in the way of another, chosen as the victim.
  ['40000', 'busy'],
  ['40001', 'busy'],
  ['40P01', 'busy'],
  ['55006', 'busy'],
  ['55P03', 'busy'],
  ['72000', 'busy'],
]);

/** SQLITE_CONSTRAINT_TRIGGER: refused by a trigger. Only those of a move do (server/operate/move/). */
const constraintTrigger = 1811;

/** BUSY, LOCKED, READONLY, FULL, PROTOCOL. https://sqlite.org/rescode.html */
const sqliteTroubles = new Map<number, StorageTrouble>([
  [5, 'busy'],
  [6, 'busy'],
  [8, 'read-only'],
  [13, 'full'],
  [15, 'busy'],
]);
