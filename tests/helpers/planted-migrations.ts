import { sql } from 'kysely';
import { migrations } from '#server/db/migrations.ts';
import type { Step } from '#server/db/migration.ts';

const oldShelf: Step = {
  name: '9001-old-shelf',
  phase: 'expand',
  async up(trx) {
    await sql`alter table products add column old_shelf text`.execute(trx);
  },
};

const shelves: Step = {
  name: '9002-shelves',
  phase: 'expand',
  async up(trx) {
    await sql`create table shelves (id text primary key)`.execute(trx);
    await sql`alter table products add column shelf text`.execute(trx);
  },
};

export const shelfIndex: Step = {
  name: '9003-shelf-index',
  phase: 'expand',
  indexes: () => [{ name: 'products_by_shelf', on: 'products (shelf, id)' }],
};

const noOldShelf: Step = {
  name: '9004-no-old-shelf',
  phase: 'contract',
  async up(trx) {
    await sql`alter table products drop column old_shelf`.execute(trx);
  },
};

/** Migrations of a build, and those of the next one. */
export const earlier: readonly Step[] = [...migrations, oldShelf];
export const later: readonly Step[] = [...earlier, shelves, shelfIndex, noOldShelf];
