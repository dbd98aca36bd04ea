import type { Kysely } from 'kysely';
import type { Kind } from '#shared/kinds/kind-names.ts';
import { kinds } from '#shared/kinds/kinds.ts';
import { readDocument } from '#server/content/entries/entry-document.ts';
import type { Editor } from '#server/content/history/editor.ts';
import { findLastDraft, findRevisionBefore } from '#server/content/history/revisions.ts';
import { hasState } from '#server/db/tables/kind-columns.ts';
import { columnsOf } from '#server/db/tables/columns.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Status } from '#server/db/tables/status.ts';
import type { ChangeResult } from '../entries/change-entry.ts';
import { publish, type PublishTools } from '../entries/publish.ts';
import { withdraw } from '../live/withdraw.ts';
import { restoreRevision } from '../entries/save-draft.ts';
import { restoreEntry } from '../entries/trash.ts';
import { changeMany, type FieldChange, type LeftOut, type ManyResult } from './change-many.ts';

interface UndoMany {
  editor: Editor;
  kind: Kind;
  /** Moment of the change of many that is taken back. */
  at: string;
}

/** More than can be chosen at once. */
const maxUndone = 400;

/** Takes back what the editor did to many entries at that moment. An entry that was changed since stays as it is. */
export async function undoMany(tools: PublishTools, undo: UndoMany): Promise<ManyResult> {
  const { db, clock } = tools;
  const events = await db.read
    .selectFrom('content_events')
    .select(['event', 'id'])
    .where('at', '=', undo.at)
    .where('account_id', '=', undo.editor.accountId)
    .where('kind', '=', undo.kind)
    .orderBy('seq')
    .limit(maxUndone)
    .execute();
  if (events.some(({ event }) => event === 'change-many')) return undoFields(tools, undo);
  const leftOut: LeftOut[] = [];
  let changed = 0;
  for (const { event, id } of events) {
    const step = event === 'delete' ? undoRemoval : event === 'publish' ? undoPublishing : null;
    if (step === null || id === null) continue;
    const result = await step(tools, undo, id);
    if (result?.kind === 'forbidden') return result;
    if (result?.kind === 'done') changed += 1;
    else if (result?.kind === 'invalid')
      leftOut.push({ id, reason: 'refused', by: '', issues: [], problems: result.problems });
    else leftOut.push({ id, reason: 'changed', by: '', issues: [] });
  }
  return { kind: 'done', at: clock.nowIso(), changed, leftOut };
}

/** Gives each entry back the values that it had before: those which can be changed for many. */
async function undoFields(tools: PublishTools, { editor, kind, at }: UndoMany): Promise<ManyResult> {
  const { read } = tools.db;
  const revisions = await read
    .selectFrom('revisions')
    .innerJoin('entries', 'entries.key', 'revisions.entry_key')
    .select(['revisions.seq', 'revisions.entry_key', 'revisions.action', 'revisions.version', 'entries.id'])
    .where('revisions.at', '=', at)
    .where('revisions.account_id', '=', editor.accountId)
    .where('entries.kind', '=', kind)
    .where('entries.deleted_at', 'is', null)
    .orderBy('revisions.seq')
    .limit(maxUndone)
    .execute();
  const changes: FieldChange[] = [];
  for (const { id, version, ...revision } of revisions) {
    const before = await findRevisionBefore(read, revision);
    if (before !== null) changes.push({ id, version, fields: valuesIn(kind, before.document) });
  }
  return changeMany(tools, { editor, action: 'publish', kind, changes });
}

function valuesIn(kind: Kind, document: string): FieldChange['fields'] {
  const { fields } = readDocument(document);
  const names = [...(kinds[kind].many ?? []), ...(hasState(kind) ? ['status'] : [])];
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
}

/** Null: it is not as the step left it. */
async function undoRemoval(
  tools: PublishTools,
  { editor, kind, at }: UndoMany,
  id: string,
): Promise<ChangeResult | null> {
  const entry = await tools.db.read
    .selectFrom('entries')
    .select(columnsOf.entries)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('deleted_at', '=', at)
    .executeTakeFirst();
  return entry ? restoreEntry(tools, { editor, entry, version: entry.version }) : null;
}

async function undoPublishing(
  tools: PublishTools,
  { editor, kind, at }: UndoMany,
  id: string,
): Promise<ChangeResult | null> {
  const { read } = tools.db;
  const published = await findPublished(read, { kind, id, at });
  if (published === undefined) return null;
  const { key, version, seq } = published;
  const before = await findRevisionBefore(read, { entry_key: key, seq, action: 'publish' });
  if (before === null && !hasState(kind)) return null;
  const state = before === null ? 'draft' : stateIn(before.document);
  if (state !== 'published') return withdraw(tools, { editor, kind, key, version, state });
  const draft = await findLastDraft(read, key);
  const document = before?.document ?? '';
  const former = await publish(tools, { editor, kind, id, key, version, document });
  if (former.kind !== 'done' || draft === null || Number(draft.seq) > seq) return former;
  const revision = { seq: Number(draft.seq), document: draft.document };
  return restoreRevision(tools, { editor, kind, key, version: former.entry.version, revision });
}

/** The revision of the publishing, while nothing has changed since. */
async function findPublished(
  db: Kysely<Schema>,
  { kind, id, at }: { kind: Kind; id: string; at: string },
): Promise<{ key: string; version: number; seq: number } | undefined> {
  const row = await db
    .selectFrom('revisions')
    .innerJoin('entries', 'entries.key', 'revisions.entry_key')
    .select(['entries.key', 'entries.version', 'revisions.seq'])
    .where('entries.kind', '=', kind)
    .where('entries.id', '=', id)
    .where('entries.deleted_at', 'is', null)
    .where('revisions.at', '=', at)
    .where('revisions.action', '=', 'publish')
    .whereRef('revisions.version', '=', 'entries.version')
    .executeTakeFirst();
  return row && { ...row, seq: Number(row.seq) };
}

function stateIn(document: string): Status {
  const { status } = readDocument(document).fields;
  // A kind without a state is always there.
  return status === 'draft' || status === 'archived' ? status : 'published';
}
