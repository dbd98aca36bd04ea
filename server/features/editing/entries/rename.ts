import type { Kind } from '#shared/kinds/kind-names.ts';
import type { Transaction } from 'kysely';
import { findIdProblem } from '#server/content/content-id.ts';
import type { Editor } from '#server/content/history/editor.ts';
import { entryPath } from '#shared/address/paths.ts';
import { moveEntry } from '#server/content/entries/move-entry.ts';
import { keepLive, type Entry } from '#server/content/history/revisions.ts';
import type { Schema } from '#server/db/schema.ts';
import { changeEntry, refuse, type ChangeResult, type EditTools } from './change-entry.ts';
import { findPublication, isVisibleAt } from '#server/content/entries/entry-visibility.ts';
import { addEvent } from '../content-events.ts';
import { findNaming, keepVersions, raiseFormerNaming } from './keep-versions.ts';
import { recordLive } from './publish.ts';
import { redirectToEntry, removeRedirect } from '#server/content/entries/entry-redirects.ts';
import { findRedirect } from '../site/redirects.ts';

interface Rename {
  editor: Editor;
  kind: Kind;
  key: string;
  version: number;
  /** The id that it is to have. */
  id: string;
  /** Whether an old address of something else may become this one's. */
  mayTakeOver: boolean;
}

/** Gives an entry another id, and with it another address. Everything that names it does so by the new one. */
export async function renameEntry(
  tools: EditTools,
  { editor, kind, key, version, id, mayTakeOver }: Rename,
): Promise<ChangeResult> {
  if (findIdProblem(id) !== null)
    return { kind: 'invalid', problems: [{ field: 'id', code: id === '' ? 'missing' : 'wrong', typed: id }] };
  const at = tools.clock.nowIso();
  const isDone = (entry: Entry) => entry.deleted_at === null && entry.id === id;
  return changeEntry(tools, { editor, action: 'rename', key, version, isDone }, async (trx, entry) => {
    if (entry.id === id) return;
    if (await isTaken(trx, kind, id)) refuse([{ field: 'id', code: 'taken', typed: id }]);
    await takeAddress(trx, { kind, id, key, mayTakeOver });
    const wasVisible = isVisibleAt(await findPublication(trx, kind, entry.id), at);
    await keepLive(trx, entry, at);
    const naming = await findNaming(trx, kind, entry.id);
    await moveEntry(trx, tools.db.engine, { kind, key, from: entry.id, to: id, at });
    await keepVersions(trx, naming);
    if (wasVisible)
      await redirectToEntry(trx, {
        from: entryPath(kind, entry.id),
        entryKey: key,
        by: editor.name,
        at,
      });
    await recordLive(trx, { key, kind, id, editor, at, action: 'rename' });
    await addEvent(trx, { event: 'rename', editor, at, kind, id, detail: entry.id });
  });
}

async function isTaken(trx: Transaction<Schema>, kind: Kind, id: string): Promise<boolean> {
  const other = await trx
    .selectFrom('entries')
    .select('key')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return other !== undefined;
}

/**
 * An address that still leads to something else is not taken silently: its links would lead to another's page. `never`:
 * nor by an answer to the question, since who asks may change nothing that visitors see.
 */
export async function takeAddress(
  trx: Transaction<Schema>,
  { kind, id, key, mayTakeOver }: { kind: Kind; id: string; key: string; mayTakeOver: boolean | 'never' },
): Promise<void> {
  await raiseFormerNaming(trx, kind, id);
  const path = entryPath(kind, id);
  const redirect = await findRedirect(trx, path);
  if (redirect === null) return;
  const isOwn = redirect.target.kind === 'entry' && redirect.target.key === key;
  if (!isOwn && mayTakeOver !== true) {
    const code = mayTakeOver === 'never' ? 'taken' : 'redirected';
    refuse([{ field: 'id', code, typed: id }]);
  }
  await removeRedirect(trx, path);
}
