import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { tablesOf, type IndexTables } from '../write/index-tables.ts';
import type { Asked, Hit, IndexReader } from './asked.ts';
import { matchOf } from './sqlite-match.ts';

/**
 * Asks FTS5, whose order is that of the list. SQLite answers at once and holds the process meanwhile: a long answer is
 * asked for in ranges of documents, with a turn for others in between.
 */
export function sqliteIndex(db: Kysely<Schema>): IndexReader {
  return {
    list: (asked, limit) =>
      asked.order === 'newest' ? listNewest(db, asked, limit) : listByPrice(db, asked, limit),

    async count(asked, limit) {
      let count = 0;
      await inRanges(db, tablesOf(asked.kind), async (range) => {
        const { rows } = await sql<{ found: number }>`
          select count(*) as found from (select 1 ${hitsIn(asked, range)} limit ${limit - count})`.execute(
          db,
        );
        count += rows[0]?.found ?? 0;
        return count >= limit;
      });
      return count;
    },
  };
}

interface StoredHit extends Omit<Hit, 'tags'> {
  doc: number;
  price: number;
  tags: string;
}

const columns = sql.raw('doc, ref, category, author, availability, tags');

async function listNewest(db: Kysely<Schema>, asked: Asked, limit: number): Promise<Hit[]> {
  const hits: StoredHit[] = [];
  await inRanges(db, tablesOf(asked.kind), async (range) => {
    const { rows } = await sql<StoredHit>`
      select ${columns} ${hitsIn(asked, range)} order by words.rowid desc limit ${limit - hits.length}`.execute(
      db,
    );
    hits.push(...rows);
    return hits.length >= limit;
  });
  return hits.map(toHit);
}

/** The best of each range are the best of all, once they are put together. */
async function listByPrice(db: Kysely<Schema>, asked: Asked, limit: number): Promise<Hit[]> {
  const isCheapest = asked.order === 'cheapest';
  const price = sql.raw(isCheapest ? 'coalesce(price, 2147483647)' : 'coalesce(price, -1)');
  const direction = sql.raw(isCheapest ? 'asc' : 'desc');
  const sign = isCheapest ? 1 : -1;
  let best: StoredHit[] = [];
  await inRanges(db, tablesOf(asked.kind), async (range) => {
    const { rows } = await sql<StoredHit>`
      select ${columns}, ${price} as price ${hitsIn(asked, range)}
      order by ${price} ${direction}, ref ${direction} limit ${limit}`.execute(db);
    best = [...best, ...rows]
      .toSorted(
        (a, b) => sign * (a.price - b.price || Buffer.compare(Buffer.from(a.ref), Buffer.from(b.ref))),
      )
      .slice(0, limit);
    return false;
  });
  return best.map(toHit);
}

function toHit({ ref, category, author, availability, tags }: StoredHit): Hit {
  return { ref, category, author, availability, tags: JSON.parse(tags) };
}

/** Inclusive on both sides. */
interface Range {
  low: number;
  high: number;
}

/** The words first: to look up what is found is what a number is for. */
function hitsIn(asked: Asked, { low, high }: Range): RawBuilder<unknown> {
  const { docs, words } = tablesOf(asked.kind);
  const { minPrice, maxPrice } = asked.filters;
  const conditions = [
    sql`words.${sql.ref(words)} match ${matchOf(asked)}`,
    sql`words.rowid between ${low} and ${high}`,
    sql`docs.shown_from <= ${asked.now}`,
    ...(minPrice === undefined ? [] : [sql`docs.price >= ${minPrice}`]),
    ...(maxPrice === undefined ? [] : [sql`docs.price <= ${maxPrice}`]),
  ];
  return sql`from ${sql.table(words)} as words cross join ${sql.table(docs)} as docs on docs.doc = words.rowid
    where ${sql.join(conditions, sql` and `)}`;
}

const firstWidth = 500_000;
const meantMs = 8;

/** From the newest to the oldest, until there is enough; each range so wide that it takes some milliseconds. */
async function inRanges(
  db: Kysely<Schema>,
  { docs }: IndexTables,
  isEnough: (range: Range) => Promise<boolean>,
): Promise<void> {
  const table = sql.table(docs);
  const { rows } = await sql<{ lowest: number | null; highest: number | null }>`
    select (select min(doc) from ${table}) as lowest, (select max(doc) from ${table}) as highest`.execute(db);
  const { lowest, highest } = rows[0] ?? {};
  if (lowest === null || lowest === undefined || highest === null || highest === undefined) return;
  let width = firstWidth;
  for (let high = highest; high >= lowest;) {
    const low = high - width + 1;
    const startedAt = performance.now();
    if (await isEnough({ low, high })) return;
    const tookMs = performance.now() - startedAt;
    width = Math.ceil(width * Math.min(4, Math.max(0.25, meantMs / tookMs)));
    high = low - 1;
    if (high >= lowest) await nextTurn();
  }
}
