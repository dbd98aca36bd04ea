import path from 'node:path';
import { sql } from 'kysely';
import { openDatabase, writeTransaction, type Database } from '#server/db/open-database.ts';
import { importSampleContent } from '#server/features/content/sample-content.ts';
import { createLog } from '#server/log.ts';
import { folderStore } from '#server/media/store/folder-store.ts';
import { root } from '#scripts/build/folders.ts';
import { fillCatalogue } from '#scripts/tools/fill-catalogue.ts';
import type { Place } from './numbered-site.ts';

/** One for so many bytes of the database. */
const bytesOfProduct = 5_000;
/** Revisions of 4,000 characters, which are most of the bytes of a site that is edited for years. */
const batch = 5_000;

/** A site with a catalogue and a long history. Resolves to the size of its database. */
export async function fillLarge({ config, dataDir }: Place, bytes: number): Promise<number> {
  const log = createLog('silent');
  const db = await openDatabase(config, log);
  try {
    await importSampleContent(path.join(root, 'server/sample-content'), db, folderStore(dataDir), log);
    const products = Math.ceil(bytes / bytesOfProduct);
    await fillCatalogue(db, { products, articles: Math.ceil(products / 10) });
    while ((await sizeOf(db)) < bytes) await addRevisions(db);
    if (db.engine === 'postgres') await sql`vacuum analyze`.execute(db.read);
    return await sizeOf(db);
  } finally {
    await db.close();
  }
}

async function sizeOf({ engine, read }: Database): Promise<number> {
  const { rows } = await (
    engine === 'sqlite'
      ? sql<{
          bytes: number;
        }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  ).execute(read);
  return rows[0]?.bytes ?? 0;
}

/** Their text is random, so that no engine stores it shorter. */
async function addRevisions(db: Database): Promise<void> {
  const [numbers, text] =
    db.engine === 'sqlite'
      ? [
          `(with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${batch}) select i from numbers)`,
          'hex(randomblob(2000))',
        ]
      : [
          `generate_series(1, ${batch}) as numbers (i)`,
          `(select string_agg(md5(random()::text || i || n), '') from generate_series(1, 125) as n)`,
        ];
  await writeTransaction(db, (trx) =>
    sql`insert into revisions (entry_key, version, action, document, hash, account_name, at)
      select (select min(key) from entries), i, 'save', ${sql.raw(text)}, '', '', '2026-01-01T00:00:00.000Z'
      from ${sql.raw(numbers)}`.execute(trx),
  );
}
