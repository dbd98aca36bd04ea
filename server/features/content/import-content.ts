import { sql, type Insertable, type Kysely, type Transaction } from 'kysely';
import { writeTransaction, type Database } from '#server/db/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { announceFiles } from '#server/media/media-jobs.ts';
import { mediaFolder } from '#server/media/media-folder.ts';
import { checkReferences } from './check-references.ts';
import { readContentFolder, type ContentFolder } from './content-folder.ts';
import { toArticleRow, toAuthorRow, toMediaRow, toProductRow } from './content-rows.ts';
import { storeMedia, type FindLooks, type MediaFile } from './media-files.ts';
import { byPlace, ContentError } from './problem.ts';

export interface ImportOptions {
  /** Also remove what is stored and not in the folder. */
  prune?: boolean;
  /** Leave a database alone that has any content. */
  onlyIntoEmpty?: boolean;
  onProgress?: (phase: 'reading' | 'writing', done: number, total: number) => void;
}

/** How many of each kind are new or different, and how many were removed. */
export interface ImportReport {
  written: Record<Kind, number>;
  unchanged: Record<Kind, number>;
  removed: Record<Kind, number>;
}

type Article = ContentFolder['articles'][number];
type Kind = 'authors' | 'articles' | 'products' | 'media';
type Written<T extends Kind> = Insertable<Schema[T]>;

const batchSize = 100;

/**
 * Reads the folder and checks it against itself and the database.
 * @throws ContentError with every problem at once.
 */
export async function checkContent(
  dir: string,
  db: Kysely<Schema> | null,
  { prune = false, onProgress }: ImportOptions = {},
): Promise<ContentFolder> {
  const onRead = (done: number, total: number) => onProgress?.('reading', done, total);
  const folder = await readContentFolder(dir, looksIn(db), onRead);
  const problems = [...folder.problems, ...(await checkReferences(folder, prune ? null : db))];
  if (problems.length > 0) throw new ContentError(problems.sort(byPlace));
  return folder;
}

/**
 * Replaces what the folder names, in one transaction: everything or nothing.
 * @throws ContentError when the folder has problems; nothing is changed then.
 */
export async function importContent(
  dir: string,
  db: Database,
  dataDir: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const folder = await checkContent(dir, db.read, options);
  // Files first: their names are their contents, so a file without a row harms nobody; a row without its file would.
  await storeFiles(folder.media, db, dataDir);

  const total = folder.authors.length + folder.articles.length + folder.products.length + folder.media.length;
  let done = 0;
  const step = (count: number) => options.onProgress?.('writing', (done += count), total);
  return writeTransaction(db, async (trx) => {
    // Two imports at once would leave a mixture. On SQLite the transaction itself is the lock.
    if (db.engine === 'postgres')
      await sql`lock table ${writtenTables} in share row exclusive mode`.execute(trx);
    const report = emptyReport();
    if (options.onlyIntoEmpty && (await hasContent(trx))) return report;
    // Asked again under the lock: what the folder names may have been removed meanwhile.
    const lost = await checkReferences(folder, options.prune ? null : trx);
    if (lost.length > 0) throw new ContentError(lost);
    await write(trx, 'media', folder.media.map(toMediaRow), 'path', report, step);
    await write(trx, 'authors', folder.authors.map(toAuthorRow), 'id', report, step);
    await write(trx, 'products', folder.products.map(toProductRow), 'id', report, step);
    await writeArticles(trx, folder.articles, report, step);
    if (options.prune) await prune(trx, folder, report);
    if (folder.site) await writeSite(trx, JSON.stringify(folder.site.fields));
    return report;
  });
}

/** What is stored of a picture needs no second look: decoding a camera's takes a tenth of a second. */
function looksIn(db: Kysely<Schema> | null): FindLooks {
  return async (file) => {
    const query = db?.selectFrom('media').select(['served', 'blur']).where('file', '=', file).limit(1);
    return (await query?.executeTakeFirst()) ?? null;
  };
}

async function storeFiles(files: readonly MediaFile[], db: Database, dataDir: string): Promise<void> {
  const names = [...new Set(files.map(({ file }) => file))];
  const stored = new Set<string>();
  for (let i = 0; i < names.length; i += batchSize) {
    const some = names.slice(i, i + batchSize);
    const rows = await db.read.selectFrom('media').select('file').where('file', 'in', some).execute();
    for (const { file } of rows) stored.add(file);
  }
  const added = names.filter((file) => !stored.has(file));
  await announceFiles(db, added, Date.now());
  const store = mediaFolder(dataDir);
  for (const media of files) await storeMedia(media, store);
}

const writtenTables = sql.join(
  ['authors', 'articles', 'products', 'article_products', 'media', 'site'].map((table) => sql.table(table)),
);

export async function hasContent(db: Kysely<Schema>): Promise<boolean> {
  for (const table of ['authors', 'articles', 'products', 'site'] as const) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return true;
  }
  return false;
}

/** Writes only rows that differ from what is stored, so that an import announces only real changes. */
async function write<T extends Kind>(
  trx: Transaction<Schema>,
  table: T,
  rows: readonly Written<T>[],
  key: 'id' | 'path',
  report: ImportReport,
  step: (count: number) => void,
): Promise<Written<T>[]> {
  const changed: Written<T>[] = [];
  for (let i = 0; i < rows.length; i += batchSize) {
    const batch = rows.slice(i, i + batchSize);
    const stored = await storedRows(trx, table, key, batch);
    const different = batch.filter((row) => !isSame(row, stored.get(field(row, key))));
    if (different.length > 0) await upsert(trx, table, key, different);
    changed.push(...different);
    report.written[table] += different.length;
    report.unchanged[table] += batch.length - different.length;
    step(batch.length);
  }
  return changed;
}

function isSame(row: object, stored: Row | undefined): boolean {
  return stored !== undefined && Object.entries(row).every(([column, value]) => stored[column] === value);
}

async function upsert<T extends Kind>(
  trx: Transaction<Schema>,
  table: T,
  key: 'id' | 'path',
  rows: readonly Written<T>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== key);
  const excluded = (column: string) => sql`${sql.ref(`excluded.${column}`)}`;
  await untypedTables(trx)
    .insertInto(table as 'entries')
    .values(rows.map((row): Row => ({ ...row })))
    .onConflict((oc) =>
      oc.column(key).doUpdateSet(Object.fromEntries(columns.map((column) => [column, excluded(column)]))),
    )
    .execute();
}

async function storedRows<T extends Kind>(
  trx: Transaction<Schema>,
  table: T,
  key: 'id' | 'path',
  rows: readonly Written<T>[],
): Promise<ReadonlyMap<unknown, Row>> {
  const stored = await untypedTables(trx)
    .selectFrom(table as 'entries')
    .selectAll()
    .where(
      key,
      'in',
      rows.map((row) => field(row, key)),
    )
    .execute();
  return new Map(stored.map((row) => [row[key], row]));
}

type Row = Record<string, unknown>;

/** The tables share no static type; a caller's row and its table do, by the type parameter that names the table. */
function untypedTables(trx: Transaction<Schema>): Kysely<{ entries: Row }> {
  return trx as unknown as Kysely<{ entries: Row }>;
}

function field(row: object, name: string): unknown {
  return Object.entries(row).find(([key]) => key === name)?.[1];
}

async function writeArticles(
  trx: Transaction<Schema>,
  articles: readonly Article[],
  report: ImportReport,
  step: (count: number) => void,
): Promise<void> {
  const changed = await write(trx, 'articles', articles.map(toArticleRow), 'id', report, step);
  const changedIds = new Set(changed.map((row) => row.id));
  for (let i = 0; i < articles.length; i += batchSize) {
    for (const { id } of await writeLinks(trx, articles.slice(i, i + batchSize))) {
      if (changedIds.has(id)) continue;
      report.written.articles += 1;
      report.unchanged.articles -= 1;
    }
  }
}

/** Compared on their own: removing a product takes its links away from articles that stay as they are. */
async function writeLinks(
  trx: Transaction<Schema>,
  articles: readonly Article[],
): Promise<readonly Article[]> {
  const ids = articles.map((article) => article.id);
  const stored = await trx
    .selectFrom('article_products')
    .select(['article_id', 'product_id', 'position'])
    .where('article_id', 'in', ids)
    .orderBy('position')
    .execute();
  const storedOf = Map.groupBy(stored, (link) => link.article_id);
  const different = articles.filter(({ id, fields }) => {
    const links = storedOf.get(id) ?? [];
    return (
      links.length !== fields.products.length ||
      links.some((link, i) => link.product_id !== fields.products[i])
    );
  });
  for (const { id, fields } of different) {
    await trx.deleteFrom('article_products').where('article_id', '=', id).execute();
    const links = fields.products.map((product, position) => ({
      article_id: id,
      product_id: product,
      position,
    }));
    if (links.length > 0) await trx.insertInto('article_products').values(links).execute();
  }
  return different;
}

async function prune(trx: Transaction<Schema>, folder: ContentFolder, report: ImportReport): Promise<void> {
  const kept = {
    articles: new Set(folder.articles.map((entry) => entry.id)),
    products: new Set(folder.products.map((entry) => entry.id)),
    authors: new Set(folder.authors.map((entry) => entry.id)),
  };
  // Articles before the authors that they name.
  for (const table of ['articles', 'products', 'authors'] as const) {
    const stored = await trx.selectFrom(table).select('id').execute();
    const gone = stored.map((row) => row.id).filter((id) => !kept[table].has(id));
    for (let i = 0; i < gone.length; i += batchSize) {
      await trx
        .deleteFrom(table)
        .where('id', 'in', gone.slice(i, i + batchSize))
        .execute();
    }
    report.removed[table] = gone.length;
  }
  const keptMedia = new Set(folder.media.map((file) => file.path));
  const storedMedia = await trx.selectFrom('media').select('path').execute();
  const goneMedia = storedMedia.map((row) => row.path).filter((mediaPath) => !keptMedia.has(mediaPath));
  for (let i = 0; i < goneMedia.length; i += batchSize) {
    await trx
      .deleteFrom('media')
      .where('path', 'in', goneMedia.slice(i, i + batchSize))
      .execute();
  }
  report.removed.media = goneMedia.length;
}

async function writeSite(trx: Transaction<Schema>, settings: string): Promise<void> {
  const stored = await trx.selectFrom('site').select('settings').where('id', '=', 1).executeTakeFirst();
  if (stored?.settings === settings) return;
  await trx
    .insertInto('site')
    .values({ id: 1, settings })
    .onConflict((oc) => oc.column('id').doUpdateSet({ settings }))
    .execute();
}

function emptyReport(): ImportReport {
  const none = () => ({ authors: 0, articles: 0, products: 0, media: 0 });
  return { written: none(), unchanged: none(), removed: none() };
}
