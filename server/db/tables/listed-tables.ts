import { mapDatedKinds, type DatedKind } from './kind-columns.ts';

/** The tables in whose lists visitors page: entries, and rows that say since when an entry stands in a list. */
export type ListedTable = DatedKind | 'article_tags' | 'product_categories';

interface ListedColumns {
  /** The column with the id of the listed entry. */
  id: string;
  /** The column with the moment since when. */
  time: string;
  /** The columns that decide whether a row stands in lists. */
  deciding: readonly string[];
  /** Condition for published rows, regardless of their time; `row` is the row's name in SQL. */
  isPublished(row: string): string;
}

const entries: ListedColumns = {
  id: 'id',
  time: 'published_at',
  deciding: ['status', 'published_at'],
  isPublished: (row: string) => `${row}.status = 'published'`,
};

export const listedTables: Readonly<Record<ListedTable, ListedColumns>> = {
  ...mapDatedKinds(() => entries),
  article_tags: {
    id: 'article_id',
    time: 'shown_from',
    deciding: ['shown_from'],
    isPublished: (row: string) => `${row}.shown_from is not null`,
  },
  product_categories: {
    id: 'product_id',
    time: 'shown_from',
    deciding: ['shown_from'],
    isPublished: (row: string) => `${row}.shown_from is not null`,
  },
};
