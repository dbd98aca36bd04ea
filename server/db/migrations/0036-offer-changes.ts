import type { IndexMigration } from '../migration.ts';

/** Products whose price or availability changes with time, by when: few of all. */
export const offerChanges: IndexMigration = {
  name: '0036-offer-changes',
  indexes: () => [
    { name: 'products_next_change', on: 'products (next_change_at) where next_change_at is not null' },
  ],
};
