import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

const kinds = ['authors', 'articles', 'products', 'pages'];

/** What is written into the index of search is put in its place later, much of it together. */
export const searchPending: Migration = {
  name: '0014-search-pending',
  async up(trx, engine) {
    const statements = engine === 'postgres' ? [collecting] : kinds.flatMap(unmerged);
    for (const statement of statements) await sql.raw(statement).execute(trx);
  },
};

/**
 * Sorted one by one into the sets of numbers, an article of 1,500 characters took 6 ms of the processor. Who searches
 * looks through what is collected: 4 MB at most.
 */
const collecting = `do $$ declare name regclass; begin
  for name in select indexrelid from pg_index
    join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where amname = 'gin' and indrelid in (${kinds.map((kind) => `'search_${kind}'::regclass`).join(', ')})
  loop execute format('alter index %s set (fastupdate = on, gin_pending_list_limit = 4096)', name); end loop;
end $$`;

/** No write merges segments of FTS5, for which an import would take a sixth longer; servers do. */
function unmerged(kind: string): string[] {
  const words = `search_${kind}_words`;
  return [
    `insert into ${words} (${words}, rank) values ('automerge', 0)`,
    `insert into ${words} (${words}, rank) values ('crisismerge', 64)`,
  ];
}
