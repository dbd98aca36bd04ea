import { devNull } from 'node:os';
import type pg from 'pg';
import { findMark, requireHere } from '#server/db/moving-mark.ts';
import { OperatorError } from '#server/base/errors.ts';
import { readFacts, type DatabaseCopy } from './database-copy.ts';
import {
  connectForWork,
  majorOfServer,
  requireTools,
  selectValues,
  startTool,
  toolError,
  untilEnded,
} from '../postgres-tools.ts';

/**
 * Writes the database as it is at one moment into a file that pg_restore reads, and has that read it. The rows of the
 * tables are counted in the snapshot that is dumped.
 */
export async function copyPostgres(url: string, target: string): Promise<DatabaseCopy> {
  const client = await connectForWork(url);
  try {
    await requireTools(['pg_dump', 'pg_restore'], await majorOfServer(client));
    await client.query('begin isolation level repeatable read read only');
    const [snapshot = ''] = await selectValues(client, 'select pg_export_snapshot() as value');
    const dumping = dump(url, target, snapshot);
    // The program has ended before a failure is reported: removing its files must come last.
    const [copy] = await Promise.all([readPostgres(client), dumping]).finally(() => dumping.catch(() => {}));
    await run('pg_restore', ['--file', devNull, target]);
    return copy;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Not compressed: that would take most of the time, and the storage of the backups can do it as well. */
async function dump(url: string, target: string, snapshot: string): Promise<void> {
  const args = ['--format=custom', '--compress=0', '--no-password', '--lock-wait-timeout=60s'];
  await run('pg_dump', [...args, `--snapshot=${snapshot}`, '--file', target], url);
}

async function run(tool: 'pg_dump' | 'pg_restore', args: readonly string[], url?: string): Promise<void> {
  const ended = await untilEnded(startTool(tool, args, url));
  if (ended.code !== 0) throw toolError(tool, ended);
}

async function readPostgres(client: pg.Client): Promise<DatabaseCopy & { schema: string }> {
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
