import type { IndexMigration } from '../migration.ts';

/** Everything by which the library orders, filters and finds: a search for a word that is nowhere reads no row. */
export const mediaLibraryIndexes: IndexMigration = {
  name: '0042-media-library-indexes',
  indexes: () => [{ name: 'media_newest', on: 'media (added_at, path, label, content_type)' }],
};
