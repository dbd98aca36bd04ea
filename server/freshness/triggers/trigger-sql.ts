import { listedTables, type ListedTable } from '#server/db/tables/listed-tables.ts';
import type { LinkedTag, RowTag } from '../announcements.ts';
import { formerListSql, formerTagSql } from '../former-names.ts';
import { sqlOf } from '../tags.ts';

/** A trigger and the function that it runs, if it needs one: both have this name. */
export interface TriggerSql {
  name: string;
  statements: string[];
}

/** The text of a tag in SQL, and the rows of another table that it needs beside the row. */
interface TagSql {
  text: string;
  join: { table: string; on: string } | null;
}

/** The tags of a row; `row` is its name in SQL. */
export function tagSql(tag: RowTag | LinkedTag, row: string): TagSql {
  if ('tag' in tag) return { text: sqlOf(tag.tag), join: null };
  if (!('from' in tag)) return { text: tag.kind.sql(`${row}.${tag.column}`), join: null };
  const { kind, from, column, where } = tag;
  return {
    text: kind.sql(`${from}.${column}`),
    join: { table: from, on: `${from}.${where} = ${row}.id` },
  };
}

/** Queries of one column that return the tags announced by a write of the row, if it meets a condition. */
export function announcedTexts(
  tags: readonly (RowTag | LinkedTag)[],
  row: string,
  condition?: string,
): string[] {
  return tags.flatMap((tag) => {
    const { text, join } = tagSql(tag, row);
    const former = 'kind' in tag ? formerTagSql(tag.kind, `${join?.table ?? row}.${tag.column}`) : [];
    const from = join === null ? '' : ` from ${join.table}`;
    const conditions = [join?.on ?? [], condition ?? []].flat();
    const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
    return [text, ...former].map((each) => `select ${each}${from}${where}`);
  });
}

/** The names under which a row is counted, as SQL expressions; `value` returns that of a column's value. */
export function listNames(lists: readonly RowTag[], value: (column: string) => string): string[] {
  return lists.flatMap((list) => {
    if ('tag' in list) return sqlOf(list.tag);
    const id = value(list.column);
    return [list.kind.sql(id), ...formerListSql(list.kind, id)];
  });
}

/** The columns that decide where a row is counted. */
export function countedColumns(table: ListedTable, lists: readonly RowTag[]): string[] {
  return [...listedTables[table].deciding, ...lists.flatMap((list) => ('tag' in list ? [] : list.column))];
}

/** Whether a row counts: future ones do, and are subtracted when the number is read. */
export function isCounted(table: ListedTable, row: string): string {
  const { isPublished, time } = listedTables[table];
  return `${isPublished(row)} and ${row}.${time} is not null`;
}
