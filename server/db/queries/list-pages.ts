import { sql } from 'kysely';
import { pageSize } from '#shared/address/list-query.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';
import { listTag, type CountedList } from '#server/freshness/counted-lists.ts';
import { listedTables } from '../tables/listed-tables.ts';
import { hasBegun, isPublished, visible } from './visible.ts';

/** A list that visitors page through. */
export type PagedList = CountedList & {
  /** Rows of the same keys are ordered by id, in the same direction. There is an index of all of them. */
  keys: readonly ListKey[];
  direction: 'asc' | 'desc';
};

type ListKey = 'published_at' | 'shown_from' | 'pin' | 'stock_key' | PriceKey;
type PriceKey = 'cheap_key' | 'dear_key';

export interface PageOfIds {
  ids: string[];
  pageCount: number;
  total: number;
}

/** Resolves to null when the page is past the end; the first page exists even when it is empty. */
export async function findPageOfIds(
  reader: Reader,
  list: PagedList,
  page: number,
): Promise<PageOfIds | null> {
  const total = await countList(reader, list);
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  if (page > pageCount) return null;
  const skip = (page - 1) * pageSize;
  const ids = await listIds(reader, list, total, { skip, count: Math.min(pageSize, total - skip) });
  return { ids, pageCount, total };
}

/** How many of a list a visitor may see. */
export function countList(reader: Reader, list: CountedList): Promise<number> {
  return reader.cached(`count of ${listTag(list)}`, (ownReader) => countVisible(ownReader, list));
}

/** The ids of any part of a list, which has `total` entries: the end is as near as the beginning. */
export async function listIds(
  reader: Reader,
  list: PagedList,
  total: number,
  { skip, count }: { skip: number; count: number },
): Promise<string[]> {
  const after = total - skip - count;
  if (after >= skip) return readIds(reader, list, { skip, count });
  return (await readIds(reader, reversed(list), { skip: after, count })).toReversed();
}

/** The ids that a list begins with, however long it is. */
export function firstIds(reader: Reader, list: PagedList, count: number): Promise<string[]> {
  return readIds(reader, list, { skip: 0, count });
}

/** Keeps the farthest of a hundred thousand pages as cheap as the fiftieth: stepping over 5,000 entries takes 1 ms. */
const markDistance = 5_000;

/** An entry's place in a list: its id and the values of the list's keys. */
type Mark = { id: string } & { [Key in ListKey]?: string | number };

async function readIds(
  reader: Reader,
  list: PagedList,
  { skip, count }: { skip: number; count: number },
): Promise<string[]> {
  if (count === 0) return [];
  const rest = skip % markDistance;
  const mark = await findMark(reader, list, skip - rest);
  return (await readEntries(reader, list, mark, { skip: rest, count })).map((row) => row.id);
}

/** The last entry of the first `position`, remembered until the list changes. */
async function findMark(reader: Reader, list: PagedList, position: number): Promise<Mark | null> {
  if (position === 0) return null;
  const name = `${position} of ${listTag(list)} ${list.keys.join()} ${list.direction}`;
  return reader.cached(name, async (ownReader) => {
    const previous = await findMark(ownReader, list, position - markDistance);
    const [mark] = await readEntries(ownReader, list, previous, { skip: markDistance - 1, count: 1 });
    // The list has become shorter meanwhile: the answer is not stored in any case.
    return mark ?? previous;
  });
}

/** Reads from the index alone, which holds every selected column: skipped rows are never read. */
async function readEntries(
  reader: Reader,
  list: PagedList,
  mark: Mark | null,
  { skip, count }: { skip: number; count: number },
): Promise<Mark[]> {
  reader.dependsOn(listTag(list));
  const { table, filter } = list;
  const columns = listedTables[table];
  if (list.keys.some(isPriceKey)) reader.dependsOn(tags.productPrices);
  const id = sql.ref(`${table}.${columns.id}`);
  const keys = list.keys.map((key) => sql.ref(`${table}.${key}`));
  const ordered = [...keys, id];
  const direction = sql.raw(list.direction);
  const comparison = sql.raw(list.direction === 'asc' ? '>' : '<');
  const conditions = [
    isPublished(table),
    ...timeConditions(reader, list, mark),
    ...(filter ? [sql`${sql.ref(`${table}.${filter.column}`)} = ${filter.value}`] : []),
    ...(mark
      ? [
          sql`(${sql.join(ordered)}) ${comparison} (${sql.join([...list.keys.map((key) => mark[key]), mark.id])})`,
        ]
      : []),
  ];
  const { rows } = await sql<Mark>`
    select ${sql.join(keys)}, ${id} as id from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}
    order by ${sql.join(ordered.map((column) => sql`${column} ${direction}`))}
    limit ${count} offset ${skip}`.execute(reader.db);
  return rows;
}

function isPriceKey(key: ListKey): key is PriceKey {
  return key === 'cheap_key' || key === 'dear_key';
}

function timeConditions(reader: Reader, { table, keys, direction }: PagedList, mark: Mark | null) {
  if (keys[0] !== listedTables[table].time) return [hasBegun(table, reader.now)];
  if (mark === null) return [visible(table, reader.now)];
  // All rows after a mark are older than it.
  return direction === 'desc' ? [] : [hasBegun(table, reader.now)];
}

async function countVisible(reader: Reader, list: CountedList): Promise<number> {
  const name = listTag(list);
  reader.dependsOn(name);
  const { table, filter } = list;
  const counted = await reader.db
    .selectFrom('list_counts')
    .select('count')
    .where('list', '=', name)
    .executeTakeFirst();
  const isOfList = filter ? sql` and ${sql.ref(filter.column)} = ${filter.value}` : sql``;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}
    where ${isPublished(table)} and ${sql.ref(listedTables[table].time)} > ${reader.now}${isOfList}`.execute(
    reader.db,
  );
  return (counted?.count ?? 0) - (rows[0]?.count ?? 0);
}

function reversed(list: PagedList): PagedList {
  return { ...list, direction: list.direction === 'asc' ? 'desc' : 'asc' };
}
