import type { ContentTables } from './schema.ts';

/** A table each of whose rows is an entry, which editors can open. */
export type EntryTable = {
  [Table in keyof ContentTables]: ContentTables[Table] extends { id: string } ? Table : never;
}[keyof ContentTables];

export interface VersionedTable<Table extends EntryTable = EntryTable> {
  /** The column that names an entry in lists. */
  title: keyof ContentTables[Table] & string;
  /** The column that says who sees it; null: whatever is stored is published. */
  state: (keyof ContentTables[Table] & string) | null;
  /** What an editor or an import can change. What is made of it, such as HTML, makes no new version. */
  columns: readonly (keyof ContentTables[Table] & string)[];
}

/** What makes a new version of an entry when it is written, whoever writes it: entry-triggers.ts. */
export const versionedTables: { readonly [Table in EntryTable]: VersionedTable<Table> } = {
  authors: { title: 'name', state: null, columns: ['id', 'name', 'avatar', 'links', 'bio_source'] },
  articles: {
    title: 'title',
    state: 'status',
    columns: [
      'id',
      'title',
      'summary',
      'author_id',
      'cover',
      'cover_alt',
      'tags',
      'body_source',
      'published_at',
      'updated_at',
      'status',
    ],
  },
  products: {
    title: 'name',
    state: 'status',
    columns: [
      'id',
      'name',
      'summary',
      'category',
      'price_twd',
      'availability',
      'images',
      'specs',
      'sku',
      'purchase_url',
      'description_source',
      'published_at',
      'updated_at',
      'status',
    ],
  },
  pages: {
    title: 'title',
    state: 'status',
    columns: ['id', 'title', 'summary', 'cover', 'cover_alt', 'body_source', 'updated_at', 'status'],
  },
};
