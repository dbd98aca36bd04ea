import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql, type Kysely } from 'kysely';
import { stringify } from 'yaml';
import { toTaipeiIso } from '#shared/dates.ts';
import type { Database } from '#server/db/open-database.ts';
import type { ArticlesTable, AuthorsTable, ProductsTable, Schema } from '#server/db/schema.ts';
import { OperatorError } from '#server/errors.ts';
import { mediaFolder, type MediaFolder } from '#server/media/media-folder.ts';

/** Why nothing was exported, for the person at the terminal. */
export class ExportError extends OperatorError {}

/**
 * Writes everything that is stored, drafts too, as a folder that imports to the same content.
 * @throws ExportError when the folder exists and is not empty, or a media file is not in the store.
 */
export async function exportContent(dir: string, db: Database, dataDir: string): Promise<{ files: number }> {
  const existing = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR')
      throw new ExportError(`${dir} is a file; name a folder that does not exist yet`);
    throw error;
  });
  if (existing.length > 0)
    throw new ExportError(`${dir} is not empty; name a folder that does not exist yet`);
  await mkdir(dir, { recursive: true });
  return readAtOneMoment(db, (moment) => writeFolder(dir, moment, mediaFolder(dataDir)));
}

/** Whatever is written meanwhile: the folder shows the content as it was when the export began. */
async function readAtOneMoment<T>(db: Database, work: (moment: Kysely<Schema>) => Promise<T>): Promise<T> {
  const begin = db.engine === 'postgres' ? sql`begin isolation level repeatable read read only` : sql`begin`;
  return db.read.connection().execute(async (connection) => {
    await begin.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}

async function writeFolder(dir: string, db: Kysely<Schema>, store: MediaFolder): Promise<{ files: number }> {
  let files = 0;
  async function save(name: string, text: string): Promise<void> {
    const target = path.join(dir, name);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
    files += 1;
  }

  for await (const row of rowsInOrder(db, 'authors')) {
    await save(`authors/${row.id}.md`, document(authorFields(row), row.bio_source));
  }
  for await (const row of rowsInOrder(db, 'articles')) {
    const links = await db
      .selectFrom('article_products')
      .select('product_id')
      .where('article_id', '=', row.id)
      .orderBy('position')
      .execute();
    const fields = articleFields(
      row,
      links.map((link) => link.product_id),
    );
    await save(`articles/${row.id}.md`, document(fields, row.body_source));
  }
  for await (const row of rowsInOrder(db, 'products')) {
    await save(`products/${row.id}.md`, document(productFields(row), row.description_source));
  }
  const site = await db.selectFrom('site').select('settings').executeTakeFirst();
  if (site) await save('site.yaml', toYaml(JSON.parse(site.settings)));

  for (const media of await db.selectFrom('media').select(['path', 'file']).orderBy('path').execute()) {
    const target = path.join(dir, media.path);
    await mkdir(path.dirname(target), { recursive: true });
    await cp(store.original(media.file), target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      throw new ExportError(
        `${media.path} is not in the media store; expected it as ${store.original(media.file)}`,
      );
    });
    files += 1;
  }
  return { files };
}

const batchSize = 500;

/** By id, a batch at a time: the memory needed does not grow with the catalogue. */
async function* rowsInOrder<T extends 'authors' | 'articles' | 'products'>(
  db: Kysely<Schema>,
  table: T,
): AsyncGenerator<Schema[T]> {
  // One query for three tables: what they share is `id`, and each row has its own table's type.
  const untyped = db as unknown as Kysely<{ entries: { id: string } }>;
  let last = '';
  while (true) {
    const rows = await untyped
      .selectFrom(table as 'entries')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    for (const row of rows) yield row as unknown as Schema[T];
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    last = lastRow.id;
  }
}

function authorFields(row: AuthorsTable): Record<string, unknown> {
  return { name: row.name, avatar: row.avatar, links: nonEmpty(JSON.parse(row.links)) };
}

function articleFields(row: ArticlesTable, products: readonly string[]): Record<string, unknown> {
  return {
    title: row.title,
    author: row.author_id,
    summary: row.summary || null,
    cover: row.cover,
    coverAlt: row.cover_alt || null,
    tags: nonEmpty(JSON.parse(row.tags)),
    products: nonEmpty(products),
    publishedAt: row.published_at && toTaipeiIso(row.published_at),
    updatedAt: row.updated_at && toTaipeiIso(row.updated_at),
    status: row.status,
  };
}

function productFields(row: ProductsTable): Record<string, unknown> {
  return {
    name: row.name,
    category: row.category,
    price: row.price_twd,
    summary: row.summary || null,
    images: nonEmpty(JSON.parse(row.images)),
    specs: nonEmpty(Object.fromEntries(JSON.parse(row.specs))),
    availability: row.availability,
    purchaseUrl: row.purchase_url,
    publishedAt: row.published_at && toTaipeiIso(row.published_at),
    updatedAt: row.updated_at && toTaipeiIso(row.updated_at),
    status: row.status,
  };
}

function nonEmpty<T extends object>(value: T): T | null {
  return Object.keys(value).length > 0 ? value : null;
}

function document(fields: Record<string, unknown>, body: string): string {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  return `---\n${toYaml(given)}---\n${body === '' ? '' : `\n${body}\n`}`;
}

function toYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 });
}
