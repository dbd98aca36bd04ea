import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { readTexts } from '#shared/stored-list.ts';
import type { Schema } from '#server/db/schema.ts';
import { growsWithTime } from '../index/index-versions.ts';
import { blockEnd, blockWidths, isDocument, type BlockSize } from '../write/blocks.ts';
import { tablesOf } from '../write/index-tables.ts';
import type { IndexQuery, Hit, IndexReader } from './index-query.ts';
import { matchOf } from './sqlite-match.ts';

/**
 * Asks FTS5, whose order is that of the list. SQLite answers at once and holds the process meanwhile: many documents
 * are asked block by block, with a turn for others in between.
 */
export function sqliteIndex(db: Kysely<Schema>): IndexReader {
  return {
    db,

    list: (query, limit) =>
      query.order === 'newest' ? listNewest(db, query, limit) : listByPrice(db, query, limit),

    async count(query, limit) {
      let count = 0;
      await inRanges(db, query, async (range) => {
        const { rows } = await sql<{ found: number }>`
          select count(*) as found from (select 1 ${countedIn(query, range)} limit ${limit - count})`.execute(
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

async function listNewest(db: Kysely<Schema>, query: IndexQuery, limit: number): Promise<Hit[]> {
  const hits: StoredHit[] = [];
  await inRanges(db, query, async (range) => {
    const { rows } = await sql<StoredHit>`
      select ${columns} ${hitsIn(query, range)} order by words.rowid ${sql.raw(range.direction)}
      limit ${limit - hits.length}`.execute(db);
    hits.push(...rows);
    return hits.length >= limit;
  });
  return toHits(hits);
}

/** The best of each range are the best of all, once they are put together. */
async function listByPrice(db: Kysely<Schema>, query: IndexQuery, limit: number): Promise<Hit[]> {
  const isCheapest = query.order === 'cheapest';
  const price = sql.raw(isCheapest ? 'coalesce(price, 2147483647)' : 'coalesce(price, -1)');
  const direction = sql.raw(isCheapest ? 'asc' : 'desc');
  const sign = isCheapest ? 1 : -1;
  let best: StoredHit[] = [];
  await inRanges(db, query, async (range) => {
    const { rows } = await sql<StoredHit>`
      select ${columns}, ${price} as price ${hitsIn(query, range)}
      order by ${price} ${direction}, ref ${direction} limit ${limit}`.execute(db);
    best = [...best, ...rows]
      .toSorted(
        (a, b) => sign * (a.price - b.price || Buffer.compare(Buffer.from(a.ref), Buffer.from(b.ref))),
      )
      .slice(0, limit);
    return false;
  });
  return toHits(best);
}

/** Many hits have the same tags, and to parse them takes as long as to find a hit. */
function toHits(stored: readonly StoredHit[]): Hit[] {
  const parsed = new Map<string, string[]>();
  return stored.map(({ ref, category, author, availability, tags: json }) => {
    let tags = parsed.get(json);
    if (tags === undefined) parsed.set(json, (tags = readTexts(json)));
    return { ref, category, author, availability, tags };
  });
}

/** Inclusive on both sides. */
interface Range {
  low: number;
  high: number;
  /** Direction of the numbers from the newest to the oldest. */
  direction: 'asc' | 'desc';
  /** Otherwise it is all that there is. */
  isBlock: boolean;
}

/** Rows to be counted. Documents are looked up only for a question about prices. */
function countedIn(query: IndexQuery, range: Range): RawBuilder<unknown> {
  const { minPrice, maxPrice } = query.filters;
  if (minPrice !== undefined || maxPrice !== undefined) return hitsIn(query, range);
  return sql`from ${sql.table(tablesOf(query.kind).words)} as words
    where ${isFound(query, range)} and ${isDocument}`;
}

/** Words come first: documents are looked up by the numbers that are found. */
function hitsIn(query: IndexQuery, range: Range): RawBuilder<unknown> {
  const { docs, words } = tablesOf(query.kind);
  const { minPrice, maxPrice } = query.filters;
  const conditions = [
    isFound(query, range),
    ...(minPrice === undefined ? [] : [sql`docs.price >= ${minPrice}`]),
    ...(maxPrice === undefined ? [] : [sql`docs.price <= ${maxPrice}`]),
  ];
  return sql`from ${sql.table(words)} as words cross join ${sql.table(docs)} as docs on docs.doc = words.rowid
    where ${sql.join(conditions, sql` and `)}`;
}

function isFound(query: IndexQuery, { low, high, isBlock }: Range): RawBuilder<unknown> {
  const name = sql.ref(tablesOf(query.kind).words);
  return sql`words.${name} match ${matchOf(query, isBlock)} and words.rowid between ${low} and ${high}`;
}

/** Longest time of a block, in ms; a longer one is followed by a small one. */
const briefMs = 10;

/**
 * Goes from the newest that is due to the oldest, until there is enough: block by block. If a large block holds all
 * documents, it asks all at once, and also for a product's number, whose list has nothing else in it.
 */
async function inRanges(
  db: Kysely<Schema>,
  query: IndexQuery,
  isEnough: (range: Range) => Promise<boolean>,
): Promise<void> {
  const shown = await readShown(db, query);
  if (shown === null) return;
  const { newest, oldest, isGrowing } = shown;
  // An index of an earlier version, which answers until it is made anew, has no blocks.
  if (isGrowing) {
    await isEnough({ low: oldest, high: newest, direction: 'desc', isBlock: false });
    return;
  }
  if (query.fieldCount === 0 || oldest - newest < blockWidths.large) {
    await isEnough({ low: newest, high: oldest, direction: 'asc', isBlock: false });
    return;
  }
  let size: BlockSize = 'large';
  for (let low = newest; low <= oldest;) {
    const high = blockEnd(size, low);
    const startedAt = performance.now();
    if (await isEnough({ low, high, direction: 'asc', isBlock: true })) return;
    size = nextSize(query, performance.now() - startedAt);
    low = high + 1;
    if (low <= oldest) await nextTurn();
  }
}

/** The largest block, four times a large one, is for questions that should be brief in it, too. */
function nextSize({ order, filters }: IndexQuery, tookMs: number): BlockSize {
  if (tookMs > briefMs) return 'small';
  // These are read of each hit, and one block may have many more hits than another.
  const looksAtPrices =
    order !== 'newest' || filters.minPrice !== undefined || filters.maxPrice !== undefined;
  return looksAtPrices || tookMs > briefMs / 4 ? 'large' : 'largest';
}

/** The numbers of the documents that are due, which are in the order of the times from which they are shown. */
interface Shown {
  newest: number;
  oldest: number;
  /** The newest has the highest. */
  isGrowing: boolean;
}

/** Null: none is shown. */
async function readShown(
  db: Kysely<Schema>,
  { kind, now }: Pick<IndexQuery, 'kind' | 'now'>,
): Promise<Shown | null> {
  const docs = sql.table(tablesOf(kind).docs);
  const { rows } = await sql<{ newest: number | null; oldest: number | null; version: number }>`
    select (select doc from ${docs} where shown_from <= ${now} order by shown_from desc, ref desc limit 1) as newest,
      (select doc from ${docs} order by shown_from, ref limit 1) as oldest,
      (select tokeniser from search_state where id = 1) as version`.execute(db);
  const { newest = null, oldest = null, version = 0 } = rows[0] ?? {};
  if (newest === null || oldest === null) return null;
  return { newest, oldest, isGrowing: growsWithTime(version) };
}
