import type { Kysely } from 'kysely';
import type { Editor } from '#server/content/history/editor.ts';
import type { Schema } from '#server/db/schema.ts';
import { columnsOf } from '#server/db/tables/columns.ts';
import { maxNote } from '#shared/editing/main-form.ts';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { addEvent } from '../content-events.ts';
import { saveDraft } from '../entries/save-draft.ts';
import {
  changeEntry,
  findOvertaken,
  mayStillDo,
  orRefused,
  refuse,
  type ChangeResult,
  type EditTools,
} from '../entries/change-entry.ts';

/** A draft that its author has handed in. */
export interface HandedIn {
  by: string;
  at: string;
  /** For the editors; empty: there is none. */
  note: string;
  /** How an editor gave it back; null: it waits. */
  returned: { by: string; at: string; reply: string } | null;
}

interface HandIn {
  editor: Editor;
  key: string;
  version: number;
  note: string;
}

/** Saves a text as the draft, and lets it wait for an editor, with a note. Without a draft nothing is handed in. */
export async function handIn(
  tools: EditTools,
  { kind, document, note, ...change }: HandIn & { kind: Kind; document: string },
): Promise<ChangeResult> {
  const { editor, key } = change;
  const saved = await saveDraft(tools, { ...change, kind, document });
  if (saved.kind !== 'done') return saved;
  const { version } = saved.entry;
  return changeEntry(tools, { editor, action: 'hand-in', key, version }, async (trx, entry) => {
    const draft = await trx
      .selectFrom('drafts')
      .select('entry_key')
      .where('entry_key', '=', key)
      .executeTakeFirst();
    if (!draft) refuse([{ field: 'note', code: 'unchanged' }]);
    const at = tools.clock.nowIso();
    const row = {
      ...{ account_id: editor.accountId, account_name: editor.name, note: cut(note), at },
      ...{ returned_at: null, returned_by: null, reply: null },
    };
    await trx
      .insertInto('handed_in')
      .values({ entry_key: key, ...row })
      .onConflict((conflict) => conflict.column('entry_key').doUpdateSet(row))
      .execute();
    await addEvent(trx, { event: 'hand-in', editor, at, kind: entry.kind, id: entry.id });
  });
}

/**
 * Gives a draft that was handed in back to its author, with a reply. The version stays: no text has changed, and the
 * author may have gone on writing.
 */
export function giveBack(tools: EditTools, { editor, key, version, note }: HandIn): Promise<ChangeResult> {
  const { db, clock } = tools;
  return orRefused(tools, async (trx): Promise<ChangeResult> => {
    if (!(await mayStillDo(trx, db, { editor, action: 'publish', key }))) return { kind: 'forbidden' };
    const at = clock.nowIso();
    const entry = await trx
      .selectFrom('entries')
      .select(columnsOf.entries)
      .where('key', '=', key)
      .where('version', '=', version)
      .where('deleted_at', 'is', null)
      .$if(db.engine === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst();
    if (!entry) return findOvertaken(trx, { key, editor }, at);
    const { numUpdatedRows } = await trx
      .updateTable('handed_in')
      .set({ returned_at: at, returned_by: editor.name, reply: cut(note) })
      .where('entry_key', '=', key)
      .where('returned_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n)
      await addEvent(trx, { event: 'give-back', editor, at, kind: entry.kind, id: entry.id });
    else if (!(await isGivenBack(trx, { key, by: editor.name, reply: cut(note) })))
      refuse([{ field: 'note', code: 'taken' }]);
    return { kind: 'done', entry };
  });
}

/** Whether it was given back with this very reply: the form was sent twice. */
async function isGivenBack(
  db: Kysely<Schema>,
  { key, by, reply }: { key: string; by: string; reply: string },
): Promise<boolean> {
  const returned = (await findHandedIn(db, key))?.returned;
  return returned?.by === by && returned.reply === reply;
}

function cut(note: string): string {
  return [...note.trim()].slice(0, maxNote).join('');
}

/** Null: the entry has no draft that was handed in. */
export async function findHandedIn(db: Kysely<Schema>, key: string): Promise<HandedIn | null> {
  const row = await handedIn(db).where('entry_key', '=', key).executeTakeFirst();
  return row === undefined ? null : toHandedIn(row);
}

export interface WaitingItem extends HandedIn {
  kind: string;
  id: string;
  title: string;
}

/** Drafts that wait for an editor, those that wait longest first. */
export async function listWaiting(db: Kysely<Schema>, limit: number): Promise<WaitingItem[]> {
  const rows = await handedIn(db)
    .innerJoin('entries', 'entries.key', 'handed_in.entry_key')
    .select(['entries.kind', 'entries.id', 'entries.title'])
    .where('returned_at', 'is', null)
    .where('entries.deleted_at', 'is', null)
    .orderBy('at')
    .orderBy('entry_key')
    .limit(limit)
    .execute();
  return rows.map(({ kind, id, title, ...row }) => ({ kind, id, title, ...toHandedIn(row) }));
}

function handedIn(db: Kysely<Schema>) {
  return db
    .selectFrom('handed_in')
    .select(['account_name', 'note', 'at', 'returned_at', 'returned_by', 'reply']);
}

type Row = Awaited<ReturnType<ReturnType<typeof handedIn>['executeTakeFirstOrThrow']>>;

function toHandedIn({ account_name: by, note, at, returned_at, returned_by, reply }: Row): HandedIn {
  const returned =
    returned_at === null ? null : { by: returned_by ?? '', at: returned_at, reply: reply ?? '' };
  return { by, at, note, returned };
}
