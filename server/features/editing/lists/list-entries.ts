import type { Kind } from '#shared/kinds/kind-names.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import {
  drafted,
  dueAt,
  entriesOnPage,
  inOrder,
  listed,
  parseMark,
  toPage,
  type EntryItem,
  type EntryPage,
  type ListedState,
} from './entry-rows.ts';
import { findEntries } from './find-entries.ts';
import type { ListFilter } from './list-filter.ts';

export interface EntryQuery {
  /** Words of a title, or the beginning of an id or a tag. */
  search: string;
  /** Null: all. */
  state: ListedState | null;
  /** End of the page before, from `EntryPage`. */
  after: string | null;
  /** The present moment, in ISO 8601. */
  now: string;
  /** Left out or null: all. */
  filter?: ListFilter | null;
}

/** A list for editors, the last changed first. */
export async function listEntries(
  db: Kysely<Schema>,
  kind: Kind,
  { search, state, after, now, filter = null }: EntryQuery,
): Promise<EntryPage> {
  const mark = parseMark(after);
  if (search !== '' || filter !== null)
    return findEntries(db, { kind, search, state, after: mark, now, filter });
  const listing = { kind, now, filter };
  const rows =
    state === 'changed'
      ? drafted(db, listing, mark)
      : inOrder(inState(listed(db, listing), state, now), mark);
  return toPage([{ rows: await rows.limit(entriesOnPage + 1).execute(), end: null }]);
}

/** All entries of a kind, in no order; null where there are more than `limit`. */
export async function listAll(
  db: Kysely<Schema>,
  kind: Kind,
  { now, limit }: { now: string; limit: number },
): Promise<EntryItem[] | null> {
  const rows = await listed(db, { kind, now, filter: null })
    .limit(limit + 1)
    .execute();
  return rows.length > limit ? null : rows.map(({ draft, ...row }) => ({ ...row, hasDraft: draft !== null }));
}

function inState(
  rows: ReturnType<typeof listed>,
  state: Exclude<ListedState, 'changed'> | null,
  now: string,
): typeof rows {
  if (state === null) return rows;
  if (state !== 'scheduled' && state !== 'published') return rows.where('entries.state', '=', state);
  const published = rows.where('entries.state', '=', 'published');
  if (state === 'published') return published.where(dueAt(now), 'is', null);
  return published.where((eb) =>
    eb.or([
      eb(dueAt(now), 'is not', null),
      eb.exists(
        eb
          .selectFrom('scheduled_changes')
          .select('scheduled_changes.entry_key')
          .whereRef('scheduled_changes.entry_key', '=', 'entries.key')
          .where('problem', 'is', null),
      ),
    ]),
  );
}

/** Entries in the trash, the last removed first. */
export async function listTrash(
  db: Kysely<Schema>,
  limit: number,
): Promise<(EntryItem & { deletedAt: string })[]> {
  const rows = await db
    .selectFrom('entries')
    .select(['key', 'kind', 'id', 'title', 'state', 'version', 'changed_at as changedAt', 'deleted_at'])
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .orderBy('key', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ deleted_at, ...row }) => ({
    ...row,
    hasDraft: false,
    dueAt: null,
    changeAt: null,
    endAt: null,
    deletedAt: deleted_at ?? '',
  }));
}
