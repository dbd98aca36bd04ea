import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql, type Kysely, type Selectable } from 'kysely';
import { stringify } from 'yaml';
import type { Database } from '#server/db/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { OperatorError } from '#server/errors.ts';
import { mediaFolder, type MediaFolder } from '#server/media/media-folder.ts';
import { anyTable } from './any-table.ts';
import { contentKinds, kindNames, type ContentKind } from './kinds/content-kinds.ts';
import type { ContentKindRecord, JoinTable, Row } from './kinds/content-kind.ts';
import { readStoredSite } from './site-settings.ts';

/** An export that wrote nothing, with the reason for the person at the terminal. */
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

/** Shows `work` the content as it was when the export began, whatever is written meanwhile. */
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

  for (const kind of kindNames) {
    for await (const { id, text } of documentsOf(db, kind)) await save(`${kind}/${id}.md`, text);
  }
  const site = await readStoredSite(db);
  if (site !== null) await save('site.yaml', toYaml(JSON.parse(site)));

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

async function* documentsOf<Kind extends ContentKind>(
  db: Kysely<Schema>,
  kind: Kind,
): AsyncGenerator<{ id: string; text: string }> {
  const { joins, toFields, toSource }: ContentKindRecord<Kind, ContentKind> = contentKinds[kind];
  for await (const stored of rowsInOrder(db, kind)) {
    const id = String(stored['id']);
    const joined: string[][] = [];
    for (const join of joins) joined.push(await joinedIds(db, join, id));
    // `anyTable` has forgotten that the row is of this kind's table.
    const row = stored as Selectable<Schema[Kind]>;
    yield { id, text: document(toFields(row, joined), toSource(row)) };
  }
}

/** Reads rows by id, a batch at a time: the memory needed does not grow with the catalogue. */
async function* rowsInOrder(db: Kysely<Schema>, kind: ContentKind): AsyncGenerator<Row> {
  let last = '';
  while (true) {
    const rows = await anyTable(db)
      .selectFrom(kind)
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    yield* rows;
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    last = String(lastRow['id']);
  }
}

async function joinedIds(
  db: Kysely<Schema>,
  { table, owner, target }: JoinTable,
  id: string,
): Promise<string[]> {
  const links = await anyTable(db)
    .selectFrom(table)
    .select(target)
    .where(owner, '=', id)
    .orderBy('position')
    .execute();
  return links.map((link) => String(link[target]));
}

function document(fields: Readonly<Record<string, unknown>>, body: string): string {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  return `---\n${toYaml(given)}---\n${body === '' ? '' : `\n${body}\n`}`;
}

function toYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 });
}
