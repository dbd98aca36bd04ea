import type { ListedTable } from '../db/tables/listed-tables.ts';
import { announcements } from './announcements.ts';
import type { Tag } from './tags.ts';

/** A list with a stored count: all published rows of a table, or those with this value. */
export type CountedList = {
  [Table in ListedTable]: { table: Table; filter?: { column: ListColumn<Table>; value: string } };
}[ListedTable];

type ListColumn<Table extends ListedTable> = Extract<
  (typeof announcements)[Table]['lists'][number],
  { column: string }
>['column'];

/** The tag of a counted list, which is its name in `list_counts` too. */
export function listTag({ table, filter }: CountedList): Tag {
  for (const list of announcements[table].lists) {
    if ('tag' in list && filter === undefined) return list.tag;
    if ('kind' in list && list.column === filter?.column) return list.kind(filter.value);
  }
  throw new Error(`announcements.ts says of no list of ${table} that it is counted by ${filter?.column}`);
}
