import { isoAt } from '#server/base/clock.ts';
import { minuteMs, secondMs } from '#server/base/durations.ts';
import type { Editor } from '#server/content/history/editor.ts';
import { writeVolatile } from '#server/db/open/open-database.ts';
import type { EditTools } from '../entries/change-entry.ts';
import { mayOpen } from '../may-do.ts';
import type { Slot } from './autosaves.ts';

interface OtherEditor {
  name: string;
  /** Since it was opened, by the clock of the server. */
  minutes: number;
}

/** Situation of an entry, for somebody who has its form open. */
interface Presence {
  /** Null when the entry is in the trash. */
  version: number | null;
  /** Other accounts that have its form open, the first first. */
  others: OtherEditor[];
}

/** A browser says every 30 s that its form is open; with one left out it is still there. */
const presentMs = 90 * secondMs;

const maxOthers = 5;

/**
 * Notes that a form is open. Nothing is locked by it. Resolves to null, and notes nothing, when the entry is gone for good
 * or the editor may not open its form: names of others are for those who may.
 */
export function notePresence(
  { db, clock }: EditTools,
  { entryKey, tab, editor }: Pick<Slot, 'entryKey' | 'tab'> & { editor: Editor },
): Promise<Presence | null> {
  const { accountId, name } = editor;
  const now = clock.nowIso();
  const [oldest, newest] = [isoAt(clock.now() - presentMs), isoAt(clock.now() + presentMs)];
  return writeVolatile(db, async (trx) => {
    const entry = await trx
      .selectFrom('entries')
      .select(['version', 'deleted_at', 'made_by'])
      .where('key', '=', entryKey)
      .executeTakeFirst();
    if (entry === undefined || !mayOpen(editor, entry)) return null;
    await trx
      .deleteFrom('edit_presence')
      .where(({ or, eb }) => or([eb('seen_at', '<', oldest), eb('seen_at', '>', newest)]))
      .execute();
    await trx
      .insertInto('edit_presence')
      .values({ entry_key: entryKey, account_id: accountId, tab, name, opened_at: now, seen_at: now })
      .onConflict((oc) => oc.columns(['entry_key', 'account_id', 'tab']).doUpdateSet({ name, seen_at: now }))
      .execute();
    const others = await trx
      .selectFrom('edit_presence')
      .select(({ fn }) => [fn.max('name').as('name'), fn.min('opened_at').as('openedAt')])
      .where('entry_key', '=', entryKey)
      .where('account_id', '<>', accountId)
      .groupBy('account_id')
      .orderBy('openedAt')
      .limit(maxOthers)
      .execute();
    const minutesSince = (iso: string) => Math.max(0, Math.floor((clock.now() - Date.parse(iso)) / minuteMs));
    return {
      version: entry.deleted_at === null ? entry.version : null,
      others: others.map(({ name, openedAt }) => ({ name, minutes: minutesSince(openedAt) })),
    };
  });
}
