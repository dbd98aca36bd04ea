import type { IndexMigration } from '../migration.ts';

/**
 * What PostgreSQL finds words by has the year, month, day and hour from which a document is shown, too, so that words can
 * be asked for among the newest documents alone. Authors and pages have no times.
 */
export const searchPeriods: IndexMigration = {
  name: '0025-search-periods',
  indexes: (engine) =>
    engine === 'sqlite'
      ? []
      : ['articles', 'products'].map((kind) => ({
          name: `search_${kind}_grams_by_period`,
          on: `search_${kind} using gin (grams,
            (array[left(shown_from, 13), left(shown_from, 10), left(shown_from, 7), left(shown_from, 4)]))
            with (fastupdate = on, gin_pending_list_limit = 4096)`,
        })),
};
