import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteFile } from '#server/db/dialects/sqlite.ts';
import { findMark, requireHere } from '#server/db/moving-mark.ts';
import { OperatorError } from '#server/base/errors.ts';
import { readFacts, type DatabaseCopy } from './database-copy.ts';
import { flush } from '#server/media/store/sums.ts';

/**
 * Writes a snapshot of the database into a new file, regardless of other writers, and opens that to see that it is
 * sound. `VACUUM INTO` reads one snapshot; SQLite's own backup, which Node has as `backup()`, begins anew whenever
 * somebody has written, and beside a busy site never ends.
 */
export async function copySqlite(file: string, target: string): Promise<DatabaseCopy> {
  const source = openSource(file);
  const requireUnmoved = async () =>
    requireHere(await findMark(async (query) => source.prepare(query).all(), 'sqlite'));
  try {
    await requireUnmoved();
    source.prepare('vacuum into ?').run(target);
    // A move may have ended meanwhile, before the snapshot began.
    await requireUnmoved();
  } finally {
    source.close();
  }
  const copy = await readSqlite(target);
  await flush(target);
  return copy;
}

/** @throws OperatorError when there is no database of a site. */
export function openSource(file: string): DatabaseSync {
  if (!existsSync(file))
    throw new OperatorError(`there is no database at ${file}; check DATABASE_URL and DATA_DIR`);
  const source = openSqliteFile(file, { readOnly: true });
  if (source.prepare("select 1 from sqlite_schema where name = 'schema_migrations'").get()) return source;
  source.close();
  throw new OperatorError(`${file} is not the database of a site; check DATABASE_URL and DATA_DIR`);
}

/**
 * Looks into a database that nobody else has open. That all pages can be read and each row is one takes a quarter of the
 * time of comparing every index with its table, which a restore does.
 * @throws OperatorError when it is not sound.
 */
export async function readSqlite(file: string): Promise<DatabaseCopy> {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    // Half the time of reading page by page.
    db.exec(`pragma mmap_size = ${maxMappedBytes}`);
    const problem = String(db.prepare('pragma quick_check(1)').get()?.['quick_check']);
    if (problem !== 'ok') throw new OperatorError(`the database ${file} is damaged: ${problem}`);
    const select = (query: string) =>
      db
        .prepare(query)
        .all()
        .map(({ value }) => String(value));
    // Leaves out the tables that the engine makes for itself.
    const tables = select(
      "select name as value from pragma_table_list where schema = 'main' and type = 'table'",
    )
      .filter((name) => !name.startsWith('sqlite_'))
      .sort();
    const counts = tables.map((table) => [
      table,
      Number(select(`select count(*) as value from "${table}"`)[0]),
    ]);
    const [engineVersion = ''] = select('select sqlite_version() as value');
    return { engineVersion, ...(await readFacts(Object.fromEntries(counts), select)) };
  } finally {
    db.close();
  }
}

const maxMappedBytes = 2_000_000_000;
