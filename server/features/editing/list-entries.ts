import type { Kysely, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import type { Status } from '#server/db/status.ts';
import type { EditKind } from '#shared/editing/edit-paths.ts';

/** How many a page of a list has. */
export const entriesOnPage = 30;

export interface EntryItem {
  key: string;
  kind: string;
  id: string;
  title: string;
  state: Status;
  changedAt: string;
  hasDraft: boolean;
}

export interface EntryQuery {
  /** A part of a title, or an id. */
  search: string;
  /** `changed`: published, with a draft that is not. */
  state: Status | 'changed' | null;
  /** Where the page before ended, from `EntryPage`. */
  after: string | null;
}

export interface EntryPage {
  items: EntryItem[];
  /** Null on the last page. */
  next: string | null;
}

/** A list for editors, the last changed first. */
export async function listEntries(
  db: Kysely<Schema>,
  kind: EditKind,
  { search, state, after }: EntryQuery,
): Promise<EntryPage> {
  const mark = parseMark(after);
  const rows = await db
    .selectFrom('entries')
    .leftJoin('drafts', 'drafts.entry_key', 'entries.key')
    .select([
      'entries.key',
      'entries.kind',
      'entries.id',
      'entries.title',
      'entries.state',
      'entries.changed_at as changedAt',
      'drafts.entry_key as draft',
    ])
    .where('entries.kind', '=', kind)
    .where('entries.deleted_at', 'is', null)
    .$if(state === 'changed', (query) =>
      query.where('drafts.entry_key', 'is not', null).where('entries.state', '=', 'published'),
    )
    .$if(state !== null && state !== 'changed', (query) =>
      query.where('entries.state', '=', state === 'changed' || state === null ? 'draft' : state),
    )
    .$if(search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          eb('entries.id', '=', search),
          sql<SqlBool>`entries.title like ${`%${likeText(search)}%`} escape '\\'`,
        ]),
      ),
    )
    .$if(mark !== null, (query) =>
      query.where(
        sql<SqlBool>`(entries.changed_at, entries.key) < (${mark?.changedAt ?? ''}, ${mark?.key ?? ''})`,
      ),
    )
    .orderBy('entries.changed_at', 'desc')
    .orderBy('entries.key', 'desc')
    .limit(entriesOnPage + 1)
    .execute();
  const items = rows
    .slice(0, entriesOnPage)
    .map(({ draft, ...item }) => ({ ...item, hasDraft: draft !== null }));
  const last = items.at(-1);
  return {
    items,
    next: rows.length > entriesOnPage && last ? `${last.changedAt} ${last.key}` : null,
  };
}

function parseMark(after: string | null): { changedAt: string; key: string } | null {
  const match = /^(\S{24}) ([\w-]{1,64})$/.exec(after ?? '');
  return match ? { changedAt: match[1] ?? '', key: match[2] ?? '' } : null;
}

function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
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
  return db.selectFrom('content_events').selectAll().orderBy('seq', 'desc').limit(limit).execute();
}
