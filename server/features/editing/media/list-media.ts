import { sql, type Kysely } from 'kysely';
import { composed } from '#shared/composed.ts';
import { columnsOf } from '#server/db/tables/columns.ts';
import { engineOf } from '#server/db/queries/engine-of.ts';
import type { Schema } from '#server/db/schema.ts';
import type { MediaRow } from './uploads.ts';

export const mediaOnPage = 60;

/** More words narrow a search no further. */
const maxWords = 5;

export interface MediaFilter {
  /** Words of the name or the path; empty: all. */
  search: string;
  /** Beginning of the content type, such as `image/`; empty: all. */
  type: string;
  /** End of the page before; null: the first page. */
  after: string | null;
}

/** A page of the library, newest first. `next` is null on the last. */
export async function listMedia(
  db: Kysely<Schema>,
  { search, type, after }: MediaFilter,
): Promise<{ media: MediaRow[]; next: string | null }> {
  const words = composed(search).split(/\s+/).filter(Boolean).slice(0, maxWords);
  const contains = sql.raw(engineOf(db) === 'postgres' ? 'strpos' : 'instr');
  const mark = parseMark(after);
  // All in the index: the rows of a hundred thousand files are 40 MB.
  let keys = db
    .selectFrom('media')
    .select(['added_at', 'path'])
    .where(sql<boolean>`content_type not like 'font/%'`)
    .orderBy('added_at', 'desc')
    .orderBy('path', 'desc')
    .limit(mediaOnPage + 1);
  if (mark) keys = keys.where(sql<boolean>`(added_at, path) < (${mark.addedAt}, ${mark.path})`);
  if (type !== '') keys = keys.where('content_type', 'like', `${type}%`);
  for (const word of words)
    keys = keys.where(sql<boolean>`${contains}(lower(path || ' ' || label), lower(${word})) > 0`);
  const listed = await keys.execute();
  const paths = listed.slice(0, mediaOnPage).map(({ path }) => path);
  const last = listed.length > mediaOnPage ? listed[mediaOnPage - 1] : undefined;
  if (paths.length === 0) return { media: [], next: null };
  const rows = await db
    .selectFrom('media')
    .select(columnsOf.media)
    .where('path', 'in', paths)
    .orderBy('added_at', 'desc')
    .orderBy('path', 'desc')
    .execute();
  return { media: rows, next: last ? `${last.added_at} ${last.path}` : null };
}

export async function findMedium(db: Kysely<Schema>, path: string): Promise<MediaRow | null> {
  const row = db.selectFrom('media').select(columnsOf.media).where('path', '=', path);
  return (await row.executeTakeFirst()) ?? null;
}

function parseMark(after: string | null): { addedAt: string; path: string } | null {
  const [, addedAt, path] = /^(\S*) (.+)$/s.exec(after ?? '') ?? [];
  return addedAt === undefined || path === undefined ? null : { addedAt, path };
}
