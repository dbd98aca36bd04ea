import type { IndexMigration } from '../migration.ts';

/** The few pictures whose small copies come first, among many that wait for files that take long. */
export const singlePicturesIndex: IndexMigration = {
  name: '0049-single-pictures-index',
  indexes: () => [{ name: 'media_single', on: 'media (file) where single_of is not null' }],
};
