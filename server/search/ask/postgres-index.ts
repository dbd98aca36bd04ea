import type { Kind } from '#shared/kinds/kind-names.ts';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { tablesOf } from '../write/index-tables.ts';
import type { IndexQuery, Hit, IndexReader } from './index-query.ts';
import { isFound, isFoundInText, isFoundInTextAlone, isPassed, needsText } from './postgres-conditions.ts';
import { createSlices, type AskSlices } from './postgres-slices.ts';

/**
 * Asks the sets of numbers, and where these cannot tell, the texts of their documents. The planner knows little of
 * sets: it would rather read a whole table, with all its texts, than ask an index of them.
 */
export function withPostgresIndex<T>(
  db: Kysely<Schema>,
  ask: (index: IndexReader) => Promise<T>,
): Promise<T> {
  const steer = async (trx: Transaction<Schema> | Kysely<Schema>) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
      set_config('work_mem', '64MB', true)`.execute(trx);
    return ask(postgresIndex(trx));
  };
  return db.isTransaction ? steer(db) : db.transaction().setAccessMode('read only').execute(steer);
}

function postgresIndex(trx: Kysely<Schema>): IndexReader {
  const inSlices = createSlices(trx);
  return {
    db: trx,

    list: (query, limit) =>
      query.order === 'newest'
        ? listNewest(inSlices, trx, query, limit)
        : listByPrice(trx, query, { order: query.order, limit }),

    async count(query, limit) {
      let count = 0;
      await inSlices(query, limit, async (slice) => {
        const { rows } = await sql<{ found: number }>`
          select count(*)::int4 as found from (
            select 1 from ${table(query.kind)} where ${isFound(query)} and ${slice} and ${isFoundInText(query)}
            limit ${limit - count}
          ) as counted`.execute(trx);
        const hits = rows[0]?.found ?? 0;
        count += hits;
        return hits;
      });
      return count;
    },
  };
}

const columns = sql.raw('ref, category, author, availability, tags');

type PriceOrder = Exclude<IndexQuery['order'], 'newest'>;

/** Orders of price, spelt as in their indexes. */
const walked: Record<PriceOrder, RawBuilder<unknown>> = {
  cheapest: sql.raw('coalesce(price, 2147483647), ref'),
  dearest: sql.raw('coalesce(price, -1) desc, ref desc'),
};

/** Written so that the planner does not see that there are indexes of these orders. */
const sorted: Record<IndexQuery['order'], RawBuilder<unknown>> = {
  newest: sql.raw(`shown_from || '' desc, ref desc`),
  cheapest: sql.raw('coalesce(price, 2147483647) + 0, ref'),
  dearest: sql.raw('coalesce(price, -1) + 0 desc, ref desc'),
};

async function listNewest(
  inSlices: AskSlices,
  trx: Kysely<Schema>,
  query: IndexQuery,
  limit: number,
): Promise<Hit[]> {
  const hits: Hit[] = [];
  await inSlices(query, limit, async (slice) => {
    const more = await listSorted(trx, query, { slice, limit: limit - hits.length });
    hits.push(...more);
    return more.length;
  });
  return hits;
}

/**
 * Looks through the first products of the order for very frequent words: the index would give all hits to be sorted.
 */
async function listByPrice(
  trx: Kysely<Schema>,
  query: IndexQuery,
  { order, limit }: { order: PriceOrder; limit: number },
): Promise<Hit[]> {
  const walk = query.fieldCount === 0 ? 0 : await findWalk(trx, query, limit);
  if (walk > 0) {
    const by = walked[order];
    const { rows } = await sql<Hit>`
      select ${columns} from (
        select * from ${table(query.kind)} where shown_from <= ${query.now} order by ${by} limit ${walk}
      ) as first where ${isPassed(query)} and ${isFoundInTextAlone(query)} order by ${by} limit ${limit}`.execute(
      trx,
    );
    if (rows.length >= limit) return rows;
  }
  return listSorted(trx, query, { slice: sql<boolean>`true`, limit });
}

interface Part {
  slice: RawBuilder<boolean>;
  limit: number;
}

/** Reads texts in the order of the list, and no further than needed: hence two levels. */
async function listSorted(trx: Kysely<Schema>, query: IndexQuery, { slice, limit }: Part): Promise<Hit[]> {
  const matching = sql`from ${table(query.kind)} where ${isFound(query)} and ${slice} order by ${sorted[query.order]}`;
  const { rows } = await (
    needsText(query)
      ? sql<Hit>`select ${columns} from (select * ${matching} offset 0) as found where ${isFoundInText(query)} limit ${limit}`
      : sql<Hit>`select ${columns} from (select * ${matching} limit ${limit}) as found`
  ).execute(trx);
  return rows;
}

/**
 * Number of the first documents to look through for so many hits, half of them in reserve; 0 where the index costs
 * less.
 */
async function findWalk(trx: Kysely<Schema>, query: IndexQuery, limit: number): Promise<number> {
  const { hits, walk } = await expectHits(trx, query, limit);
  const { times, most } = walking(query.kind);
  if (hits <= fewHits || walk * times >= hits) return 0;
  // Words that numbers tell too little of may be hardly anywhere.
  return Math.min(Math.ceil(walk * 1.5), needsText(query) ? most : Infinity);
}

/**
 * Number of hits by the planner's statistics, and the number of the first documents that should have `limit` of them.
 */
async function expectHits(
  trx: Kysely<Schema>,
  query: IndexQuery,
  limit: number,
): Promise<{ hits: number; walk: number }> {
  // In the last field alone: for each number that is not frequent the planner expects one in two hundred documents.
  const expected = isFound(query, query.fieldCount - 1);
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select 1 from ${table(query.kind)} where ${expected}`.execute(trx);
  const hits = rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
  if (hits <= fewHits) return { hits, walk: Infinity };
  const { rows: counted } = await sql<{ documents: number }>`
    select greatest(reltuples, 0)::int4 as documents from pg_class
    where oid = ${tablesOf(query.kind).docs}::regclass`.execute(trx);
  return { hits, walk: Math.ceil((limit / hits) * (counted[0]?.documents ?? 0)) };
}

const fewHits = 500;

/** Cost of a document, in multiples of the index's cost of a hit: the text of an article is read from elsewhere. */
function walking(kind: Kind): { times: number; most: number } {
  return kind === 'products' ? { times: 0.75, most: 3_000 } : { times: 8, most: 300 };
}

function table(kind: Kind): RawBuilder<unknown> {
  return sql.table(tablesOf(kind).docs);
}
