import { CompiledQuery, sql, type Kysely, type KyselyPlugin } from 'kysely';
import type { Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';

export interface RecordedQueries {
  db: Kysely<Schema>;
  /** Each query once, however often it ran. */
  asked: Map<string, CompiledQuery>;
}

/** Records the queries that run through `db`. */
export function recordQueries({ read }: Database): RecordedQueries {
  const asked = new Map<string, CompiledQuery>();
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const query = read.getExecutor().compileQuery(node, queryId);
      asked.set(query.sql, query);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { db: read.withPlugin(recorder), asked };
}

/**
 * Steps of each query that scan a table, or a set of each row. PostgreSQL plans with the settings of searches, which
 * discourage scans.
 */
export async function findScans(
  db: Database,
  { asked }: RecordedQueries,
): Promise<{ query: string; steps: string[] }[]> {
  const found = [];
  for (const query of asked.values()) {
    if (/^\s*explain|set_config/.test(query.sql)) continue;
    found.push({ query: query.sql, steps: (await planOf(db, query)).filter(isScan) });
  }
  return found;
}

/** The steps of a plan, on PostgreSQL with how many rows each gave. */
export async function planOf(db: Database, { sql: text, parameters }: CompiledQuery): Promise<string[]> {
  const prefix =
    db.engine === 'sqlite' ? 'explain query plan ' : 'explain (analyze, timing off, summary off) ';
  return db.write.transaction().execute(async (trx) => {
    if (db.engine === 'postgres') await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await trx.executeQuery<Record<string, string>>(
      CompiledQuery.raw(prefix + text, [...parameters]),
    );
    return rows.map((row) => row['detail'] ?? row['QUERY PLAN'] ?? '');
  });
}

/**
 * In SQLite's search the words are asked first; an order by price is sorted, of what was found. In PostgreSQL's the index
 * tells which sets hold what: to look into a set takes as long as to read its text.
 */
function isScan(step: string): boolean {
  if (/^SCAN words VIRTUAL TABLE INDEX \d+:.*M/.test(step)) return false;
  return /^SCAN (?!CONSTANT|\(subquery|\w+ USING (?:COVERING )?INDEX)|Seq Scan|Filter: .*\bgrams\b/.test(
    step,
  );
}
