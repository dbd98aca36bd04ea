import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql, type Kysely } from 'kysely';
import * as z from 'zod';
import { parseStored } from '#shared/stored-list.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Config } from '#server/config/config.ts';
import type { StoreConfig } from '#server/config/config-media.ts';
import type { Engine } from '#server/db/migration.ts';
import type { Ask } from '#server/db/moving-mark.ts';
import { openAsItIs } from '#server/db/open/open-as-it-is.ts';
import { writeTransaction, type Database } from '#server/db/open/open-database.ts';
import type { Schema } from '#server/db/schema.ts';
import { OperatorError } from '#server/base/errors.ts';
import type { Log } from '#server/base/log.ts';

// A site records the place of its files in its database at each start. A command with other settings would make a
// backup without pictures, or import and move them to where the site does not look: it is refused.

type Settings = Pick<Config, 'media' | 'dataDir'>;

const placeSchema = z.object({
  /** The same for the same place. */
  key: z.string(),
  /** In words for an operator. */
  name: z.string(),
});
const siteMediaSchema = z.object({ store: placeSchema, also: placeSchema.nullable() });
type Place = z.infer<typeof placeSchema>;
type SiteMedia = z.infer<typeof siteMediaSchema>;

/** The kind of its row among the operations. */
export const siteMediaKind = 'media';

/** Records in the database where this site has its files. The site goes on when that cannot be written. */
export async function noteSiteMedia({
  db,
  config,
  clock,
  log,
}: {
  db: Database;
  config: Settings;
  clock: Clock;
  log: Log;
}): Promise<void> {
  try {
    if (usesFolder(config)) await makeFolderId(config.dataDir);
    const now = await describeSettings(config);
    const then = await readSiteMedia(askBy(db.read), db.engine);
    if (JSON.stringify(then) === JSON.stringify(now)) return;
    const row = { finished_at: clock.nowIso(), detail: JSON.stringify(now) };
    await writeTransaction(db, (trx) =>
      trx
        .insertInto('operations')
        .values({ kind: siteMediaKind, ...row })
        .onConflict((oc) => oc.column('kind').doUpdateSet(row))
        .execute(),
    );
    const left =
      then === null || then === unreadable ? [] : placesOf(then).filter((place) => !hasPlace(now, place));
    if (left.length > 0)
      log.warn(
        { from: left.map(({ name }) => name), to: placesOf(now).map(({ name }) => name) },
        'files of pictures are no longer looked for where they were: what is only there is not found',
      );
  } catch (error) {
    log.warn({ err: error }, 'the database could not be told where the files of pictures are');
  }
}

/** @throws OperatorError when the site has its files elsewhere than in these settings, or there is no database. */
export async function requireSiteSettings(
  config: Settings & Pick<Config, 'database'>,
  log: Log,
): Promise<void> {
  const { db, close } = openAsItIs(config.database, log);
  try {
    await requireSiteMedia(askBy(db), config.database.engine, config);
  } finally {
    await close();
  }
}

/** @throws OperatorError as `requireSiteSettings` does. A database whose site has said nothing yet has no objection. */
export async function requireSiteMedia(ask: Ask, engine: Engine, config: Settings): Promise<void> {
  const site = await readSiteMedia(ask, engine);
  if (site === null) return;
  if (site === unreadable)
    throw new OperatorError(
      `the database does not say where the site has its pictures: the row \`${siteMediaKind}\` of its table \`operations\` cannot be read. Start the site once, which writes it anew`,
    );
  const own = await describeSettings(config);
  // To look in one place more does no harm.
  if (own.store.key === site.store.key && (site.also === null || hasPlace(own, site.also))) return;
  throw new OperatorError(
    `the site has its pictures in ${inWords(site)}, and the settings of this command name ${inWords(own)}. Give it the settings of the site: MEDIA_STORE, MEDIA_STORE_ALSO and DATA_DIR. If the pictures are to be elsewhere from now on, start the site with its new settings first (docs/operating/media.md)`,
  );
}

export function askBy(db: Kysely<Schema>): Ask {
  return async (query) => (await sql.raw<Record<string, unknown>>(query).execute(db)).rows;
}

/** Record that an operator's SQL has broken. The next start writes it anew. */
const unreadable = 'unreadable';

async function readSiteMedia(ask: Ask, engine: Engine): Promise<SiteMedia | typeof unreadable | null> {
  const isThere =
    engine === 'sqlite'
      ? "select 1 from sqlite_master where type = 'table' and name = 'operations'"
      : "select 1 from pg_class where oid = to_regclass('operations')";
  if ((await ask(isThere)).length === 0) return null;
  const [row] = await ask(`select detail from operations where kind = '${siteMediaKind}'`);
  if (row === undefined) return null;
  return siteMediaSchema.safeParse(parseStored(String(row['detail']))).data ?? unreadable;
}

async function describeSettings({ media, dataDir }: Settings): Promise<SiteMedia> {
  const id = await readFile(path.join(dataDir, folderIdName), 'utf8').catch(() => '');
  const describe = (store: StoreConfig): Place => {
    if (store.kind === 'folder') return { key: `folder ${id.trim()}`, name: `the folder ${dataDir}` };
    const { endpoint, bucket, originalsBucket, prefix } = store;
    const originals = originalsBucket === bucket ? '' : ` with originals in ${originalsBucket}`;
    const name = `s3://${bucket}/${prefix} at ${endpoint}${originals}`;
    return { key: name, name };
  };
  return { store: describe(media.store), also: media.also && describe(media.also) };
}

/** In DATA_DIR: the folder is the same one wherever it is mounted, and another one has another id. */
const folderIdName = 'media-folder-id';

async function makeFolderId(dataDir: string): Promise<void> {
  const file = path.join(dataDir, folderIdName);
  if (existsSync(file)) return;
  await mkdir(dataDir, { recursive: true });
  const id = randomUUID();
  const temporary = `${file}.${id}.tmp`;
  await writeFile(temporary, `${id}\n`);
  try {
    // The first of several processes makes it, and no other reads half of it.
    await link(temporary, file).catch(async () => {
      if (!existsSync(file)) await copyFile(temporary, file);
    });
  } finally {
    await rm(temporary, { force: true });
  }
}

function usesFolder({ media }: Settings): boolean {
  return media.store.kind === 'folder' || media.also?.kind === 'folder';
}

function placesOf({ store, also }: SiteMedia): Place[] {
  return also === null ? [store] : [store, also];
}

function hasPlace(media: SiteMedia, { key }: Place): boolean {
  return placesOf(media).some((place) => place.key === key);
}

function inWords(media: SiteMedia): string {
  return placesOf(media)
    .map(({ name }) => name)
    .join(' and ');
}
