import { kindNames } from '#shared/kinds/kind-names.ts';
import type { AnnouncedTables } from '../schema.ts';
import { joinsOf } from './kind-columns.ts';

/** Keys of the tables that are neither a kind nor a list of its ids. */
const others: { readonly [Table in keyof AnnouncedTables]?: readonly (keyof AnnouncedTables[Table])[] } = {
  article_tags: ['article_id', 'tag'],
  product_categories: ['product_id', 'category_id'],
  media: ['path'],
  redirects: ['from_path'],
  font_slices: ['file'],
  sharing_cards: ['key', 'kind', 'id'],
};

/** Columns of the primary key of each table whose writes are announced, if it is not `id`. */
export const primaryKeys: Readonly<Record<string, readonly string[]>> = {
  ...others,
  ...Object.fromEntries(joinsOf(kindNames).map(({ table, owner, target }) => [table, [owner, target]])),
};
