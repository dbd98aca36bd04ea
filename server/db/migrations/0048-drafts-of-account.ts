import type { IndexMigration } from '../migration.ts';

/** The newest drafts of one editor: behind the texts of the others they would be read with these. */
export const draftsOfAccount: IndexMigration = {
  name: '0048-drafts-of-account',
  indexes: () => [{ name: 'drafts_of_account', on: 'drafts (account_id, saved_at desc, entry_key desc)' }],
};
