import type pg from 'pg';
import { findMark, requireHere } from '#server/db/moving-mark.ts';
import { OperatorError } from '#server/errors.ts';
import { readFacts, type DatabaseCopy } from './database-copy.ts';
import { countDumpedRows } from './dumped-rows.ts';
import {
  connectForWork,
  majorOfServer,
  requireTools,
  selectValues,
  startTool,
  toolError,
  untilEnded,
} from './postgres-tools.ts';
import { flush } from '#server/media/store/sums.ts';

/**
 * Writes the database as it is at one moment into a file that pg_restore reads, and reads that to see that each table
 * has its rows. They are counted in the snapshot that is dumped.
 */
export async function copyPostgres(url: string, target: string): Promise<DatabaseCopy> {
  const client = await connectForWork(url);
  try {
    await requireTools(['pg_dump', 'pg_restore'], await majorOfServer(client));
    await client.query('begin isolation level repeatable read read only');
    const [snapshot = ''] = await selectValues(client, 'select pg_export_snapshot() as value');
    const dumping = dump(url, target, snapshot);
    // Both have ended before a failure is told: whoever removes what they wrote must be the last.
    const [copy] = await Promise.all([readPostgres(client), dumping]).finally(() => dumping.catch(() => {}));
    requireSame(copy.tables, await countDumpedRows(target));
    await flush(target);
    return copy;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Not compressed: that would take most of the time, and whatever keeps backups can do it as well. */
async function dump(url: string, target: string, snapshot: string): Promise<void> {
  const args = ['--format=custom', '--compress=0', '--no-password', '--lock-wait-timeout=60s'];
  const ended = await untilEnded(
    startTool('pg_dump', [...args, `--snapshot=${snapshot}`, '--file', target], url),
  );
  if (ended.code !== 0) throw toolError('pg_dump', ended);
}

async function readPostgres(client: pg.Client): Promise<DatabaseCopy> {
  const select = (query: string) => selectValues(client, query);
  const tables: Record<string, number> = {};
  for (const table of await select(ownTables)) {
    tables[table] = Number((await select(`select count(*) as value from "${table}"`))[0]);
  }
  if (!('schema_migrations' in tables))
    throw new OperatorError('the database is not that of a site; check DATABASE_URL');
  requireHere(await findMark(async (query) => (await client.query(query)).rows, 'postgres'));
  const [engineVersion = ''] = await select("select current_setting('server_version') as value");
  const [schema = 'public'] = await select('select current_schema() as value');
  return { engineVersion, schema, ...(await readFacts(tables, select)) };
}

/** The tables of the site, in the schema where it looks for them first. */
export const ownTables = `select relname as value from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace
    and not exists (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
  order by relname collate "C"`;

function requireSame(stored: Record<string, number>, dumped: Record<string, number>): void {
  for (const [table, count] of Object.entries(stored)) {
    if (dumped[table] !== count)
      throw new OperatorError(
        `the dump has ${dumped[table] ?? 'no'} rows of ${table}, and the database ${count}`,
      );
  }
}
