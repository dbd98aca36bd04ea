import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import type { Transaction } from 'kysely';
import { columnsOf } from '#server/db/tables/columns.ts';
import { findDocument } from '#server/content/entries/documents.ts';
import { hashOf, readDocument } from '#server/content/entries/entry-document.ts';
import { findIdProblem } from '#server/content/content-id.ts';
import type { RevisionAction } from '#server/db/tables/editing-tables.ts';
import type { Schema } from '#server/db/schema.ts';
import { takeAddress } from './rename.ts';
import {
  changeEntry,
  findOvertaken,
  findPresent,
  leaveAsItIs,
  mayStillDo,
  orRefused,
  refuse,
  requireEntry,
  type Change,
  type ChangeResult,
  type EditTools,
} from './change-entry.ts';
import type { Editor } from '#server/content/history/editor.ts';
import { addRevision, findLastDraft, keepLive, type Entry } from '#server/content/history/revisions.ts';
import { thinRevisions } from '#server/content/history/thin-revisions.ts';

interface SaveDraft {
  editor: Editor;
  kind: Kind;
  key: string;
  version: number;
  document: string;
}

/** Keeps the text of an editor, complete or not. Visitors go on seeing the published one. */
export async function saveDraft(
  tools: EditTools,
  { editor, kind, key, version, document }: SaveDraft,
): Promise<ChangeResult> {
  const change = { editor, action: 'save', key, version, document } as const;
  return changeEntry(tools, change, async (trx, entry) => {
    const present = await findPresent(trx, entry);
    if (present?.document === document) leaveAsItIs(entry);
    const at = tools.clock.nowIso();
    await writeDraft(trx, { kind, entry, document, editor, at });
    await addRevision(trx, { entry, version: entry.version, action: 'save', document, by: editor, at });
    await thinRevisions(trx, key, tools.clock.now());
  });
}

interface WriteDraft {
  kind: Kind;
  entry: Entry;
  document: string;
  editor: Editor;
  at: string;
}

export async function writeDraft(
  trx: Transaction<Schema>,
  { kind, entry, document, editor, at }: WriteDraft,
): Promise<void> {
  const live = await findDocument(trx, kind, entry.id);
  const values = {
    document,
    account_id: editor.accountId,
    account_name: editor.name,
    saved_at: at,
  };
  await trx
    .insertInto('drafts')
    .values({ entry_key: entry.key, base_hash: live === null ? null : hashOf(live), ...values })
    .onConflict((oc) => oc.column('entry_key').doUpdateSet(values))
    .execute();
  // An entry that has never been published has its title from its draft.
  await trx
    .updateTable('entries')
    .set({ changed_at: at, ...(live === null && { title: titleOf(kind, document) }) })
    .where('key', '=', entry.key)
    .execute();
}

/** Version of an entry that was just made, and so of the form that has made it. */
export const firstVersion = 1;

interface CreateEntry extends Pick<Change, 'isDone'> {
  editor: Editor;
  kind: Kind;
  /** Random, made with the form: sent twice, the form makes one entry. */
  key: string;
  id: string;
  document: string;
  /** Whether an old address of something else may become this one's. */
  mayTakeOver: boolean;
}

/** Makes an entry that has never been published. `missing`: the key is that of an entry of another kind. */
export async function createEntry(
  tools: EditTools,
  { editor, kind, key, id, document, mayTakeOver, isDone }: CreateEntry,
): Promise<ChangeResult> {
  if (findIdProblem(id) !== null)
    return { kind: 'invalid', problems: [{ field: 'id', code: id === '' ? 'missing' : 'wrong', typed: id }] };
  return orRefused(tools, async (trx): Promise<ChangeResult> => {
    if (!(await mayStillDo(trx, tools.db, { editor, action: 'save' }))) return { kind: 'forbidden' };
    const before = await trx.selectFrom('entries').select('kind').where('key', '=', key).executeTakeFirst();
    // The key of something else: its history is no place for this text.
    if (before && before.kind !== kind) return { kind: 'missing' };
    if (before && !(await mayStillDo(trx, tools.db, { editor, action: 'save', key })))
      return { kind: 'forbidden' };
    // Sent again: it is there. With another text, after going back, it is a conflict with oneself: nothing is lost.
    if (before)
      return findOvertaken(trx, { key, document, editor, ...(isDone && { isDone }) }, tools.clock.nowIso());
    const mayMove = await mayStillDo(trx, tools.db, { editor, action: 'rename' });
    await takeAddress(trx, { kind, id, key, mayTakeOver: mayMove ? mayTakeOver : 'never' });
    const at = tools.clock.nowIso();
    const made = await trx
      .insertInto('entries')
      .values({
        key,
        kind,
        id,
        version: firstVersion,
        title: titleOf(kind, document),
        state: 'draft',
        changed_at: at,
        deleted_at: null,
        made_by: editor.accountId,
      })
      .onConflict((oc) => oc.doNothing())
      .returning(columnsOf.entries)
      .executeTakeFirst();
    if (!made) return { kind: 'invalid', problems: [{ field: 'id', code: 'taken', typed: id }] };
    await writeDraft(trx, { kind, entry: made, document, editor, at });
    await addRevision(trx, { entry: made, version: firstVersion, action: 'save', document, by: editor, at });
    return { kind: 'done', entry: await requireEntry(trx, key) };
  });
}

/** Throws the draft away; it stays a revision. The published text is that of the entry again. */
export function discardDraft(
  tools: EditTools,
  change: { editor: Editor; key: string; version: number },
): Promise<ChangeResult> {
  return changeEntry(tools, { ...change, action: 'save' }, async (trx, entry) => {
    const at = tools.clock.nowIso();
    const live = await keepLive(trx, entry, at);
    // Without it nothing would be left of the entry: that is what removing is for.
    if (live === null) refuse([{ field: 'id', code: 'wrong' }]);
    await keepDraft(trx, entry, change.editor, at);
    await trx.deleteFrom('drafts').where('entry_key', '=', entry.key).execute();
  });
}

/** A draft can differ from what was saved: a rename of its author changes it, too. */
async function keepDraft(trx: Transaction<Schema>, entry: Entry, by: Editor, at: string): Promise<void> {
  const draft = await trx
    .selectFrom('drafts')
    .select('document')
    .where('entry_key', '=', entry.key)
    .executeTakeFirst();
  const last = await findLastDraft(trx, entry.key);
  if (draft === undefined || last?.document === draft.document) return;
  const { document } = draft;
  await addRevision(trx, { entry, version: entry.version, action: 'save', document, by, at });
}

interface RestoreRevision {
  editor: Editor;
  kind: Kind;
  key: string;
  version: number;
  revision: { seq: number; document: string };
}

/** Makes a draft of a former text of the entry. Nothing that visitors see changes. */
export function restoreRevision(
  tools: EditTools,
  { editor, kind, key, version, revision }: RestoreRevision,
): Promise<ChangeResult> {
  const action: RevisionAction = 'restore';
  return changeEntry(tools, { editor, action: 'save', key, version }, async (trx, entry) => {
    const at = tools.clock.nowIso();
    const { document } = revision;
    await writeDraft(trx, { kind, entry, document, editor, at });
    const restored = { entry, version: entry.version, action, document, by: editor, at };
    await addRevision(trx, { ...restored, restoredFrom: revision.seq });
  });
}

function titleOf(kind: Kind, document: string): string {
  const title = readDocument(document).fields[kinds[kind].title];
  return typeof title === 'string' ? title.slice(0, 200) : '';
}
