import type { Transaction } from 'kysely';
import { isoAt } from '#server/base/clock.ts';
import type { Schema } from '#server/db/schema.ts';
import { dayMs, hourMs } from '#server/base/durations.ts';

const allFor = 7 * dayMs;
const hourlyFor = 30 * dayMs;

/**
 * Thins the saves of an entry: all of a week, the last of each hour of a month, then the last of each day. Revisions
 * that were published, restored, renamed or lost a conflict stay.
 */
export async function thinRevisions(trx: Transaction<Schema>, entryKey: string, now: number): Promise<void> {
  const saves = await trx
    .selectFrom('revisions')
    .select(['seq', 'at'])
    .where('entry_key', '=', entryKey)
    .where('action', '=', 'save')
    .where('at', '<', isoAt(now - allFor))
    .orderBy('seq', 'desc')
    .execute();
  const kept = new Set<string>();
  const surplus = saves.filter(({ at }) => {
    const time = Date.parse(at);
    const slot =
      time > now - hourlyFor ? `hour ${Math.floor(time / hourMs)}` : `day ${Math.floor(time / dayMs)}`;
    if (kept.has(slot)) return true;
    kept.add(slot);
    return false;
  });
  if (surplus.length === 0) return;
  await trx
    .deleteFrom('revisions')
    .where(
      'seq',
      'in',
      surplus.slice(0, 500).map(({ seq }) => seq),
    )
    .execute();
}
