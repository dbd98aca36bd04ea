import { setTimeout as delay } from 'node:timers/promises';
import { isoAt, type Clock } from '#server/base/clock.ts';
import { findStorageTrouble } from '#server/db/dialects/storage-trouble.ts';
import { writeVolatile, type Database } from '#server/db/open/open-database.ts';
import type { SessionsTable } from '#server/db/tables/account-tables.ts';

/** Notes that a session was used, from which on it lasts another `idleMs`. */
export type MarkSeen = (session: SessionsTable, idleMs: number) => Promise<void>;

const maxMarkingMs = 200;

/**
 * Not at each request: a twenty-fourth of the idle time is exact enough, and pages do not write. Where it cannot be
 * written, or not soon, the page goes on, and the next one tries again.
 */
export function createMarkSeen(db: Database, clock: Clock): MarkSeen {
  const marking = new Set<string>();

  return async function markSeen({ id_hash, seen_at }, idleMs) {
    // Also after a clock that was ahead.
    if (Math.abs(clock.now() - Date.parse(seen_at)) < idleMs / 24 || marking.has(id_hash)) return;
    const seen = { seen_at: clock.nowIso(), idle_at: isoAt(clock.now() + idleMs) };
    marking.add(id_hash);
    const marked = writeVolatile(db, (trx) =>
      trx.updateTable('sessions').set(seen).where('id_hash', '=', id_hash).execute(),
    )
      .catch((error: unknown) => {
        if (findStorageTrouble(error) === null) throw error;
      })
      .finally(() => marking.delete(id_hash));
    await Promise.race([marked, delay(maxMarkingMs, undefined, { ref: false })]);
  };
}
