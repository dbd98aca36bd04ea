import { kindNames, type Kind } from '#shared/kinds/kind-names.ts';
import type { PlannedAction } from '#shared/editing/plan/plans.ts';
import { isDated } from '#server/db/tables/kind-columns.ts';
import { sql, type Kysely, type SqlBool } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import type { Status } from '#server/db/tables/status.ts';
import { isMatching, type ListFilter } from './list-filter.ts';

/** Number of entries on a page of a list. */
export const entriesOnPage = 30;

export interface EntryItem {
  key: string;
  kind: string;
  id: string;
  title: string;
  state: Status;
  version: number;
  changedAt: string;
  hasDraft: boolean;
  /** Time at which a published entry will appear, if visitors do not see it yet. */
  dueAt: string | null;
  /** Times of a planned change and of a planned end. */
  changeAt: string | null;
  endAt: string | null;
}

/**
 * Filter of a list: `changed` is published with a draft that is not, `scheduled` is seen later or has a plan,
 * `published` is seen.
 */
export type ListedState = Status | 'changed' | 'scheduled';

export interface EntryPage {
  items: EntryItem[];
  /** Null on the last page. */
  next: string | null;
}

export type EntryRow = Omit<EntryItem, 'hasDraft'> & {
  draft: string | null;
  /** 1 when the filter lets it through. */
  isMatching: number;
};

/** A place in a list. */
export type Mark = Pick<EntryItem, 'changedAt' | 'key'>;

export interface Found {
  rows: EntryRow[];
  /** Null: there is no more. Otherwise the rows that were not read stand behind this place. */
  end: Mark | null;
}

/** Null: from the beginning. */
export function parseMark(text: string | null): Mark | null {
  const match = /^(\S{24}) ([\w-]{1,64})$/.exec(text ?? '');
  return match ? { changedAt: match[1] ?? '', key: match[2] ?? '' } : null;
}

/** Whether a row stands behind a place in the list. */
export function isBehind(row: Mark, mark: Mark | null): boolean {
  return mark === null || compare(row, mark) > 0;
}

function compare(a: Mark, b: Mark): number {
  const [first, second] = [`${a.changedAt} ${a.key}`, `${b.changedAt} ${b.key}`];
  return first === second ? 0 : first < second ? 1 : -1;
}

interface Listing {
  kind: Kind;
  /** The present moment, in ISO 8601. */
  now: string;
  /** Null: all. */
  filter: ListFilter | null;
}

/** Entries of a kind outside the trash. */
export function listed(db: Kysely<Schema>, { kind, now, filter }: Listing) {
  return db
    .selectFrom('entries')
    .leftJoin('drafts', 'drafts.entry_key', 'entries.key')
    .select([
      ...entryColumns,
      'drafts.entry_key as draft',
      dueAt(now).as('dueAt'),
      ...planTimes(),
      isMatching(filter).as('isMatching'),
    ])
    .where('entries.kind', '=', kind)
    .where('entries.deleted_at', 'is', null);
}

/** Time of an entry that is published and not due; null for kinds without one. */
export function dueAt(now: string) {
  const cases = kindNames.filter(isDated).map(
    (kind) => sql`when ${kind} then (select published_at from ${sql.table(kind)}
      where id = entries.id and status = 'published' and published_at > ${now})`,
  );
  return sql<string | null>`case entries.kind ${sql.join(cases, sql` `)} end`;
}

/** Times of the plans of an entry that wait. */
export function planTimes() {
  return [planAt('publish').as('changeAt'), planAt('archive').as('endAt')] as const;
}

function planAt(action: PlannedAction) {
  return sql<string | null>`(select run_at from scheduled_changes
    where entry_key = entries.key and action = ${action} and problem is null)`;
}

export function isInState(
  { state, dueAt: due, changeAt, endAt }: Pick<EntryItem, 'state' | 'dueAt' | 'changeAt' | 'endAt'>,
  wanted: ListedState,
): boolean {
  if (wanted === 'scheduled') return due !== null || changeAt !== null || endAt !== null;
  return state === (wanted === 'changed' ? 'published' : wanted) && (wanted !== 'published' || due === null);
}

/** Columns of an entry that every list shows. */
export const entryColumns = [
  'entries.key',
  'entries.kind',
  'entries.id',
  'entries.title',
  'entries.state',
  'entries.version',
  'entries.changed_at as changedAt',
] as const;

/** Rows from behind a place in the list, the last changed first. */
export function inOrder(rows: ReturnType<typeof listed>, after: Mark | null): typeof rows {
  return rows
    .$if(after !== null, (query) => query.where(isAfter(after)))
    .orderBy('entries.changed_at', 'desc')
    .orderBy('entries.key', 'desc');
}

/** Published entries with a draft, in the order of the list: there are fewer drafts than entries. */
export function drafted(db: Kysely<Schema>, { kind, now, filter }: Listing, after: Mark | null) {
  return (
    db
      .selectFrom('drafts')
      // SQLite takes a cross join in the order in which it is written.
      .crossJoin('entries')
      .whereRef('entries.key', '=', 'drafts.entry_key')
      .select([
        ...entryColumns,
        'drafts.entry_key as draft',
        dueAt(now).as('dueAt'),
        ...planTimes(),
        isMatching(filter).as('isMatching'),
      ])
      .where('entries.kind', '=', kind)
      .where('entries.state', '=', 'published')
      .where('entries.deleted_at', 'is', null)
      .$if(after !== null, (query) => query.where(isAfter(after)))
      .orderBy('entries.changed_at', 'desc')
      .orderBy('entries.key', 'desc')
  );
}

function isAfter(mark: Mark | null) {
  return sql<SqlBool>`(entries.changed_at, entries.key) < (${mark?.changedAt ?? ''}, ${mark?.key ?? ''})`;
}

/** First rows of several lists, as far as all of these were read. */
export function toPage(found: readonly Found[]): EntryPage {
  const ends = found.flatMap(({ end }) => end ?? []).toSorted(compare);
  const [end = null] = ends;
  const rows = new Map(found.flatMap(({ rows }) => rows).map((row) => [row.key, row]));
  const known = [...rows.values()].filter((row) => end === null || !isBehind(row, end)).toSorted(compare);
  const items = known.slice(0, entriesOnPage).map((row) => {
    const { draft, isMatching: _, ...item } = row;
    return { ...item, hasDraft: draft !== null };
  });
  const next = known.length > entriesOnPage ? (items.at(-1) ?? null) : end;
  return { items, next: next && `${next.changedAt} ${next.key}` };
}
