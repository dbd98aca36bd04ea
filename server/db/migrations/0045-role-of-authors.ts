import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Accounts may be those of authors, who publish nothing. SQLite cannot change a condition of a table: the column is made
 * anew. A build before sees in such an account one without any rights.
 */
export const roleOfAuthors: Migration = {
  name: '0045-role-of-authors',
  async up(trx, engine) {
    const isRole = (column: string) => `check (${column} in ('reader', 'author', 'editor', 'admin'))`;
    const onPostgres = [
      `alter table accounts drop constraint accounts_role_check`,
      // Rows that are there had the narrower condition.
      `alter table accounts add constraint accounts_role_check ${isRole('role')} not valid`,
    ];
    const onSqlite = [
      `drop index accounts_for_search`,
      `drop index accounts_by_role`,
      `alter table accounts add column any_role text not null default 'reader' ${isRole('any_role')}`,
      `update accounts set any_role = role`,
      `alter table accounts drop column role`,
      `alter table accounts rename column any_role to role`,
      `create index accounts_for_search on accounts (email, name, role, disabled_at, id)`,
      `create index accounts_by_role on accounts (role, email)`,
    ];
    const statements = engine === 'postgres' ? onPostgres : onSqlite;
    for (const statement of statements) await sql.raw(statement).execute(trx);
  },
};
