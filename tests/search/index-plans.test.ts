import { CompiledQuery, sql, type KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { importContent } from '#server/features/content/import-content.ts';
import type { Database } from '#server/db/open-database.ts';
import { createReader } from '#server/freshness/reader.ts';
import { countFacets } from '#server/search/find-facets.ts';
import { findHits } from '#server/search/find-hits.ts';
import { readHitTexts } from '#server/search/hit-texts.ts';
import { listNames } from '#server/search/list-names.ts';
import { parseQuery } from '#server/search/text/parse-query.ts';
import { contentFolder } from '../helpers/content.ts';
import { engines, openTestDatabase, temporaryFolder } from '../helpers/databases.ts';
import { randomParts, searchCorpus } from '../helpers/search-corpus.ts';

const queries = ['茶', '烏龍', '烏龍茶', '乌龙 tea', 'QY-120ml', '3月'];

test.for(engines)('no search on %s reads a table from end to end', { timeout: 120_000 }, async (engine) => {
  const db = await openTestDatabase(engine);
  const files = searchCorpus(randomParts(5), { articles: 300, products: 300 });
  await importContent(contentFolder(files), db, temporaryFolder());
  // Told how small the tables are, SQLite would read them.
  if (engine === 'postgres') await sql`analyze`.execute(db.write);

  const asked = new Map<string, CompiledQuery>();
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const query = db.read.getExecutor().compileQuery(node, queryId);
      asked.set(query.sql, query);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const reader = createReader({
    db: db.read.withPlugin(recorder),
    now: '2026-11-20T00:00:00.000Z',
    basePath: '/',
  });
  for (const kind of ['articles', 'products'] as const) {
    for (const query of queries) {
      for (const sort of ['relevance', 'newest', 'cheapest', 'dearest'] as const) {
        const { words } = parseQuery(query);
        const filters =
          sort === 'newest' ? { minPrice: 10, category: '茶葉', tag: '茶葉', author: 'a1' } : {};
        const request = { kind, words, filters, sort, skip: 0, limit: 24 };
        const { ids } = await findHits(reader, request);
        await countFacets(reader, request);
        await readHitTexts(reader, kind, ids);
      }
    }
  }
  await listNames(reader);
  const plans = [...asked.values()].filter(({ sql: text }) => !/^\s*explain|set_config/.test(text));
  expect(plans.length).toBeGreaterThan(15);
  for (const query of plans) {
    const bad = (await explain(db, query)).filter(isBad);
    expect.soft(bad, query.sql).toEqual([]);
  }
});

/** As it is asked: on PostgreSQL the planner is steered. */
async function explain(db: Database, { sql: text, parameters }: CompiledQuery): Promise<string[]> {
  const prefix = db.engine === 'sqlite' ? 'explain query plan ' : 'explain ';
  return db.write.transaction().execute(async (trx) => {
    if (db.engine === 'postgres') await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await trx.executeQuery<Record<string, string>>(
      CompiledQuery.raw(prefix + text, [...parameters]),
    );
    return rows.map((row) => row['detail'] ?? row['QUERY PLAN'] ?? '');
  });
}

/** The words are asked first; an order by price is sorted, of what was found. */
function isBad(step: string): boolean {
  if (/^SCAN words VIRTUAL TABLE INDEX \d+:.*M/.test(step)) return false;
  return /^SCAN (?!CONSTANT|\(subquery|\w+ USING (?:COVERING )?INDEX)|Seq Scan/.test(step);
}
