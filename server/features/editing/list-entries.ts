import type { Kysely } from 'kysely';
import { columnsOf } from '#server/db/columns.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Status } from '#server/db/status.ts';
import type { EditKind } from '#shared/editing/edit-paths.ts';
import {
  drafted,
  entriesOnPage,
  inOrder,
  listed,
  parseMark,
  toPage,
  type EntryItem,
  type EntryPage,
} from './entry-rows.ts';
import { findEntries } from './find-entries.ts';

export interface EntryQuery {
  /** Words of a title, or the beginning of an id. */
  search: string;
  /** `changed`: published, with a draft that is not. */
  state: Status | 'changed' | null;
  /** Where the page before ended, from `EntryPage`. */
  after: string | null;
}

/** A list for editors, the last changed first. */
export async function listEntries(
  db: Kysely<Schema>,
  kind: EditKind,
  { search, state, after }: EntryQuery,
): Promise<EntryPage> {
  const mark = parseMark(after);
  if (search !== '') return findEntries(db, { kind, search, state, after: mark });
  const all = listed(db, kind);
  const rows =
    state === 'changed'
      ? drafted(db, kind, mark)
      : inOrder(state === null ? all : all.where('entries.state', '=', state), mark);
  return toPage([{ rows: await rows.limit(entriesOnPage + 1).execute(), end: null }]);
}

export interface WorkItem extends EntryItem {
  savedAt: string;
  savedBy: string;
}

/** What is in work: the newest drafts of everybody. */
export async function listWork(db: Kysely<Schema>, limit: number): Promise<WorkItem[]> {
  const rows = await db
    .selectFrom('drafts')
    .innerJoin('entries', 'entries.key', 'drafts.entry_key')
    .select([
      'entries.key',
      'entries.kind',
      'entries.id',
      'entries.title',
      'entries.state',
      'entries.changed_at as changedAt',
      'drafts.saved_at as savedAt',
      'drafts.account_name as savedBy',
    ])
    .where('entries.deleted_at', 'is', null)
    .orderBy('drafts.saved_at', 'desc')
    .orderBy('drafts.entry_key', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, hasDraft: true }));
}

/** What is in the trash, the last removed first. */
export async function listTrash(
  db: Kysely<Schema>,
  limit: number,
): Promise<(EntryItem & { version: number; deletedAt: string })[]> {
  const rows = await db
    .selectFrom('entries')
    .select(['key', 'kind', 'id', 'title', 'state', 'version', 'changed_at as changedAt', 'deleted_at'])
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .orderBy('key', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ deleted_at, ...row }) => ({ ...row, hasDraft: false, deletedAt: deleted_at ?? '' }));
}

/** The last things that were done, the newest first. */
export function listEvents(db: Kysely<Schema>, limit: number) {
  return db
    .selectFrom('content_events')
    .select(columnsOf.content_events)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
}
