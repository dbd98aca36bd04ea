import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What operators did last, such as an import; and the pictures whose files are not made, found without reading all. */
export const operations: Migration = {
  name: '0019-operations',
  async up(trx, engine) {
    const key = engine === 'postgres' ? 'text collate "C"' : 'text';
    const statements = [
      `create table operations (kind ${key} primary key, finished_at ${key} not null, detail text not null)`,
      `create index media_unfinished on media (file) where finished_of is null or finished_of <> served`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(trx);
  },
};
