import type { Selectable } from 'kysely';
import type { Availability } from '#shared/payloads.ts';
import type { EntryTable } from '#server/db/entry-versions.ts';
import type { Schema } from '#server/db/schema.ts';
import type { SearchedColumn } from '#server/db/searched-columns.ts';
import type { Status } from '#server/db/status.ts';
import type { UtcIso } from '#server/db/utc-iso.ts';

/** Which of an entry's fields is which to search. */
export interface SearchedEntry {
  /** Visitors find it from then on; empty: always; null: never. */
  shownFrom: UtcIso | '' | null;
  title: string;
  /** What it is filed under, such as its tags. The name of its author is added to them. */
  labels: readonly string[];
  /** Headings of the body are added to it. */
  lead: string;
  bodyHtml: string;
  /** Found when it is all that is asked for. */
  sku: string | null;
  /** What lists of hits can be narrowed by; null: this kind has no such thing. */
  category: string | null;
  tags: readonly string[];
  authorId: string | null;
  availability: Availability | null;
  price: number | null;
}

/** What search reads of a row: columns whose change marks it. */
export type SearchedRow<Table extends keyof Schema> = Table extends EntryTable
  ? Pick<Selectable<Schema[Table]>, SearchedColumn<Table> & keyof Selectable<Schema[Table]>>
  : never;

/** The fields that most kinds lack. */
export const unfiled = {
  labels: [],
  sku: null,
  category: null,
  tags: [],
  authorId: null,
  availability: null,
  price: null,
} as const satisfies Partial<SearchedEntry>;

/** When visitors see what has a status and a time. */
export function shownFrom(row: { status: Status; published_at: UtcIso | null }): UtcIso | null {
  return row.status === 'published' ? row.published_at : null;
}
