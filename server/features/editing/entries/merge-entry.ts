import type { Kind } from '#shared/kinds/kind-names.ts';
import { entryPath } from '#shared/address/paths.ts';
import { anyTable } from '#server/content/entries/any-table.ts';
import { redirectToEntry } from '#server/content/entries/entry-redirects.ts';
import { findPublication, isVisibleAt } from '#server/content/entries/entry-visibility.ts';
import { nameAnother } from '#server/content/entries/move-entry.ts';
import { storedIds } from '#server/content/entries/stored-ids.ts';
import type { Editor } from '#server/content/history/editor.ts';
import { addRevision, keepLive, type Entry } from '#server/content/history/revisions.ts';
import { addEvent } from '../content-events.ts';
import { removePlans } from '../plans/plans.ts';
import { checkPlace } from './check-place.ts';
import { changeEntry, refuse, type ChangeResult, type EditTools } from './change-entry.ts';

interface Merge {
  editor: Editor;
  kind: Kind;
  key: string;
  version: number;
  /** The id of the entry that takes its place. */
  into: string;
}

/**
 * Lets everything that names an entry name another one, and moves the entry to the trash. Its addresses, those of former
 * days too, lead to the other one.
 */
export function mergeEntry(
  tools: EditTools,
  { editor, kind, key, version, into }: Merge,
): Promise<ChangeResult> {
  const isDone = (entry: Entry) => entry.deleted_at !== null;
  return changeEntry(tools, { editor, action: 'remove', key, version, isDone }, async (trx, entry) => {
    const other = await trx
      .selectFrom('entries')
      .select('key')
      .where('kind', '=', kind)
      .where('id', '=', into)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    const isStored = (await storedIds(trx, kind, [into])).has(into);
    if (other === undefined || other.key === key || !isStored)
      return refuse([{ field: 'into', code: into === '' ? 'missing' : 'unknown', typed: into }]);
    const at = tools.clock.nowIso();
    const wasVisible = isVisibleAt(await findPublication(trx, kind, entry.id), at);
    const document = await keepLive(trx, entry, at);
    if (document !== null)
      await addRevision(trx, { entry, version: entry.version, action: 'delete', document, by: editor, at });
    await nameAnother(trx, { kind, from: entry.id, to: into });
    await checkPlace(trx, { kind, id: into, field: 'into' });
    await removePlans(trx, entry.key);
    await anyTable(trx).deleteFrom(kind).where('id', '=', entry.id).execute();
    await trx.updateTable('entries').set({ deleted_at: at }).where('key', '=', key).execute();
    await trx.updateTable('redirects').set({ entry_key: other.key }).where('entry_key', '=', key).execute();
    if (wasVisible)
      await redirectToEntry(trx, {
        from: entryPath(kind, entry.id),
        entryKey: other.key,
        by: editor.name,
        at,
      });
    await addEvent(trx, { event: 'delete', editor, at, kind, id: entry.id, detail: into });
  });
}
