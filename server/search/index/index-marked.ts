import { kindNames, type Kind } from '#shared/kinds/kind-names.ts';
import { sql, type Kysely, type Transaction } from 'kysely';
import { inBatches } from '#server/content/entries/in-batches.ts';
import type { Schema } from '#server/db/schema.ts';
import { isDated } from '#server/db/tables/kind-columns.ts';
import { engineOf } from '#server/db/queries/engine-of.ts';
import { indexVersions } from './index-versions.ts';
import { tablesOf } from '../write/index-tables.ts';
import { sortPending } from '../write/sort-pending.ts';
import { writeDocuments } from '../write/write-documents.ts';

/**
 * Indexes entries that were written in this transaction, and those that others have left: called by every writer of
 * ours before it commits, so that visitors read and find the same at every moment. With a limit, the newest only, so
 * that no request does the work of others; a server's `keepIndexed` does the rest.
 */
export async function indexMarked(
  trx: Transaction<Schema>,
  { onProgress, limit }: { onProgress?: (done: number, total: number) => void; limit?: number } = {},
): Promise<number> {
  const marks = await takeMarks(trx, limit);
  let done = 0;
  for (const kind of kindNames) {
    const refs = marks.filter((mark) => mark.kind === kind).map(({ ref }) => ref);
    for (const some of inBatches(await inOrder(trx, kind, refs), batchSize)) {
      await writeDocuments(trx, tablesOf(kind), some);
      onProgress?.((done += some.length), marks.length);
    }
  }
  // A request that saves one entry leaves this to a server.
  if (marks.length > batchSize && engineOf(trx) === 'postgres') await sortPending(trx);
  if (marks.length > 0)
    await trx
      .updateTable('search_state')
      .set({ tokeniser: indexVersions[engineOf(trx)] })
      .where('tokeniser', '=', 0)
      .execute();
  return marks.length;
}

const batchSize = 200;

interface Mark {
  kind: string;
  ref: string;
}

/** On PostgreSQL marks that another writer is about to index are left to it. Those of this transaction are free. */
async function takeMarks(trx: Transaction<Schema>, limit: number | undefined): Promise<Mark[]> {
  const isPostgres = engineOf(trx) === 'postgres';
  if (!isPostgres && limit === undefined)
    return trx.deleteFrom('search_dirty').returning(['kind', 'ref']).execute();
  const { rows } = await sql<Mark>`
    delete from search_dirty where (kind, ref) in (select kind, ref from search_dirty order by seq desc
      ${limit === undefined ? sql`` : sql`limit ${limit}`} ${isPostgres ? sql`for update skip locked` : sql``})
    returning kind, ref`.execute(trx);
  return rows;
}

/**
 * The oldest first: on SQLite those that follow then stand before all others, and none has to make room; on PostgreSQL those that are
 * looked through together stand together.
 */
export async function inOrder(
  db: Kysely<Schema>,
  kind: Kind,
  refs: readonly string[],
): Promise<readonly string[]> {
  const isTimed = isDated(kind);
  if (refs.length <= batchSize) return refs;
  if (!isTimed) return refs.toSorted();
  const times = new Map<string, string>();
  for (const some of inBatches(refs, 500)) {
    const { rows } = await sql<{ id: string; at: string | null }>`
      select id, published_at as at from ${sql.table(kind)} where id in (${sql.join(some)})`.execute(db);
    for (const { id, at } of rows) times.set(id, at ?? '');
  }
  const key = (ref: string) => `${times.get(ref) ?? ''}\n${ref}`;
  return refs.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}
