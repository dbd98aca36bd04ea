import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

const kinds = ['authors', 'articles', 'products', 'pages'];

/**
 * On PostgreSQL a document has one set of numbers, which tell the field too, instead of four nested ones. What was
 * indexed is indexed anew: by whoever writes next, and by servers.
 */
export const searchTiers: Migration = {
  name: '0024-search-tiers',
  async up(trx, engine) {
    if (engine === 'sqlite') return;
    for (const statement of [...kinds.flatMap(statementsFor), countingMore])
      await sql.raw(statement).execute(trx);
  },
};

/**
 * What is frequent in names of products is seldom among all that their texts have: the thousand most frequent numbers,
 * which PostgreSQL counts unless told otherwise, say little of them.
 */
const countingMore = 'alter table search_products alter column grams set statistics 300';

function statementsFor(kind: string): string[] {
  const texts = ['title', 'labels', 'lead', 'body'];
  const key = 'text collate "C"';
  return [
    // A rebuild that was stopped.
    `drop table if exists search_${kind}_next`,
    `drop table search_${kind}`,
    `create table search_${kind} (
      ref ${key} primary key, shown_from ${key} not null,
      category ${key}, author ${key}, availability ${key}, price integer, tags text[] not null, sku ${key},
      hash ${key} not null, grams int4[] not null,
      ${texts.map((text) => `${text} ${key} not null`).join(', ')})`,
    ...texts.map((text) => compressed(`search_${kind}`, text)),
    // Numbers do not become smaller: no time is lost with trying.
    `alter table search_${kind} alter column grams set storage external`,
    `create index on search_${kind} (shown_from, ref)`,
    `create index on search_${kind} ((coalesce(price, 2147483647)), ref)`,
    `create index on search_${kind} ((coalesce(price, -1)), ref)`,
    `create index on search_${kind} (sku) where sku is not null`,
    `create index on search_${kind} using gin (grams) with (fastupdate = on, gin_pending_list_limit = 4096)`,
    `insert into search_dirty (kind, ref) select '${kind}', id from ${kind} on conflict (kind, ref) do nothing`,
  ];
}

/** Three times as fast to read as the usual way; a server that was built without it keeps that. */
function compressed(table: string, column: string): string {
  return `do $$ begin alter table ${table} alter column ${column} set compression lz4;
    exception when feature_not_supported then null; end $$`;
}
