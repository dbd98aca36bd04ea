import { sql, type Kysely, type SqlBool } from 'kysely';
import { kindNames, type Kind } from '#shared/kinds/kind-names.ts';
import { anyTable } from '#server/content/entries/any-table.ts';
import type { Editor } from '#server/content/history/editor.ts';
import { isDated, titleColumn } from '#server/db/tables/kind-columns.ts';
import type { Schema } from '#server/db/schema.ts';
import { mayDo } from '../may-do.ts';
import { dueAt, entryColumns, planTimes, type EntryItem } from './entry-rows.ts';

export interface WorkItem extends EntryItem {
  savedAt: string;
  savedBy: string;
  /** Times at which its author handed it in, and an editor gave it back. */
  handedInAt: string | null;
  returnedAt: string | null;
}

interface WorkQuery {
  limit: number;
  /** The present moment, in ISO 8601. */
  now: string;
  /** Account that asks. */
  editor: Pick<Editor, 'accountId' | 'role'>;
}

/**
 * Newest drafts: those that an editor has saved, apart from those of the others. Authors get those of the entries that
 * they have made, whoever has corrected them since, and no others.
 */
export async function listWork(
  db: Kysely<Schema>,
  { limit, now, editor: { accountId, role } }: WorkQuery,
): Promise<{ own: WorkItem[]; others: WorkItem[] }> {
  const newest = drafts(db, now)
    .orderBy('drafts.saved_at', 'desc')
    .orderBy('drafts.entry_key', 'desc')
    .limit(limit);
  if (!mayDo(role, 'see-others')) {
    const made = await newest.where('entries.made_by', '=', accountId).execute();
    return { own: made.map(toItem), others: [] };
  }
  const own = await newest.where('drafts.account_id', '=', accountId).execute();
  const others = await newest
    // In words that fit no index but that of the times: few of the newest are the editor's own.
    .where(sql<SqlBool>`coalesce(drafts.account_id, '') <> ${accountId}`)
    // Those that wait are listed by themselves.
    .where((eb) => eb.or([eb('handed_in.at', 'is', null), eb('handed_in.returned_at', 'is not', null)]))
    .execute();
  return { own: own.map(toItem), others: others.map(toItem) };
}

function drafts(db: Kysely<Schema>, now: string) {
  return (
    db
      .selectFrom('drafts')
      // SQLite takes a cross join in the order in which it is written.
      .crossJoin('entries')
      .leftJoin('handed_in', 'handed_in.entry_key', 'drafts.entry_key')
      .select([
        ...entryColumns,
        'drafts.saved_at as savedAt',
        'drafts.account_name as savedBy',
        'handed_in.at as handedInAt',
        'handed_in.returned_at as returnedAt',
        dueAt(now).as('dueAt'),
        ...planTimes(),
      ])
      .whereRef('entries.key', '=', 'drafts.entry_key')
      .where('entries.deleted_at', 'is', null)
  );
}

function toItem(row: Omit<WorkItem, 'hasDraft'>): WorkItem {
  return { ...row, hasDraft: true };
}

export interface ComingItem {
  kind: Kind;
  id: string;
  title: string;
  /** When visitors will see it, in ISO 8601. */
  dueAt: string;
}

/** Published entries whose time is in the future, the next first. An index of each dated kind has them in order. */
export async function listComing(
  db: Kysely<Schema>,
  { limit, now }: Pick<WorkQuery, 'limit' | 'now'>,
): Promise<ComingItem[]> {
  const coming: ComingItem[] = [];
  for (const kind of kindNames.filter(isDated)) {
    const rows = await anyTable(db)
      .selectFrom(kind)
      .select(['id', `${titleColumn(kind)} as title`, 'published_at'])
      .where('status', '=', 'published')
      .where('published_at', '>', now)
      .orderBy('published_at')
      .orderBy('id')
      .limit(limit)
      .execute();
    for (const { id, title, published_at: time } of rows)
      coming.push({ kind, id: String(id), title: String(title), dueAt: String(time) });
  }
  return coming.toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : 1)).slice(0, limit);
}
