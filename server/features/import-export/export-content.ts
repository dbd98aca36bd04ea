import { isDeepStrictEqual } from 'node:util';
import { isKind, type Kind } from '#shared/kinds/kind-names.ts';
import { readStoredSettings } from '#shared/kinds/stored/stored-settings.ts';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql, type Kysely } from 'kysely';
import type { Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { OperatorError } from '#server/base/errors.ts';
import { originalName, type MediaStore } from '#server/media/store/media-store.ts';
import { draftsFolder } from './content-files.ts';
import { labelsFile, writeLabels } from './media-labels.ts';
import { documentsOf, toYaml } from '#server/content/entries/documents.ts';
import { kindsInMessages } from '#server/content/kinds/content-kinds.ts';
import { readStoredSite } from '#server/content/site-settings.ts';

/** An export that wrote nothing, with the reason for the person at the terminal. */
export class ExportError extends OperatorError {}

interface ExportOptions {
  /** Also export unpublished texts of editors, in `drafts/`: an import refuses it, for it would publish them. */
  withDrafts?: boolean;
}

/**
 * Writes everything that is stored, published or not, as a folder that imports to the same content.
 * @throws ExportError when the folder exists and is not empty, or a media file is not in the store.
 */
export async function exportContent(
  dir: string,
  db: Database,
  store: MediaStore,
  { withDrafts = false }: ExportOptions = {},
): Promise<{ files: number }> {
  const existing = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR')
      throw new ExportError(`${dir} is a file; name a folder that does not exist yet`);
    throw error;
  });
  if (existing.length > 0)
    throw new ExportError(`${dir} is not empty; name a folder that does not exist yet`);
  await mkdir(dir, { recursive: true });
  return readAtOneMoment(db, async (moment) => {
    const drafts = withDrafts ? await writeDrafts(dir, moment) : 0;
    const { files } = await writeFolder(dir, moment, store);
    return { files: files + drafts };
  });
}

/** Shows `work` the content as it was when the export began, regardless of later writes. */
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

async function save(dir: string, name: string, text: string): Promise<void> {
  const target = path.join(dir, name);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, text);
}

/** Writes drafts as they were typed, complete or not. Resolves to their number. */
async function writeDrafts(dir: string, db: Kysely<Schema>): Promise<number> {
  const drafts = await db
    .selectFrom('drafts')
    .innerJoin('entries', 'entries.key', 'drafts.entry_key')
    .select(['entries.kind', 'entries.id', 'drafts.document'])
    .where('entries.deleted_at', 'is', null)
    .execute();
  for (const { kind, id, document } of drafts) {
    const file = isKind(kind) ? `${kind}/${id}.md` : `${kind}.yaml`;
    await save(dir, `${draftsFolder}/${file}`, document);
  }
  return drafts.length;
}

async function writeFolder(dir: string, db: Kysely<Schema>, store: MediaStore): Promise<{ files: number }> {
  let files = 0;
  for (const kind of kindsInMessages) {
    const keys = await findKeys(db, kind);
    for await (const { id, text } of documentsOf(db, kind)) {
      await save(dir, `${kind}/${id}.md`, withKey(text, keys.get(id)));
      files += 1;
    }
  }
  const site = await readStoredSite(db);
  if (site !== null) {
    await save(dir, 'site.yaml', toYaml(withoutEmptyGroups(readStoredSettings(site))));
    files += 1;
  }

  const library = await db.selectFrom('media').select(['path', 'file', 'label']).orderBy('path').execute();
  const labels = writeLabels(library);
  if (labels !== null) {
    await save(dir, labelsFile, labels);
    files += 1;
  }
  for (const media of library) {
    const target = path.join(dir, media.path);
    await mkdir(path.dirname(target), { recursive: true });
    const name = originalName(media.file);
    if ((await store.copyTo(target, name)) === null)
      throw new ExportError(
        `${media.path} is not in the media store; expected it as ${name} in ${store.place}`,
      );
    files += 1;
  }
  return { files };
}

/** Finds the lasting keys of the entries of a kind, by their ids. */
async function findKeys(db: Kysely<Schema>, kind: Kind): Promise<Map<string, string>> {
  const entries = db.selectFrom('entries').select(['id', 'key']).where('kind', '=', kind);
  const rows = await entries.where('deleted_at', 'is', null).execute();
  return new Map(rows.map(({ id, key }) => [id, key]));
}

/** Adds the key as the last line of the front matter: an import finds the entry by it when the file has another name. */
function withKey(text: string, key: string | undefined): string {
  return key === undefined ? text : text.replace('\n---\n', () => `\n${toYaml({ uid: key })}---\n`);
}

/** A group of settings of which none is set, such as a later build has beside those of the folder, is no line of it. */
function withoutEmptyGroups(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => !isDeepStrictEqual(value, {})));
}
