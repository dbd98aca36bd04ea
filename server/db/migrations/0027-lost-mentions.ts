import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Places of a product in the lists of articles, which its removal takes away and its restoring gives back. */
export const lostMentions: Migration = {
  name: '0027-lost-mentions',
  async up(trx, engine) {
    const key = engine === 'postgres' ? 'text collate "C"' : 'text';
    const statements = [
      `create table lost_mentions (
        product_key ${key} not null references entries(key) on delete cascade,
        article_key ${key} not null references entries(key) on delete cascade,
        position integer not null, primary key (product_key, article_key))`,
      `create index lost_mentions_by_article on lost_mentions (article_key)`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(trx);
  },
};
