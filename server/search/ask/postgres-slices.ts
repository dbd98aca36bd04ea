import type { Kind } from '#shared/kinds/kind-names.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { isDated } from '#server/db/tables/kind-columns.ts';
import { tablesOf } from '../write/index-tables.ts';
import type { IndexQuery } from './index-query.ts';
import { beginOf, periodLengths, periodsBetween } from './periods.ts';

/** Documents that are shown from times between two; null: however early, and however late. */
interface Slice {
  from: string | null;
  before: string | null;
}

/** `ask` resolves to the number of hits in the slice. */
export type AskSlices = (
  query: Pick<IndexQuery, 'kind' | 'now' | 'fieldCount'>,
  limit: number,
  ask: (slice: RawBuilder<boolean>) => Promise<number>,
) => Promise<void>;

/**
 * Asks for hits slice by slice, the newest documents first, until there are enough. Frequent words are met among few
 * documents, and rare ones are asked for in all at once. All questions of a transaction are about the same moment.
 */
export function createSlices(trx: Kysely<Schema>): AskSlices {
  const timesOf = new Map<Kind, Promise<Times>>();
  return async (query, limit, ask) => {
    // By a product's number hardly anything is found.
    if (query.fieldCount === 0 || !isDated(query.kind)) return inSlices(unknownTimes, limit, ask);
    let times = timesOf.get(query.kind);
    if (times === undefined) timesOf.set(query.kind, (times = readTimes(trx, query)));
    return inSlices(await times, limit, ask);
  };
}

async function inSlices(
  times: Times,
  limit: number,
  ask: (slice: RawBuilder<boolean>) => Promise<number>,
): Promise<void> {
  let [seen, hits, width] = [0, 0, limit * 8];
  for (let before: string | null = null; ;) {
    const from = findBegin(times, seen + width);
    if (from === null || from !== before) hits += await ask(isIn({ from, before }, times));
    if (hits >= limit || from === null) return;
    seen += width;
    width = widthAfter({ seen, hits, limit, documents: times.documents });
    before = from;
  }
}

interface Progress {
  seen: number;
  hits: number;
  limit: number;
  documents: number;
}

/** Number of hits that are sorted at once, whatever the question. */
const fewHits = 1_000;

function widthAfter({ seen, hits, limit, documents }: Progress): number {
  // Rule of three: without a hit yet, there are hardly more than three in so many.
  const expected = ((hits + 3) / seen) * documents;
  if (expected <= fewHits) return Infinity;
  const wanted = hits === 0 ? Infinity : ((limit - hits) / hits) * seen * 1.5;
  return Math.min(wanted, seen * 15);
}

/** Times of the documents that are due, by the planner's statistics. */
interface Times {
  documents: number;
  /** Time of the newest; null: there is none. */
  newest: string | null;
  /** Times with equally many documents between each two, the earliest first; none without statistics. */
  bounds: readonly string[];
}

const unknownTimes: Times = { documents: 0, newest: null, bounds: [] };

async function readTimes(
  trx: Kysely<Schema>,
  { kind, now }: Pick<IndexQuery, 'kind' | 'now'>,
): Promise<Times> {
  const { docs } = tablesOf(kind);
  const { rows } = await sql<{ documents: number; newest: string | null; bounds: string[] | null }>`
    select (select greatest(reltuples, 0)::int4 from pg_class where oid = ${docs}::regclass) as documents,
      (select shown_from from ${sql.table(docs)} where shown_from <= ${now} order by shown_from desc, ref desc limit 1) as newest,
      (select histogram_bounds::text::text[] from pg_stats where schemaname = current_schema() and tablename = ${docs}
        and attname = 'shown_from') as bounds`.execute(trx);
  const { documents = 0, newest = null, bounds = null } = rows[0] ?? {};
  return { documents, newest, bounds: bounds?.filter((bound) => newest !== null && bound < newest) ?? [] };
}

/** Time from which so many of the newest documents are shown, or somewhat before; null: all are asked. */
function findBegin({ documents, newest, bounds }: Times, width: number): string | null {
  // Also when the rest would be less than half.
  if (newest === null || bounds.length === 0 || width * 2 > documents) return null;
  const place = (1 - width / documents) * (bounds.length - 1);
  const [low, high] = [bounds[Math.floor(place)], bounds[Math.floor(place) + 1] ?? newest];
  if (low === undefined) return null;
  const [from, to] = [Date.parse(low), Date.parse(high)];
  const time = from + (place % 1) * (to - from);
  if (!(time > 0)) return null;
  const [period] = periodsBetween(new Date(time).toISOString(), newest);
  return period === undefined ? null : beginOf(period);
}

/**
 * For the planner the times alone are no reason to take the index that is sorted by them, with which it would read nearly
 * every row: the periods lead to the same index as the words do.
 */
function isIn({ from, before }: Slice, { newest }: Times): RawBuilder<boolean> {
  const conditions = [
    ...(before === null ? [] : [sql<boolean>`(shown_from < ${before}) is true`]),
    ...(from === null || newest === null
      ? []
      : [
          sql<boolean>`${shownPeriods} && ${periodsBetween(from, before ?? newest)}::text[]`,
          sql<boolean>`(shown_from >= ${from}) is true`,
        ]),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Spelt as in migration 0025. */
const shownPeriods = sql.raw(
  `array[${periodLengths.map((length) => `left(shown_from, ${length})`).join(', ')}]`,
);
