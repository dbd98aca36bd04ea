import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { findMark, requireHere } from '#server/db/moving-mark.ts';
import { OperatorError } from '#server/errors.ts';
import type { FileSum } from '#server/media/store/media-store.ts';
import { flush, sumOf } from '#server/media/store/sums.ts';
import { readFacts, type CopiedDatabase, type DatabaseCopy } from './database-copy.ts';
import { followDump, type DumpedFile } from './follow-dump.ts';
import {
  connectForWork,
  majorOfServer,
  requireTools,
  selectValues,
  startTool,
  toolError,
  untilEnded,
} from './postgres-tools.ts';

/**
 * Writes the database as it is at one moment into a folder that pg_restore reads, and reads what is written to see that
 * each table has its rows. They are counted in the snapshot that is dumped.
 */
export async function copyPostgres(url: string, target: string): Promise<CopiedDatabase> {
  const client = await connectForWork(url);
  try {
    await requireTools(['pg_dump', 'pg_restore'], await majorOfServer(client));
    await client.query('begin isolation level repeatable read read only');
    const [snapshot = ''] = await selectValues(client, 'select pg_export_snapshot() as value');
    const dumping = dump(url, target, snapshot);
    // All have ended before a failure is told: whoever removes what they wrote must be the last.
    const following = followDump(target, dumping);
    // Caught at once: it may fail long before anybody waits for it.
    const followed = following.catch(() => {});
    const [copy] = await Promise.all([readPostgres(client), dumping]).finally(() => followed);
    const dumped = await following;
    requireSame(copy.tables, await countRows(target, dumped, copy.schema));
    return { ...copy, files: await filesOf(target, dumped) };
  } finally {
    await client.end().catch(() => {});
  }
}

/** Not compressed: that would take most of the time, and whatever keeps backups can do it as well. */
async function dump(url: string, target: string, snapshot: string): Promise<void> {
  const args = ['--format=directory', '--compress=0', '--no-password', '--lock-wait-timeout=60s'];
  const ended = await untilEnded(
    startTool('pg_dump', [...args, `--snapshot=${snapshot}`, '--file', target], url),
  );
  if (ended.code !== 0) throw toolError('pg_dump', ended);
}

/** All files of a dump. They are on the disk then. */
async function filesOf(dir: string, dumped: ReadonlyMap<string, DumpedFile>): Promise<Map<string, FileSum>> {
  const files = new Map<string, FileSum>();
  for (const name of await readdir(dir)) {
    const followed = dumped.get(name);
    if (followed === undefined) await flush(path.join(dir, name));
    const { bytes, sha256 } = followed ?? (await sumOf(path.join(dir, name)));
    files.set(name, { bytes, sha256 });
  }
  await flush(dir);
  return files;
}

/** `3512; 0 16405 TABLE DATA public articles qingye`, whose rows are in 3512.dat. */
const tableInContents = /^(\d+); \d+ \d+ TABLE DATA (.+)$/gm;

/** How many rows each table of the schema has in a dump, as its contents name the files. */
async function countRows(
  dir: string,
  files: ReadonlyMap<string, DumpedFile>,
  schema: string,
): Promise<Record<string, number>> {
  const program = startTool('pg_restore', ['--list', dir]);
  let contents = '';
  program.stdout?.setEncoding('utf8').on('data', (text: string) => (contents += text));
  const ended = await untilEnded(program);
  if (ended.code !== 0) throw toolError('pg_restore', ended);
  const counts: Record<string, number> = {};
  for (const [, number = '', named = ''] of contents.matchAll(tableInContents)) {
    const rows = files.get(`${number}.dat`)?.rows;
    if (rows === undefined || !named.startsWith(`${schema} `)) continue;
    const [table = ''] = named.slice(schema.length + 1).split(' ');
    counts[table] = rows;
  }
  return counts;
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

function requireSame(stored: Record<string, number>, dumped: Record<string, number>): void {
  for (const [table, count] of Object.entries(stored)) {
    if (dumped[table] !== count)
      throw new OperatorError(
        `the dump has ${dumped[table] ?? 'no'} rows of ${table}, and the database ${count}`,
      );
  }
}
