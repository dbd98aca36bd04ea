import type { SitePagePayload } from '#shared/payloads.ts';
import type { SitePageCardData } from '#shared/search-payload.ts';
import { findSharingCard } from '#server/media/cards/card-queries.ts';
import { inOrderOf } from '#server/db/in-order-of.ts';
import { joinedMediaColumns, joinedPicture, resolveBody } from '#server/media/picture-queries.ts';
import type { Reader } from '#server/freshness/reader.ts';
import { tags } from '#server/freshness/tags.ts';

/** Resolves to null when the page is missing or not published; a reader must not be able to tell which. */
export async function findSitePage(reader: Reader, id: string): Promise<SitePagePayload | null> {
  reader.dependsOn(tags.sitePage(id));
  const row = await reader.db
    .selectFrom('pages')
    .leftJoin('media', 'media.path', 'pages.cover')
    .select([
      'pages.id',
      'pages.title',
      'pages.summary',
      'pages.cover',
      'pages.cover_alt',
      'pages.body_html',
      'pages.updated_at',
    ])
    .select(joinedMediaColumns)
    .where('pages.id', '=', id)
    .where('pages.status', '=', 'published')
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    title: row.title,
    summary: row.summary,
    bodyHtml: await resolveBody(reader, row.body_html),
    updatedAt: row.updated_at,
    cover: joinedPicture(reader, row.cover, row.cover_alt, row),
    sharingCard: await findSharingCard(reader, { kind: 'pages', title: row.title }, row),
  };
}

/** Lists those of these pages that a visitor may see, in this order. */
export async function listSitePagesById(reader: Reader, ids: readonly string[]): Promise<SitePageCardData[]> {
  if (ids.length === 0) return [];
  for (const id of ids) reader.dependsOn(tags.sitePage(id));
  const rows = await reader.db
    .selectFrom('pages')
    .leftJoin('media', 'media.path', 'pages.cover')
    .select(['pages.id', 'pages.title', 'pages.cover', ...joinedMediaColumns])
    .where('pages.id', 'in', ids)
    .where('pages.status', '=', 'published')
    .execute();
  return inOrderOf(ids, rows).map((row) => ({
    id: row.id,
    title: row.title,
    cover: joinedPicture(reader, row.cover, '', row),
  }));
}
