import type { EntryTable } from './entry-versions.ts';
import type { ContentTables } from './schema.ts';

interface SearchedTable<Table extends EntryTable> {
  /** The columns that search is made of: writing another value into one of them marks the row. */
  columns: readonly (keyof ContentTables[Table] & string)[];
  /** The column that names an entry in other entries, which have its id in that column of theirs. */
  namedIn?: { name: keyof ContentTables[Table] & string; by: readonly NamedBy[] };
}

type NamedBy = {
  [Other in EntryTable]: { table: Other; column: keyof ContentTables[Other] & string };
}[EntryTable];

/** What search reads of each kind of content. Whoever writes it, search-triggers.ts marks what is to be indexed anew. */
export const searchedTables = {
  authors: {
    columns: ['id', 'name', 'bio_html'],
    namedIn: { name: 'name', by: [{ table: 'articles', column: 'author_id' }] },
  },
  articles: {
    columns: ['id', 'title', 'summary', 'author_id', 'tags', 'body_html', 'published_at', 'status'],
  },
  products: {
    columns: [
      'id',
      'name',
      'summary',
      'category',
      'price_twd',
      'availability',
      'specs',
      'sku',
      'description_html',
      'published_at',
      'status',
    ],
  },
  pages: { columns: ['id', 'title', 'summary', 'body_html', 'status'] },
} as const satisfies { readonly [Table in EntryTable]: SearchedTable<Table> };

export type SearchedColumn<Table extends EntryTable> = (typeof searchedTables)[Table]['columns'][number] &
  keyof ContentTables[Table];
